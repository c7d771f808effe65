// The handle beside the block under the pointer: adds a block below, drags the block, and opens its menu.
import { useRef } from 'preact/hooks'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { editorWords } from '../../words-editor.ts'
import type { Library } from '../library.ts'
import type { CommentAbout } from '../plugins/comments.ts'
import { editorState, pointedBlock } from '../plugins/selected.ts'
import { dragBlocks } from './block-drag.ts'
import { blockItems } from './block-items.ts'
import { usePlacing } from './placing.ts'
import { reusableItems } from './reusable-items.ts'

const GAP = 6

interface Props {
  view: EditorView
  library: Library
  settings(at: number): void
  /** Asks for pictures, which go to this place. */
  addPictures(at: number): void
  onComment: ((about: CommentAbout) => void) | undefined
}

export function BlockHandle({ view, library, settings, addPictures, onComment }: Props) {
  const handle = useRef<HTMLDivElement>(null)
  const at = pointedBlock.value
  const state = editorState.value
  const node = at === undefined || !state ? undefined : (state.doc.nodeAt(at) ?? undefined)
  usePlacing(view, state, () => {
    const dom = at === undefined ? null : view.nodeDOM(at)
    const element = handle.current
    // Nothing is measured while the text is hidden behind the tree of pages.
    const parent = element?.offsetParent
    if (!element || !parent || !(dom instanceof HTMLElement)) return
    const block = dom.getBoundingClientRect()
    const around = parent.getBoundingClientRect()
    const sheet = element.closest('main')!.getBoundingClientRect()
    // In the margin, however far a block reaches into it; above the block where there is no margin.
    const hasMargin = view.dom.getBoundingClientRect().left - sheet.left >= element.offsetWidth
    const left = hasMargin
      ? Math.max(block.left - element.offsetWidth - GAP, sheet.left)
      : block.right - element.offsetWidth
    const top = hasMargin ? block.top : block.top - element.offsetHeight
    element.style.setProperty('inset', `${top - around.top}px auto auto ${left - around.left}px`)
  })
  if (!node || at === undefined || !view.editable) return null
  const add = () => {
    const below = at + node.nodeSize
    view.dispatch(view.state.tr.insert(below, view.state.schema.nodes.paragraph!.create({ data: {} })))
    placeCursor(view, below + 1)
    view.focus()
    view.dispatch(view.state.tr.insertText('/'))
  }
  const { key } = node.attrs as { key?: string | null }
  const commentItems: MenuItem[] =
    onComment && key ? [{ label: editorWords.comment, icon: 'comment', run: () => onComment({ node: key }) }] : []
  return (
    <div ref={handle} class="handle">
      <button type="button" class="btn bare icon s" aria-label={editorWords.addBelow} onClick={add}>
        <Icon name="plus" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys to move a block are in its menu */}
      <span draggable onDragStart={(event) => dragBlocks(view, event, at)}>
        <Menu
          class="btn bare icon s"
          label={editorWords.blockMenu}
          items={[
            ...blockItems(view, at, { settings, addPictures }),
            ...reusableItems(view, at, library),
            ...commentItems,
          ]}
        >
          <Icon name="grip" />
        </Menu>
      </span>
    </div>
  )
}

function placeCursor(view: EditorView, at: number): void {
  const { doc, tr } = view.state
  view.dispatch(tr.setSelection(TextSelection.create(doc, at)).scrollIntoView())
}
