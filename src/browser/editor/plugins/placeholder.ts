// Says what to do in an empty document and in an empty paragraph that has the cursor.
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

export const placeholder = (text: string): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection }) {
        const { $from, empty } = selection
        if (!empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return null
        if ($from.depth > 1 && doc.childCount > 1) return null
        const at = $from.before()
        return DecorationSet.create(doc, [
          Decoration.node(at, at + $from.parent.nodeSize, { class: 'vacant', 'data-placeholder': text }),
        ])
      },
    },
  })
