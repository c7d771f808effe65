// Reviews of change requests, those asked for one, and contributors.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { readDocument } from '../content/document-input.ts'
import { toMarkdown } from '../content/documents.ts'
import { loadRevision } from '../content/revisions.ts'
import { toUser } from '../users/queries.ts'
import { type ChangeRequestRow, refuseMerged, targetOf, updateChangeRequest } from './queries.ts'
import type { NewReview } from './review-schemas.ts'
import { demandReaders } from './reviewers.ts'
import { reviewingRoutes } from './reviewing-routes.ts'
import {
  insertRequests,
  insertReview,
  listRequests,
  removeRequest,
  showRequests,
  showReviews,
  takeContributors,
  takeRequests,
  takeReviews,
} from './reviews.ts'

export const reviewing = implement(reviewingRoutes, {
  async getReviewsByChangeRequestId({ db, changeRequest, page, urls }) {
    const { rows, count, next } = await takeReviews(db, changeRequest.id, page)
    return { items: await showReviews(db, rows, urls), count, next }
  },

  async submitChangeRequestReview({ db, changeRequest, caller, body, urls, note }) {
    refuseMerged(changeRequest)
    const comment = await readComment(db, changeRequest, body.comment)
    const review = await insertReview(db, changeRequest, { user_id: caller.user.id, status: body.status, comment })
    note({ target: targetOf(changeRequest), data: { review: review.id, status: review.status } })
    return (await showReviews(db, [review], urls))[0]!
  },

  async getRequestedReviewersByChangeRequestId({ db, changeRequest, page, urls }) {
    const { rows, count, next } = await takeRequests(db, changeRequest.id, page)
    return { items: await showRequests(db, rows, urls), count, next }
  },

  async requestReviewersForChangeRequest({ db, space, changeRequest, caller, body, urls, note }) {
    refuseMerged(changeRequest)
    const users = [...new Set(body.users)]
    await demandReaders(db, space, users)
    await insertRequests(db, changeRequest, users, caller.user.id)
    if (body.subject !== undefined) await updateChangeRequest(db, changeRequest, { subject: body.subject })
    note({ target: targetOf(changeRequest), data: { users } })
    return { users: await showRequests(db, await listRequests(db, changeRequest.id, users), urls) }
  },

  async removeRequestedReviewerFromChangeRequest({ db, changeRequest, params, note }) {
    if (!(await removeRequest(db, changeRequest.id, params.userId))) throw problem('notFound')
    note({ target: targetOf(changeRequest), data: { users: [params.userId] } })
  },

  async getContributorsByChangeRequestId({ db, changeRequest, page, urls }) {
    const { rows, count, next } = await takeContributors(db, changeRequest, page)
    const items = rows.map((row) => ({ updatedAt: row.updated_at, count: row.revisions, user: toUser(row, urls) }))
    return { items, count, next }
  },
})

/** What goes with a review, as markdown. */
async function readComment(
  db: Db,
  changeRequest: ChangeRequestRow,
  written: Static<typeof NewReview>['comment'],
): Promise<string | null> {
  if (!written) return null
  const { root } = await loadRevision(db, changeRequest.revision_id)
  const document = await readDocument(db, root, { ...written, path: 'comment' })
  return (written.markdown ?? (await toMarkdown(db, root, document))) || null
}
