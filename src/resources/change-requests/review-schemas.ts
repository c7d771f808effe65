// Who looks at a change request: reviews, those asked for one, and those who wrote it.
import Type from 'typebox'
import { Id, named, oneOf, Timestamp } from '../../server/schemas.ts'
import { Comment, WrittenBody } from '../comments/schemas.ts'
import { User } from '../users/schemas.ts'

const ReviewStatus = oneOf('approved', 'changes-requested')

export const ChangeRequestReview = named(
  'ChangeRequestReview',
  Type.Object({
    object: Type.Literal('change-request-review'),
    id: Type.String(),
    revision: Type.String({ description: 'The content that was reviewed.' }),
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: ReviewStatus,
    comment: Type.Optional(Comment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
)

export const NewReview = Type.Object({
  status: ReviewStatus,
  comment: Type.Optional({ ...WrittenBody, description: 'Becomes a comment on the change request.' }),
})

export const RequestedReviewer = named(
  'ChangeRequestRequestedReviewer',
  Type.Object({
    object: Type.Literal('change-request-requested-reviewer'),
    kind: Type.Literal('user'),
    user: User,
    revision: Type.String({ description: 'The content when the review was asked for.' }),
    requestedBy: User,
    createdAt: Timestamp,
  }),
)

export const ReviewRequest = Type.Object({
  users: Type.Array(Id, { maxItems: 100 }),
  subject: Type.Optional(Type.String({ maxLength: 100, description: 'Becomes the subject of the change request.' })),
})

export const Requested = Type.Object({ users: Type.Array(RequestedReviewer) })

export const UserContributor = named(
  'UserContributor',
  Type.Object({
    updatedAt: Timestamp,
    count: Type.Integer({ description: 'Revisions of the change request that the user made.' }),
    user: User,
  }),
)
