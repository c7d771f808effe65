// An address that is pasted on an empty line becomes what it is: a video, a design, a block of an integration. Until that
// is known it is a link, and it stays one if there is nothing to show. Undoing brings the link back.
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type EditorState, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { createVoid, paragraphOf } from '../blocks/making.ts'
import type { Unfurled } from '../library.ts'
import { schema } from '../schema.ts'

/** What an address is; undefined if it is only a link. */
export type Unfurl = (url: string) => Promise<Unfurled | undefined>

export const isOnEmptyLine = ({ selection: { $from, empty } }: EditorState): boolean =>
  empty && $from.parent.type === schema.nodes.paragraph && $from.parent.content.size === 0

const blockOf = (url: string, { integration, block }: Unfurled): Node =>
  integration
    ? createVoid(schema, 'integration', { integration, block, props: {}, action: { action: '@link.unfurl', url } })
    : createVoid(schema, 'embed', { url })

/** Unless somebody has gone on writing. */
export async function unfurlLine(view: EditorView, url: string, unfurl: Unfurl): Promise<void> {
  const found = await unfurl(url).catch(() => undefined)
  if (!found || view.isDestroyed) return
  const { $from } = view.state.selection
  const isSame = $from.parent.type === schema.nodes.paragraph && $from.parent.textContent === url
  const made = blockOf(url, found)
  if (!isSame || !$from.node(-1).canReplaceWith($from.index(-1), $from.index(-1) + 1, made.type)) return
  const { tr } = view.state
  const end = $from.before() + made.nodeSize
  tr.replaceWith($from.before(), $from.after(), made)
  if (end === tr.doc.content.size) tr.insert(end, paragraphOf(schema))
  view.dispatch(closeHistory(tr.setSelection(Selection.near(tr.doc.resolve(end)))).scrollIntoView())
}
