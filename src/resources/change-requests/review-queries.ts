// Queries and presenters for reviews and contributors.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { type ChangeRequestRow, loadUsers } from '../../domain/change-requests/index.ts'
import { type CommentPresenterContext, presentComments } from '../../domain/comments/index.ts'
import { toUser } from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Comment } from '../../shapes/comments.ts'
import { removeAnswered } from './review-requests.ts'
import type { ChangeRequestReview } from './review-schemas.ts'

/** Oldest first. */
export const takeReviews = (db: Db, changeRequestId: string, page: Page) =>
  selectPage(
    db.selectFrom('reviews').where('change_request_id', '=', changeRequestId),
    (reviews) => reviews.selectAll(),
    page,
    { by: ['id'] },
  )

export async function loadReview(db: Db, changeRequestId: string, id: string): Promise<Row<'reviews'>> {
  const review = await db
    .selectFrom('reviews')
    .selectAll()
    .where('change_request_id', '=', changeRequestId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!review) throw problem('notFound')
  return review
}

export async function showReviews(
  db: Db,
  rows: readonly Row<'reviews'>[],
  context: CommentPresenterContext & { changeRequest: ChangeRequestRow },
): Promise<Static<typeof ChangeRequestReview>[]> {
  const { urls, changeRequest } = context
  const path = `/spaces/${changeRequest.space_id}/change-requests/${changeRequest.id}/reviews`
  const users = await loadUsers(
    db,
    rows.flatMap(({ user_id, requested_by }) => [user_id, requested_by ?? []].flat()),
  )
  const comments = await loadComments(db, rows, context)
  return rows.map((row) => ({
    object: 'change-request-review',
    id: row.id,
    revision: row.revision_id,
    reviewer: toUser(users.get(row.user_id)!, urls),
    requestedBy: row.requested_by === null ? undefined : toUser(users.get(row.requested_by)!, urls),
    status: row.status,
    outdated: row.revision_id !== changeRequest.revision_id,
    comment: comments.get(row.id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: urls.api(`${path}/${row.id}`) },
  }))
}

/** The comments posted with these reviews, by review, as far as they still exist. */
async function loadComments(
  db: Db,
  reviews: readonly Row<'reviews'>[],
  context: CommentPresenterContext,
): Promise<Map<string, Static<typeof Comment>>> {
  const ids = reviews.map(({ id }) => id)
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where(isOneOf(db, sql.ref('review_id'), ids))
    .execute()
  const shown = await presentComments(db, rows, context)
  return new Map(rows.map(({ review_id }, at) => [review_id!, shown[at]!]))
}

type NewReview = Pick<NewRow<'reviews'>, 'user_id' | 'status'>

/** Inserts a review of the current revision and removes the requests that it answers. */
export async function insertReview(
  db: Db,
  { id, revision_id }: ChangeRequestRow,
  review: NewReview,
): Promise<Row<'reviews'>> {
  const requestedBy = await removeAnswered(db, id, review.user_id)
  const at = now()
  return db
    .insertInto('reviews')
    .values({
      ...review,
      id: newId(),
      change_request_id: id,
      revision_id,
      requested_by: requestedBy ?? null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The authors of the change request's revisions, latest first. */
export const takeContributors = (db: Db, { space_id, id }: ChangeRequestRow, page: Page) =>
  selectPage(
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
