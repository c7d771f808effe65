// The cursors of others who write in the same page. A place is a block and an offset in it, so it stays right while
// both type; between two messages it moves along with the text.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

/** A place in a document: an offset in the block with a key. */
export interface Spot {
  key: string
  offset: number
}

export interface Other {
  /** Names the cursor: a person may have several. */
  client: string
  name: string
  /** A class of the kit that sets the colour of a person. */
  color: string
  selection: { anchor: Spot; head: Spot }
}

const key = new PluginKey<DecorationSet>('others')

export function showOthers(view: EditorView, others: readonly Other[]): void {
  if (view.isDestroyed) return
  const { doc, tr } = view.state
  view.dispatch(tr.setMeta(key, DecorationSet.create(doc, decorationsOf(doc, others))).setMeta('addToHistory', false))
}

export const others = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, shown) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ?? shown.map(transaction.mapping, transaction.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  })

/** Where the selection of the person is. Undefined where it is in no block with a key. */
export function selectionOf({ doc, selection }: EditorState): Other['selection'] | undefined {
  const [anchor, head] = [spotAt(doc, selection.anchor), spotAt(doc, selection.head)]
  return anchor && head && { anchor, head }
}

export function spotAt(doc: Node, position: number): Spot | undefined {
  const place = doc.resolve(position)
  for (let depth = place.depth; depth > 0; depth--) {
    const { key: name } = place.node(depth).attrs as { key?: string | null }
    if (name) return { key: name, offset: position - place.start(depth) }
  }
  return undefined
}

export function positionOf(doc: Node, { key: name, offset }: Spot): number | undefined {
  let found: number | undefined
  doc.descendants((node, at) => {
    if (found !== undefined) return false
    if (node.isBlock && node.attrs.key === name) found = at + 1 + Math.min(offset, node.content.size)
    return !node.isTextblock
  })
  return found
}

function decorationsOf(doc: Node, all: readonly Other[]): Decoration[] {
  return all.flatMap(({ client, name, color, selection }) => {
    const [anchor, head] = [positionOf(doc, selection.anchor), positionOf(doc, selection.head)]
    if (anchor === undefined || head === undefined) return []
    const caret = Decoration.widget(head, () => caretOf(name, color), { key: `${client} ${name}`, side: 10 })
    if (anchor === head) return [caret]
    const range = Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), { class: `other-range ${color}` })
    return [caret, range]
  })
}

/** The name is drawn by the style: it is no part of the text. */
function caretOf(name: string, color: string): HTMLElement {
  const caret = Object.assign(document.createElement('span'), { className: `other-caret ${color}` })
  caret.dataset.name = name
  return caret
}
