// Dragging blocks by their handle. They go above or below the block under the pointer, also in the margin beside it, above
// the first and below the last.
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { blockAround } from '../commands/block-commands.ts'
import { BlockRange } from '../commands/block-range.ts'

/** The selected blocks around the one at `at`, or that one alone. */
const draggedAt = ({ doc, selection }: EditorState, at: number) =>
  selection instanceof BlockRange && selection.from <= at && selection.to > at
    ? selection
    : NodeSelection.create(doc, at)

export function dragBlocks(view: EditorView, event: DragEvent, at: number): void {
  const dragged = draggedAt(view.state, at)
  view.dispatch(view.state.tr.setSelection(dragged))
  const dom = view.nodeDOM(at)
  const transfer = event.dataTransfer!
  transfer.effectAllowed = 'move'
  transfer.setData('text/plain', view.state.doc.textBetween(dragged.from, dragged.to, '\n'))
  if (dom instanceof HTMLElement) transfer.setDragImage(dom, 0, 0)
  followDrag(view, {
    blocks: () => view.state.selection.content().content.content,
    isMove: (to) => to < view.state.selection.from || to > view.state.selection.to,
    put: (to) => moveSelected(view, to),
  })
}

/** A new block that is dragged onto the page from `source`, which takes none back. */
export function dragNew(view: EditorView, event: DragEvent, block: Node, source: Element): void {
  event.dataTransfer!.effectAllowed = 'copy'
  event.dataTransfer!.setData('text/plain', (event.currentTarget as HTMLElement).textContent ?? '')
  followDrag(view, {
    blocks: () => [block],
    isMove: () => true,
    put(to) {
      const transaction = view.state.tr.insert(to, block)
      view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, to)).scrollIntoView())
    },
    source,
  })
}

interface Dragged {
  blocks(): readonly Node[]
  /** Whether anything changes if they are put there. */
  isMove(to: number): boolean
  put(to: number): void
  source?: Element
}

/** Shows where blocks would go, and puts them there. */
function followDrag(view: EditorView, { blocks, isMove, put, source }: Dragged): void {
  const line = document.createElement('div')
  line.className = 'drop-line'
  document.body.append(line)
  const spotOf = (event: DragEvent) => {
    const spot = source?.contains(event.target as Element)
      ? undefined
      : spotAt(view, event.clientY, event.clientX, blocks())
    return spot && isMove(spot.at) ? spot : undefined
  }
  const over = (moved: DragEvent) => {
    moved.preventDefault()
    moved.stopPropagation()
    showLine(line, spotOf(moved))
  }
  const drop = (dropped: DragEvent) => {
    dropped.preventDefault()
    dropped.stopPropagation()
    const spot = spotOf(dropped)
    if (spot) put(spot.at)
    view.focus()
  }
  const end = () => {
    line.remove()
    document.removeEventListener('dragover', over, true)
    document.removeEventListener('drop', drop, true)
    document.removeEventListener('dragend', end, true)
  }
  document.addEventListener('dragover', over, true)
  document.addEventListener('drop', drop, true)
  document.addEventListener('dragend', end, true)
}

interface Spot {
  at: number
  /** Where the line is drawn. */
  y: number
  left: number
  width: number
}

/** Where blocks can go, nearest to a point. */
function spotAt(view: EditorView, y: number, x: number, blocks: readonly Node[]): Spot | undefined {
  const box = view.dom.getBoundingClientRect()
  const left = Math.min(Math.max(x, box.left + 8), box.right - 8)
  const top = Math.min(Math.max(y, box.top + 1), box.bottom - 1)
  const found = view.posAtCoords({ left, top })
  if (!found) return undefined
  const { doc } = view.state
  const around = blockAround(doc.resolve(found.inside >= 0 ? found.inside : found.pos))
  return around === undefined ? undefined : spotBeside(view, doc.resolve(around), y, blocks)
}

/** Beside this block, or beside one around it that may have such neighbours. */
function spotBeside(view: EditorView, $at: ResolvedPos, y: number, blocks: readonly Node[]): Spot | undefined {
  const dom = view.nodeDOM($at.pos)
  const node = $at.nodeAfter
  if (!node || !(dom instanceof HTMLElement)) return undefined
  const box = dom.getBoundingClientRect()
  const isBelow = y > box.top + box.height / 2
  const index = $at.index() + (isBelow ? 1 : 0)
  if (blocks.every(({ type }) => $at.parent.canReplaceWith(index, index, type)))
    return {
      at: $at.pos + (isBelow ? node.nodeSize : 0),
      y: isBelow ? box.bottom : box.top,
      left: box.left,
      width: box.width,
    }
  return $at.depth === 0 ? undefined : spotBeside(view, $at.doc.resolve($at.before()), y, blocks)
}

function showLine(line: HTMLElement, spot: Spot | undefined): void {
  line.hidden = spot === undefined
  if (!spot) return
  line.style.setProperty('inset', `${spot.y}px auto auto ${spot.left}px`)
  line.style.setProperty('inline-size', `${spot.width}px`)
}

function moveSelected(view: EditorView, to: number): void {
  const { selection, tr } = view.state
  const { content } = selection.content()
  tr.delete(selection.from, selection.to)
  const at = tr.mapping.map(to)
  tr.insert(at, content)
  tr.setSelection(
    content.childCount === 1 ? NodeSelection.create(tr.doc, at) : BlockRange.create(tr.doc, at, at + content.size),
  )
  view.dispatch(tr.scrollIntoView())
}
