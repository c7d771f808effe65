// Words and blocks that have comments. A place is a block and a range of its text; between two lists of comments it moves
// along with the text.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { findWords } from '../../../engine/ranges.ts'
import { positionOf } from './others.ts'

export interface Commented {
  id: string
  /** The key of a block. */
  node: string
  range?: { start: number; end: number; quote: string }
  isChosen: boolean
}

/** What a comment is about: a block, or words of it. */
export type CommentAbout = Omit<Commented, 'id' | 'isChosen'>

const key = new PluginKey<DecorationSet>('comments')
/** Stands for an inline without text, as in `engine/ranges.ts`. */
const INLINE = '\ufffc'

export function showComments(view: EditorView, comments: readonly Commented[]): void {
  if (view.isDestroyed) return
  const { doc, tr } = view.state
  const shown = DecorationSet.create(
    doc,
    comments.flatMap((comment) => decorationOf(doc, comment) ?? []),
  )
  view.dispatch(tr.setMeta(key, shown).setMeta('addToHistory', false))
}

export const comments = (choose: (id: string) => void): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, shown) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ?? shown.map(transaction.mapping, transaction.doc),
    },
    props: {
      decorations: (state) => key.getState(state),
      handleClick(_view, _at, { target }) {
        const id =
          target instanceof Element ? target.closest<HTMLElement>('[data-comment]')?.dataset.comment : undefined
        if (id !== undefined) choose(id)
        return false
      },
    },
  })

function decorationOf(doc: Node, { id, node: name, range, isChosen }: Commented): Decoration | undefined {
  const at = positionOf(doc, { key: name, offset: 0 })
  if (at === undefined) return undefined
  const node = doc.resolve(at).parent
  const on = isChosen ? ' on' : ''
  if (!range) {
    const attributes = { class: `commented-block${on}`, 'data-comment': id }
    return Decoration.node(at - 1, at - 1 + node.nodeSize, attributes)
  }
  if (!node.isTextblock) return undefined
  // What was typed since is not in the range yet.
  const found = findWords(node.textBetween(0, node.content.size, undefined, INLINE), range.quote, range.start) ?? range
  const end = Math.min(found.end, node.content.size)
  if (found.start >= end) return undefined
  return Decoration.inline(at + found.start, at + end, {
    nodeName: 'mark',
    class: `commented${on}`,
    'data-comment': id,
  })
}

/** The selected words. Of several blocks, the first one counts. */
export function selectedWords({ selection }: EditorState): CommentAbout | undefined {
  const { $from, $to, empty } = selection
  const block = $from.parent
  if (empty || !block.isTextblock || !block.attrs.key) return undefined
  const start = $from.parentOffset
  const end = $from.sameParent($to) ? $to.parentOffset : block.content.size
  if (start >= end) return undefined
  return { node: block.attrs.key, range: { start, end, quote: block.textBetween(start, end, undefined, INLINE) } }
}
