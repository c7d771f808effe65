// Reply operations, shared by spaces and change requests.
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import {
  addComment,
  adjustReplyCount,
  applyCommentPatch,
  listThread,
  parseBodyOn,
  presentReplies,
  removeCommentRow,
} from '../../domain/comments/index.ts'
import type { NewReply, ReplyPatch } from '../../shapes/comments.ts'
import type { CommentContext, EventContext } from './comments.ts'

interface ReplyContext extends CommentContext {
  comment: Objects['comment']
}

export async function listReplies(context: ReplyContext & { page: Page }) {
  const { db, comment, page } = context
  const { rows, count, next } = await listThread(db, comment.id, { order: 'asc' }, page, comment.replies)
  return { items: await presentReplies(db, rows, context), count, next }
}

export async function postReply(context: ReplyContext & EventContext & { body: Static<typeof NewReply> }) {
  const { db, caller, comment, report } = context
  const body = await parseBodyOn(db, context, context.body.body)
  const row = await addComment(db, { branch: context, by: caller.user.id, body, parent: comment.id })
  await adjustReplyCount(db, { id: comment.id, change: 1 })
  report({ data: { comment: comment.id, mentions: body.mentions } })
  return (await presentReplies(db, [row], context, { areNew: true }))[0]!
}

export const getReply = async (context: ReplyContext & { reply: Objects['reply'] }) =>
  (await presentReplies(context.db, [context.reply], context))[0]!

export async function updateReply(
  context: ReplyContext & EventContext & { reply: Objects['reply']; body: Static<typeof ReplyPatch> },
) {
  const { db, caller, comment, reply, body, report } = context
  const { addedReactions, removedReactions } = body
  const updating = { branch: context, kind: 'reply' as const, object: reply, by: caller.user.id }
  const patch = { body: body.body, addedReactions, removedReactions }
  const { row, changed, mentions } = await applyCommentPatch(db, updating, patch)
  report({ changed, data: { comment: comment.id, mentions } })
  return (await presentReplies(db, [row], context))[0]!
}

export async function removeReply({
  db,
  comment,
  reply,
  report,
}: { db: Db; comment: Objects['comment']; reply: Objects['reply'] } & EventContext): Promise<void> {
  await removeCommentRow(db, reply.id)
  await adjustReplyCount(db, { id: comment.id, change: -1 })
  report({ target: { kind: 'comment-reply', id: reply.id }, data: { comment: comment.id } })
}
