// Comment operations, shared by spaces and change requests.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import {
  addComment,
  adjustCommentCounts,
  applyCommentPatch,
  type CommentFilter,
  currentRoot,
  findCommentCounts,
  listThread,
  parseBodyOn,
  presentComments,
  readTarget,
  removeCommentRow,
  threadOf,
} from '../../domain/comments/index.ts'
import type { WriteOutcome } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { CommentPatch, Format, NewComment } from '../../shapes/comments.ts'

/** The context of an operation on a space or a change request. */
export interface CommentContext {
  db: Db
  caller: Caller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  query: { format?: Format | undefined }
  urls: Urls
}

/** The part of an operation's context that describes its event. */
export interface EventContext {
  report(about: WriteOutcome): void
}

export async function listComments(context: CommentContext & { query: CommentFilter; page: Page }) {
  const { db, query, page } = context
  const { rows, count, next } = await listThread(db, threadOf(context), query, page, await counted(context, query))
  return { items: await presentComments(db, rows, context), count, next }
}

/** The number of matching comments, if a counter has it. */
async function counted(
  { db, space, changeRequest }: CommentContext,
  { status, targetPage, authors }: CommentFilter,
): Promise<number | undefined> {
  if (targetPage !== undefined || authors !== undefined) return undefined
  const { comments_open, comments_total } = changeRequest ?? (await findCommentCounts(db, space.id))
  if (status === 'open') return comments_open
  return status === 'resolved' ? comments_total - comments_open : comments_total
}

export async function postComment(context: CommentContext & EventContext & { body: Static<typeof NewComment> }) {
  const { db, caller, body: written, report } = context
  const target = await readTarget(db, currentRoot(db, context), written)
  const body = await parseBodyOn(db, context, written.body)
  const row = await addComment(db, { branch: context, by: caller.user.id, body, target })
  if (body.mentions.length > 0) report({ data: { mentions: body.mentions } })
  return (await presentComments(db, [row], context, { areNew: true }))[0]!
}

export const getComment = async (context: CommentContext & { comment: Objects['comment'] }) =>
  (await presentComments(context.db, [context.comment], context))[0]!

export async function updateComment(
  context: CommentContext & EventContext & { comment: Objects['comment']; body: Static<typeof CommentPatch> },
) {
  const { db, caller, comment, body, report } = context
  const updating = { branch: context, kind: 'comment' as const, object: comment, by: caller.user.id }
  const { row, changed, mentions } = await applyCommentPatch(db, updating, body)
  report({ changed, data: { resolved: body.resolved, mentions } })
  return (await presentComments(db, [row], context))[0]!
}

export async function removeComment({ db, comment }: { db: Db; comment: Objects['comment'] }): Promise<void> {
  await removeCommentRow(db, comment.id)
  await adjustCommentCounts(db, comment, { open: comment.status === 'open' ? -1 : 0, total: -1 })
}
