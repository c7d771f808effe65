// What is copied in an editor is pasted as it was, with everything that HTML cannot say.
import { type DOMOutputSpec, DOMSerializer, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../schema.ts'

const TYPE = 'application/x-lectern-slice'

/** For other programs, what is drawn by a view of its own is its text. */
const plain = (node: Node): DOMOutputSpec => {
  const tag = node.isInline ? 'span' : 'div'
  return node.isLeaf ? [tag, node.textContent] : [tag, 0]
}

const serializer = new DOMSerializer(
  {
    ...Object.fromEntries(Object.keys(schema.nodes).map((name) => [name, plain])),
    ...DOMSerializer.nodesFromSchema(schema),
  },
  DOMSerializer.marksFromSchema(schema),
)

function copy(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  const { selection } = view.state
  if (selection.empty || !clipboardData) return false
  const content = selection.content()
  const { dom, text } = view.serializeForClipboard(content)
  clipboardData.clearData()
  clipboardData.setData('text/html', dom.innerHTML)
  clipboardData.setData('text/plain', text)
  clipboardData.setData(TYPE, JSON.stringify(content.toJSON()))
  return true
}

/** What was copied. Undefined if it comes from elsewhere. */
export function sliceFrom(data: DataTransfer | null): Slice | undefined {
  const copied = data?.getData(TYPE)
  if (!copied) return undefined
  try {
    return Slice.fromJSON(schema, JSON.parse(copied))
  } catch {
    // Another version of the editor, or another page that uses the name.
    return undefined
  }
}

/** Fields within blocks copy their own text. */
const isInField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null

// Listens before the views of blocks, which keep events to themselves: a selection may end in any of them.
export const copying = (): Plugin =>
  new Plugin({
    props: { clipboardSerializer: serializer },
    view(view) {
      const take = (event: ClipboardEvent) => {
        const isCut = event.type === 'cut'
        if (isInField(event) || (isCut && !view.editable) || !copy(view, event)) return
        event.preventDefault()
        event.stopPropagation()
        if (isCut) view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'))
      }
      view.dom.addEventListener('copy', take, true)
      view.dom.addEventListener('cut', take, true)
      return {
        destroy() {
          view.dom.removeEventListener('copy', take, true)
          view.dom.removeEventListener('cut', take, true)
        },
      }
    },
  })
