// Reviews, requested reviewers and contributors of a change request.
import Type from 'typebox'
import { Id, named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'
import { Comment, WrittenBody } from '../../shapes/comments.ts'
import { User } from '../../shapes/users.ts'

const ReviewStatus = oneOf('approved', 'changes-requested')

export const ChangeRequestReview = named(
  'ChangeRequestReview',
  Type.Object({
    object: Type.Literal('change-request-review'),
    id: Type.String(),
    revision: Type.String({ description: 'The revision that was reviewed.' }),
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: ReviewStatus,
    outdated: Type.Boolean({ description: 'The content of the change request has changed since.' }),
    comment: Type.Optional(Comment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Uri }),
  }),
)

export const NewReview = Type.Object({
  status: ReviewStatus,
  comment: Type.Optional({ ...WrittenBody, description: 'Posted as a comment on the change request.' }),
})

export const RequestedReviewer = named(
  'ChangeRequestRequestedReviewer',
  Type.Object({
    object: Type.Literal('change-request-requested-reviewer'),
    kind: oneOf('user', 'team'),
    user: Type.Optional(User),
    team: Type.Optional(
      Type.Object(
        { object: Type.Literal('team'), id: Type.String(), title: Type.String() },
        { description: 'A review by one of its members is enough.' },
      ),
    ),
    revision: Type.String({ description: 'The revision at the time of the review request.' }),
    requestedBy: User,
    createdAt: Timestamp,
  }),
)

export const ReviewRequest = Type.Object({
  users: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  teams: Type.Optional(
    Type.Array(Id, { maxItems: 20, description: 'Teams; a review by one of their members is enough.' }),
  ),
  subject: Type.Optional(Type.String({ maxLength: 100, description: 'Replaces the subject of the change request.' })),
})

export const Requested = Type.Object({ users: Type.Array(RequestedReviewer) })

export const UserContributor = named(
  'UserContributor',
  Type.Object({
    updatedAt: Timestamp,
    count: Type.Integer({ description: 'The number of revisions by the user.' }),
    user: User,
  }),
)
