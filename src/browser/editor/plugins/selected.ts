// Tells the menus around the text what is selected, and which block the pointer is on.
import { signal } from '@preact/signals'
import { type EditorState, NodeSelection, Plugin, Selection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { SETTING } from '../blocks/making.ts'
import { blockAround } from '../commands/block-commands.ts'
import { BlockRange } from '../commands/block-range.ts'
import { ask, askSettings, OWN_DIALOG } from '../views/asked.ts'

/** The state after the last change; menus that read it are drawn again. */
export const editorState = signal<EditorState | undefined>(undefined)

/** Where the block under the pointer begins. */
export const pointedBlock = signal<number | undefined>(undefined)

const follow = (view: EditorView, event: MouseEvent): void => {
  const box = view.dom.getBoundingClientRect()
  // The margin beside a block belongs to it.
  const left = Math.min(Math.max(event.clientX, box.left + 8), box.right - 8)
  const found = view.posAtCoords({ left, top: event.clientY })
  if (!found) return
  const at = blockAround(view.state.doc.resolve(found.inside >= 0 ? found.inside : found.pos))
  if (at !== pointedBlock.peek()) pointedBlock.value = at
}

/** A name that is shown above the text of its block is not written there. */
function openSettings(view: EditorView, event: MouseEvent): boolean {
  const text = (event.target as Element).closest(`.${SETTING}`)?.nextElementSibling
  if (!text || !view.editable) return false
  const at = view.posAtDOM(text, 0) - 1
  const node = view.state.doc.nodeAt(at)
  if (!node) return false
  event.preventDefault()
  // Typing goes on in the text, and never takes the place of the block.
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at + 1))))
  askSettings(node, at)
  return true
}

export const selected = (): Plugin =>
  new Plugin({
    props: {
      handleDoubleClickOn: (_view, _at, node, nodeAt) => {
        if (!(node.isInline || node.isAtom) || !OWN_DIALOG.has(node.type.name)) return false
        ask({ kind: 'node', at: nodeAt })
        return true
      },
      handleDOMEvents: {
        mousemove: (view, event) => {
          follow(view, event)
          return false
        },
        dblclick: openSettings,
        keydown: () => {
          pointedBlock.value = undefined
          return false
        },
      },
      attributes: ({ selection }): Record<string, string> =>
        selection instanceof NodeSelection || selection instanceof BlockRange ? { class: 'has-block' } : {},
      decorations: ({ doc, selection }) => {
        if (!(selection instanceof BlockRange)) return null
        const shown: Decoration[] = []
        selection.$from.parent.forEach((node, offset) => {
          const at = selection.$from.start() + offset
          if (at >= selection.from && at < selection.to)
            shown.push(Decoration.node(at, at + node.nodeSize, { class: 'chosen-block' }))
        })
        return DecorationSet.create(doc, shown)
      },
    },
    view: (first) => {
      editorState.value = first.state
      return {
        update: (view) => {
          editorState.value = view.state
        },
        destroy: () => {
          editorState.value = undefined
          pointedBlock.value = undefined
        },
      }
    },
  })
