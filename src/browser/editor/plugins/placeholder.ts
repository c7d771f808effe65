// Says what to write: in an empty document, in an empty paragraph that has the cursor, and in the empty parts of blocks.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

interface Hints {
  /** Where the cursor is. */
  text: string
  /** By the part of a block. */
  parts: Readonly<Record<string, string>>
  /** Of the heading that a part begins with. */
  headings: Readonly<Record<string, string>>
}

export const placeholder = (hints: Hints): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => inParts(doc, hints),
      apply: (transaction, shown) => (transaction.docChanged ? inParts(transaction.doc, hints) : shown),
    },
    props: {
      decorations(state) {
        const own = atCursor(state, hints)
        const shown = this.getState(state)!
        return own ? shown.add(state.doc, [own]) : shown
      },
    },
  })

const vacant = (at: number, node: Node, text: string): Decoration =>
  Decoration.node(at, at + node.nodeSize, { class: 'vacant', 'data-placeholder': text })

function atCursor({ doc, selection: { $from, empty } }: EditorState, { text, parts }: Hints): Decoration | undefined {
  const { parent, depth } = $from
  if (!empty || parent.type.name !== 'paragraph' || parent.content.size > 0) return undefined
  if (depth > 1 && (doc.childCount > 1 || $from.node(depth - 1).type.name in parts)) return undefined
  return vacant($from.before(), parent, text)
}

/** A part is empty if it holds no more than an empty paragraph, perhaps below a heading. */
function inParts(doc: Node, { parts, headings }: Hints): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((part, at) => {
    const name = part.type.name
    const isTitled = name in headings && /^heading_/.test(part.firstChild?.type.name ?? '')
    const head = isTitled ? part.firstChild! : undefined
    if (head?.content.size === 0) found.push(vacant(at + 1, head, headings[name]!))
    const body = part.childCount === (head ? 2 : 1) ? part.lastChild! : undefined
    if (name in parts && body?.type.name === 'paragraph' && body.content.size === 0)
      found.push(vacant(at + 1 + (head?.nodeSize ?? 0), body, parts[name]!))
    return !part.isTextblock
  })
  return DecorationSet.create(doc, found)
}
