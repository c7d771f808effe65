// Going on below a block: by a click below the last one, and by typing while a block without text is selected, which
// would replace it otherwise.
import { NodeSelection, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

function write(view: EditorView, at: number, text = ''): void {
  const { tr, schema } = view.state
  tr.insert(at, schema.nodes.paragraph!.create({ data: {} }, text === '' ? null : schema.text(text)))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length)).scrollIntoView())
  view.focus()
}

export const below = (): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const { selection } = view.state
        if (!(selection instanceof NodeSelection) || !selection.node.isBlock || !selection.node.isAtom) return false
        write(view, selection.to, text)
        return true
      },
      handleDOMEvents: {
        mousedown(view, event) {
          const { doc } = view.state
          const last = view.dom.lastElementChild
          const isBelow = event.target === view.dom && last && event.clientY > last.getBoundingClientRect().bottom
          if (!isBelow || event.button !== 0 || !view.editable || doc.lastChild!.isTextblock) return false
          event.preventDefault()
          write(view, doc.content.size)
          return true
        },
      },
    },
  })
