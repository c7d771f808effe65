// Reactions to comments and replies: at most one of each emoji by each user.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { asList, isInList, isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Sooner } from '../../lib/sooner.ts'
import { now } from '../../lib/time.ts'
import type { ReplyPatch } from './schemas.ts'

export type Reaction = Row<'reactions'>

/** The reactions to these comments, in the order in which they were given. */
export const listReactions = (db: Db, comments: readonly string[]): Sooner<readonly Reaction[]> =>
  comments.length === 0 ? [] : findReactions(db, { comments: asList(db, comments) })

const findReactions = prepared<{ comments: unknown }, Reaction>((db, param) =>
  db
    .selectFrom('reactions')
    .selectAll()
    .where(isInList(db, sql.ref('comment_id'), param('comments')))
    .orderBy('id'),
)

type Wanted = Pick<Static<typeof ReplyPatch>, 'addedReactions' | 'removedReactions'>

/** Adds and removes reactions of a user together; what is to be both added and removed is removed. */
export async function react(db: Db, comment: string, user: string, wanted: Wanted): Promise<void> {
  const { addedReactions = [], removedReactions = [] } = wanted
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
