// Reviews, requested reviewers, viewed marks and contributors of change requests.

import { eventTargetOf, refuseMerged, updateChangeRequest } from '../../domain/change-requests/index.ts'
import { addComment, parseBodyOn } from '../../domain/comments/index.ts'
import { toUser } from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { insertReview, loadReview, showReviews, takeContributors, takeReviews } from './review-queries.ts'
import { insertRequests, listRequests, removeRequest, showRequests, takeRequests } from './review-requests.ts'
import { reviewRoutes } from './review-routes.ts'
import { checkReviewers, checkTeams } from './reviewers.ts'
import { listViewed, setViewed } from './viewed.ts'

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
    const [users, teams] = [[...new Set(body.users)], [...new Set(body.teams)]]
    await checkReviewers(db, space, users)
    await checkTeams(db, space, teams)
    await insertRequests(db, changeRequest, { users, teams }, caller.user.id)
    if (body.subject !== undefined) await updateChangeRequest(db, changeRequest, { subject: body.subject })
    report({ target: eventTargetOf(changeRequest), data: { users, ...(teams.length > 0 && { teams }) } })
    return { users: await showRequests(db, await listRequests(db, changeRequest.id, [...users, ...teams]), urls) }
  },

  async removeRequestedReviewerFromChangeRequest({ db, changeRequest, params, report }) {
    const asked = params.userId
    const kind = await removeRequest(db, changeRequest.id, asked)
    if (!kind) throw problem('notFound')
    const data = kind === 'user' ? { users: [asked] } : { users: [], teams: [asked] }
    report({ target: eventTargetOf(changeRequest), data })
  },

  async getViewedChanges({ db, changeRequest, caller }) {
    return { items: await listViewed(db, changeRequest, caller.user.id) }
  },

  async updateViewedChange({ db, changeRequest, caller, body, report }) {
    await setViewed(db, changeRequest, caller.user.id, body)
    // Nobody else has to hear of it.
    report({ changed: false })
  },

  async getContributorsByChangeRequestId({ db, changeRequest, page, urls }) {
    const { rows, count, next } = await takeContributors(db, changeRequest, page)
    const items = rows.map((row) => ({ updatedAt: row.updated_at, count: row.revisions, user: toUser(row, urls) }))
    return { items, count, next }
  },
})
