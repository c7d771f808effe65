// Reviews, requests for them and contributors in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Comment } from '../comments/schemas.ts'
import { type Showing, showComments } from '../comments/showing.ts'
import { toUser } from '../users/queries.ts'
import { type ChangeRequestRow, loadUsers } from './queries.ts'
import type { ChangeRequestReview, RequestedReviewer } from './review-schemas.ts'

/** Oldest first. */
export const takeReviews = (db: Db, changeRequestId: string, page: Page) =>
  takePage(
    db.selectFrom('reviews').where('change_request_id', '=', changeRequestId),
    (reviews) => reviews.selectAll(),
    page,
    { by: ['id'] },
  )

export async function showReviews(
  db: Db,
  rows: readonly Row<'reviews'>[],
  showing: Showing,
): Promise<Static<typeof ChangeRequestReview>[]> {
  const { urls } = showing
  const users = await loadUsers(
    db,
    rows.flatMap(({ user_id, requested_by }) => [user_id, requested_by ?? []].flat()),
  )
  const comments = await loadComments(db, rows, showing)
  return rows.map((row) => ({
    object: 'change-request-review',
    id: row.id,
    revision: row.revision_id,
    reviewer: toUser(users.get(row.user_id)!, urls),
    requestedBy: row.requested_by === null ? undefined : toUser(users.get(row.requested_by)!, urls),
    status: row.status,
    comment: comments.get(row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** What was said with each of these reviews, where something was and still is. */
async function loadComments(
  db: Db,
  reviews: readonly Row<'reviews'>[],
  showing: Showing,
): Promise<Map<string, Static<typeof Comment>>> {
  const ids = reviews.map(({ id }) => id)
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where(isOneOf(db, sql.ref('review_id'), ids))
    .execute()
  const shown = await showComments(db, rows, showing)
  return new Map(rows.map(({ review_id }, at) => [review_id!, shown[at]!]))
}

type NewReview = Pick<NewRow<'reviews'>, 'user_id' | 'status'>

/** A review of the content as it is now; whoever had been asked for it is no longer. */
export async function insertReview(
  db: Db,
  { id, revision_id }: ChangeRequestRow,
  review: NewReview,
): Promise<Row<'reviews'>> {
  const request = await removeRequest(db, id, review.user_id)
  const at = now()
  return db
    .insertInto('reviews')
    .values({
      ...review,
      id: newId(),
      change_request_id: id,
      revision_id,
      requested_by: request?.requested_by ?? null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** In the order in which they were asked. */
export const takeRequests = (db: Db, changeRequestId: string, page: Page) =>
  takePage(
    db.selectFrom('requested_reviewers').where('change_request_id', '=', changeRequestId),
    (requests) => requests.selectAll(),
    page,
    { by: ['created_at', 'user_id'] },
  )

export const listRequests = (db: Db, changeRequestId: string, users: readonly string[]) =>
  db
    .selectFrom('requested_reviewers')
    .selectAll()
    .where('change_request_id', '=', changeRequestId)
    .where(isOneOf(db, sql.ref('user_id'), users))
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()

export async function showRequests(
  db: Db,
  rows: readonly Row<'requested_reviewers'>[],
  urls: Urls,
): Promise<Static<typeof RequestedReviewer>[]> {
  const users = await loadUsers(
    db,
    rows.flatMap(({ user_id, requested_by }) => [user_id, requested_by]),
  )
  return rows.map((row) => ({
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: toUser(users.get(row.user_id)!, urls),
    revision: row.revision_id,
    requestedBy: toUser(users.get(row.requested_by)!, urls),
    createdAt: row.created_at,
  }))
}

/** Asks these users for a review; those who are asked already stay so. */
export async function insertRequests(
  db: Db,
  { id, revision_id }: ChangeRequestRow,
  users: readonly string[],
  requestedBy: string,
): Promise<void> {
  if (users.length === 0) return
  const request = { change_request_id: id, requested_by: requestedBy, revision_id, created_at: now() }
  await db
    .insertInto('requested_reviewers')
    .values(users.map((user_id) => ({ ...request, user_id })))
    .onConflict((conflict) => conflict.columns(['change_request_id', 'user_id']).doNothing())
    .execute()
}

export const removeRequest = (
  db: Db,
  changeRequestId: string,
  userId: string,
): Promise<Row<'requested_reviewers'> | undefined> =>
  db
    .deleteFrom('requested_reviewers')
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Whoever made a revision of the change request, the latest first. */
export const takeContributors = (db: Db, { space_id, id }: ChangeRequestRow, page: Page) =>
  takePage(
    db
      .selectFrom(
        db
          .selectFrom('revisions')
          .select(['created_by', sql<string>`max(created_at)`.as('updated_at'), sql<number>`count(*)`.as('revisions')])
          .where('space_id', '=', space_id)
          .where('change_request_id', '=', id)
          .where('created_by', 'is not', null)
          .groupBy('created_by')
          .as('contributors'),
      )
      .innerJoin('users', 'users.id', 'contributors.created_by'),
    (contributors) => contributors.selectAll('users').select(['contributors.updated_at', 'contributors.revisions']),
    page,
    { by: ['contributors.updated_at', 'users.id'], direction: 'desc' },
  )
