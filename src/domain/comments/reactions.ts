// Reactions to comments and replies. A user can add each emoji once.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { asList, isInList, isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { ReplyPatch } from '../../shapes/comments.ts'

export type Reaction = Row<'reactions'>

/** Lists the reactions to these comments, oldest first. */
export const listReactions = async (db: Db, comments: readonly string[]): Promise<readonly Reaction[]> =>
  comments.length === 0 ? [] : findReactions(db, { comments: asList(db, comments) })

const findReactions = prepared<{ comments: unknown }, Reaction>((db, param) =>
  db
    .selectFrom('reactions')
    .selectAll()
    .where(isInList(db, sql.ref('comment_id'), param('comments')))
    .orderBy('id'),
)

type ReactionChanges = Pick<Static<typeof ReplyPatch>, 'addedReactions' | 'removedReactions'>

/** Adds and removes reactions of a user. An emoji in both lists is removed. */
export async function updateReactions(db: Db, comment: string, user: string, changes: ReactionChanges): Promise<void> {
  const { addedReactions = [], removedReactions = [] } = changes
  await removeReactions(db, comment, user, removedReactions)
  await insertReactions(
    db,
    comment,
    user,
    addedReactions.filter((emoji) => !removedReactions.includes(emoji)),
  )
}

async function removeReactions(db: Db, comment: string, user: string, emoji: readonly string[]): Promise<void> {
  if (emoji.length === 0) return
  await db
    .deleteFrom('reactions')
    .where('comment_id', '=', comment)
    .where('user_id', '=', user)
    .where(isOneOf(db, sql.ref('emoji'), emoji))
    .execute()
}

async function insertReactions(db: Db, comment: string, user: string, emoji: readonly string[]): Promise<void> {
  if (emoji.length === 0) return
  const reaction = { comment_id: comment, user_id: user, created_at: now() }
  await db
    .insertInto('reactions')
    .values([...new Set(emoji)].map((one) => ({ ...reaction, id: newId(), emoji: one })))
    .onConflict((conflict) => conflict.columns(['comment_id', 'emoji', 'user_id']).doNothing())
    .execute()
}
