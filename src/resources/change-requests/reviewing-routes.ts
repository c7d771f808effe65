import { routes } from '../../server/operation.ts'
import { FormatQuery } from '../comments/schemas.ts'
import {
  ChangeRequestReview,
  NewReview,
  Requested,
  RequestedReviewer,
  ReviewRequest,
  UserContributor,
} from './review-schemas.ts'

const ONE = '/spaces/:spaceId/change-requests/:changeRequestId'

export const reviewingRoutes = routes('Reviews of change requests', {
  getReviewsByChangeRequestId: {
    get: `${ONE}/reviews`,
    can: 'space.view',
    query: FormatQuery,
    list: ChangeRequestReview,
    summary: 'List the reviews of a change request, oldest first',
  },
  submitChangeRequestReview: {
    post: `${ONE}/reviews`,
    can: 'space.review',
    query: FormatQuery,
    body: NewReview,
    reply: ChangeRequestReview,
    status: 201,
    event: 'change-request.reviewed',
    summary: 'Review a change request as it is now',
  },
  getRequestedReviewersByChangeRequestId: {
    get: `${ONE}/requested-reviewers`,
    can: 'space.view',
    list: RequestedReviewer,
    summary: 'List those who are asked for a review and have not given it yet',
  },
  requestReviewersForChangeRequest: {
    post: `${ONE}/requested-reviewers`,
    can: 'space.propose',
    body: ReviewRequest,
    reply: Requested,
    event: 'change-request.reviewers.requested',
    summary: 'Ask users for a review',
  },
  removeRequestedReviewerFromChangeRequest: {
    delete: `${ONE}/requested-reviewers/:userId`,
    can: 'space.propose',
    event: 'change-request.reviewers.removed',
    summary: 'No longer ask a user for a review',
  },
  getContributorsByChangeRequestId: {
    get: `${ONE}/contributors`,
    can: 'space.view',
    list: UserContributor,
    summary: 'List those who made revisions of a change request, the latest first',
  },
})
