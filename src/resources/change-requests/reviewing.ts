// Reviews of change requests, those asked for one, and contributors.
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { addComment, bodyAt } from '../comments/writing.ts'
import { toUser } from '../users/queries.ts'
import { refuseMerged, targetOf, updateChangeRequest } from './queries.ts'
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
  async getReviewsByChangeRequestId(asked) {
    const { rows, count, next } = await takeReviews(asked.db, asked.changeRequest.id, asked.page)
    return { items: await showReviews(asked.db, rows, asked), count, next }
  },

  async submitChangeRequestReview(asked) {
    const { db, changeRequest, caller, body, note } = asked
    refuseMerged(changeRequest)
    const by = caller.user.id
    const comment = body.comment && (await bodyAt(db, asked, body.comment, 'comment'))
    const review = await insertReview(db, changeRequest, { user_id: by, status: body.status })
    if (comment) await addComment(db, { place: asked, by, body: comment, review: review.id })
    const data = { review: review.id, status: review.status, mentions: comment?.mentions }
    note({ target: targetOf(changeRequest), data })
    return (await showReviews(db, [review], asked))[0]!
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
