import { routes } from '../../server/operation.ts'
import { FormatQuery } from '../../shapes/comments.ts'
import {
  ChangeRequestReview,
  NewReview,
  Requested,
  RequestedReviewer,
  ReviewRequest,
  UserContributor,
} from './review-schemas.ts'
import { ViewedChanges, ViewedMark } from './viewed-schemas.ts'

const ONE = '/spaces/:spaceId/change-requests/:changeRequestId'

export const reviewRoutes = routes('Reviews of change requests', {
  getReviewsByChangeRequestId: {
    get: `${ONE}/reviews`,
    can: 'space.view',
    query: FormatQuery,
    list: ChangeRequestReview,
    summary: 'List the reviews of a change request, oldest first',
  },
  getChangeRequestReviewById: {
    get: `${ONE}/reviews/:reviewId`,
    can: 'space.view',
    query: FormatQuery,
    reply: ChangeRequestReview,
    summary: 'Get a review of a change request',
  },
  submitChangeRequestReview: {
    post: `${ONE}/reviews`,
    can: 'space.review',
    query: FormatQuery,
    body: NewReview,
    reply: ChangeRequestReview,
    status: 201,
    event: 'change-request.reviewed',
    summary: 'Review the current content of a change request',
  },
  getRequestedReviewersByChangeRequestId: {
    get: `${ONE}/requested-reviewers`,
    can: 'space.view',
    list: RequestedReviewer,
    summary: 'List the requested reviewers who have not reviewed yet',
  },
  requestReviewersForChangeRequest: {
    post: `${ONE}/requested-reviewers`,
    can: 'space.propose',
    body: ReviewRequest,
    reply: Requested,
    event: 'change-request.reviewers.requested',
    summary: 'Request reviews from users and teams',
  },
  removeRequestedReviewerFromChangeRequest: {
    delete: `${ONE}/requested-reviewers/:userId`,
    can: 'space.propose',
    event: 'change-request.reviewers.removed',
    summary: 'Withdraw the review request to a user, or to a team, by its id',
  },
  getViewedChanges: {
    get: `${ONE}/viewed`,
    can: 'space.view',
    reply: ViewedChanges,
    summary: 'List what you have viewed of a change request: what has not changed since',
  },
  updateViewedChange: {
    put: `${ONE}/viewed`,
    can: 'space.view',
    body: ViewedMark,
    event: 'change-request.viewed',
    summary: 'Mark a page, a file or a reusable content of a change request as viewed, or no longer',
  },
  getContributorsByChangeRequestId: {
    get: `${ONE}/contributors`,
    can: 'space.view',
    list: UserContributor,
    summary: 'List the contributors to a change request, latest first',
  },
})
