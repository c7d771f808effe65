// Comments, said once for spaces and change requests: they only differ in where they are.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Notes } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { countComments, countsIn } from './counts.ts'
import { type Filter, removeRow, takeComments, threadOf } from './queries.ts'
import type { CommentPatch, Format, NewComment } from './schemas.ts'
import { currentRoot, remembered, showComments } from './showing.ts'
import { readTarget } from './targets.ts'
import { addComment, bodyAt, change } from './writing.ts'

/** What an operation is asked, on a space or on a change request. */
export interface Asked {
  db: Db
  caller: Caller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  query: { format?: Format | undefined }
  urls: Urls
}

export interface Noting {
  note(about: Notes): void
}

export async function listComments(asked: Asked & { query: Filter; page: Page }) {
  const { db, query, page } = asked
  const { rows, count, next } = await takeComments(db, threadOf(asked), query, page, await counted(asked, query))
  return remembered(rows, asked, async () => ({ items: await showComments(db, rows, asked), count, next }))
}

/** How many there are, where counters tell. */
async function counted(
  { db, space, changeRequest }: Asked,
  { status, targetPage, authors }: Filter,
): Promise<number | undefined> {
  if (targetPage !== undefined || authors !== undefined) return undefined
  const { comments_open, comments_total } = changeRequest ?? (await countsIn(db, space.id))
  if (status === 'open') return comments_open
  return status === 'resolved' ? comments_total - comments_open : comments_total
}

export async function postComment(asked: Asked & Noting & { body: Static<typeof NewComment> }) {
  const { db, caller, body: written, note } = asked
  const target = await readTarget(db, currentRoot(db, asked), written)
  const body = await bodyAt(db, asked, written.body)
  const row = await addComment(db, { place: asked, by: caller.user.id, body, target })
  if (body.mentions.length > 0) note({ data: { mentions: body.mentions } })
  return (await showComments(db, [row], asked, { areNew: true }))[0]!
}

export const getComment = async (asked: Asked & { comment: Objects['comment'] }) =>
  (await showComments(asked.db, [asked.comment], asked))[0]!

export async function updateComment(
  asked: Asked & Noting & { comment: Objects['comment']; body: Static<typeof CommentPatch> },
) {
  const { db, caller, comment, body, note } = asked
  const updating = { place: asked, kind: 'comment' as const, object: comment, by: caller.user.id }
  const { row, changed, mentions } = await change(db, updating, body)
  note({ changed, data: { resolved: body.resolved, mentions } })
  return (await showComments(db, [row], asked))[0]!
}

export async function removeComment({ db, comment }: { db: Db; comment: Objects['comment'] }): Promise<void> {
  await removeRow(db, comment.id)
  await countComments(db, comment, { open: comment.status === 'open' ? -1 : 0, total: -1 })
}
