// Reviews, requested reviewers and contributors of change requests.

import { eventTargetOf, refuseMerged, updateChangeRequest } from '../../domain/change-requests/index.ts'
import { addComment, parseBodyOn } from '../../domain/comments/index.ts'
import { toUser } from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import {
  insertRequests,
  insertReview,
  listRequests,
  loadReview,
  removeRequest,
  showRequests,
  showReviews,
  takeContributors,
  takeRequests,
  takeReviews,
} from './review-queries.ts'
import { reviewRoutes } from './review-routes.ts'
import { checkReviewers } from './reviewers.ts'

export const changeRequestReviews = implement(reviewRoutes, {
  async getReviewsByChangeRequestId(context) {
    const { rows, count, next } = await takeReviews(context.db, context.changeRequest.id, context.page)
    return { items: await showReviews(context.db, rows, context), count, next }
  },

  async getChangeRequestReviewById(context) {
    const review = await loadReview(context.db, context.changeRequest.id, context.params.reviewId)
    return (await showReviews(context.db, [review], context))[0]!
  },

  async submitChangeRequestReview(context) {
    const { db, changeRequest, caller, body, report } = context
    refuseMerged(changeRequest)
    const by = caller.user.id
    const comment = body.comment && (await parseBodyOn(db, context, body.comment, 'comment'))
    const review = await insertReview(db, changeRequest, { user_id: by, status: body.status })
    if (comment) await addComment(db, { branch: context, by, body: comment, review: review.id })
    const data = { review: review.id, status: review.status, mentions: comment?.mentions }
    report({ target: eventTargetOf(changeRequest), data })
    return (await showReviews(db, [review], context))[0]!
  },

  async getRequestedReviewersByChangeRequestId({ db, changeRequest, page, urls }) {
    const { rows, count, next } = await takeRequests(db, changeRequest.id, page)
    return { items: await showRequests(db, rows, urls), count, next }
  },

  async requestReviewersForChangeRequest({ db, space, changeRequest, caller, body, urls, report }) {
    refuseMerged(changeRequest)
    const users = [...new Set(body.users)]
    await checkReviewers(db, space, users)
    await insertRequests(db, changeRequest, users, caller.user.id)
    if (body.subject !== undefined) await updateChangeRequest(db, changeRequest, { subject: body.subject })
    report({ target: eventTargetOf(changeRequest), data: { users } })
    return { users: await showRequests(db, await listRequests(db, changeRequest.id, users), urls) }
  },

  async removeRequestedReviewerFromChangeRequest({ db, changeRequest, params, report }) {
    if (!(await removeRequest(db, changeRequest.id, params.userId))) throw problem('notFound')
    report({ target: eventTargetOf(changeRequest), data: { users: [params.userId] } })
  },

  async getContributorsByChangeRequestId({ db, changeRequest, page, urls }) {
    const { rows, count, next } = await takeContributors(db, changeRequest, page)
    const items = rows.map((row) => ({ updatedAt: row.updated_at, count: row.revisions, user: toUser(row, urls) }))
    return { items, count, next }
  },
})
