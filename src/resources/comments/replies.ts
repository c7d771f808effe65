// Replies to comments, said once for spaces and change requests.
import type { Static } from 'typebox'
import type { Objects } from '../../access/vocabulary.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Asked, Noting } from './comments.ts'
import { countReplies, removeRow, takeComments } from './queries.ts'
import type { NewReply, ReplyPatch } from './schemas.ts'
import { showReplies } from './showing.ts'
import { addComment, bodyAt, change } from './writing.ts'

interface InThread extends Asked {
  comment: Objects['comment']
}

export async function listReplies(asked: InThread & { page: Page }) {
  const { db, comment, page } = asked
  const { rows, count, next } = await takeComments(db, comment.id, { order: 'asc' }, page, comment.replies)
  return { items: await showReplies(db, rows, asked), count, next }
}

export async function postReply(asked: InThread & Noting & { body: Static<typeof NewReply> }) {
  const { db, caller, comment, note } = asked
  const body = await bodyAt(db, asked, asked.body.body)
  const row = await addComment(db, { place: asked, by: caller.user.id, body, parent: comment.id })
  await countReplies(db, { id: comment.id, change: 1 })
  note({ data: { comment: comment.id, mentions: body.mentions } })
  return (await showReplies(db, [row], asked, { areNew: true }))[0]!
}

export const getReply = async (asked: InThread & { reply: Objects['reply'] }) =>
  (await showReplies(asked.db, [asked.reply], asked))[0]!

export async function updateReply(
  asked: InThread & Noting & { reply: Objects['reply']; body: Static<typeof ReplyPatch> },
) {
  const { db, caller, comment, reply, body, note } = asked
  const { addedReactions, removedReactions } = body
  const updating = { place: asked, kind: 'reply' as const, object: reply, by: caller.user.id }
  const patch = { body: body.body, addedReactions, removedReactions }
  const { row, changed, mentions } = await change(db, updating, patch)
  note({ changed, data: { comment: comment.id, mentions } })
  return (await showReplies(db, [row], asked))[0]!
}

export async function removeReply({
  db,
  comment,
  reply,
  note,
}: { db: Db; comment: Objects['comment']; reply: Objects['reply'] } & Noting): Promise<void> {
  await removeRow(db, reply.id)
  await countReplies(db, { id: comment.id, change: -1 })
  note({ target: { kind: 'comment-reply', id: reply.id }, data: { comment: comment.id } })
}
