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
  const line = document.createElement('div')
  line.className = 'drop-line'
  document.body.append(line)
  const over = (moved: DragEvent) => {
    moved.preventDefault()
    moved.stopPropagation()
    showLine(line, view, spotAt(view, moved.clientY, moved.clientX, dragged.content().content.content))
  }
  const drop = (dropped: DragEvent) => {
    dropped.preventDefault()
    dropped.stopPropagation()
    const { selection } = view.state
    const spot = spotAt(view, dropped.clientY, dropped.clientX, selection.content().content.content)
    if (spot) moveSelected(view, spot.at)
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

function showLine(line: HTMLElement, view: EditorView, spot: Spot | undefined): void {
  const { selection } = view.state
  const isMove = spot !== undefined && (spot.at < selection.from || spot.at > selection.to)
  line.hidden = !isMove
  if (!isMove) return
  line.style.setProperty('inset', `${spot.y}px auto auto ${spot.left}px`)
  line.style.setProperty('inline-size', `${spot.width}px`)
}

function moveSelected(view: EditorView, to: number): void {
  const { selection, tr } = view.state
  if (to >= selection.from && to <= selection.to) return
  const { content } = selection.content()
  tr.delete(selection.from, selection.to)
  const at = tr.mapping.map(to)
  tr.insert(at, content)
  tr.setSelection(
    content.childCount === 1 ? NodeSelection.create(tr.doc, at) : BlockRange.create(tr.doc, at, at + content.size),
  )
  view.dispatch(tr.scrollIntoView())
}
