// Change requests: proposed edits to a space that are reviewed and merged together.
import Type from 'typebox'
import { Nullable, named, oneOf, Timestamp, Uri } from '../server/schemas.ts'
import { User } from './users.ts'

const ChangeRequestStatus = oneOf('draft', 'open', 'archived', 'merged')
const Subject = Type.String({ maxLength: 100 })
const Description = Type.String({ maxLength: 5000 })

export const ChangeRequest = named(
  'ChangeRequest',
  Type.Object({
    object: Type.Literal('change-request'),
    id: Type.String(),
    number: Type.Integer({ description: 'Sequential number within the space, starting at 1.' }),
    status: ChangeRequestStatus,
    subject: Subject,
    description: Type.Optional(Description),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: Type.String({ description: 'The id of its space.' }),
    revision: Type.String({ description: 'The head revision of the change request.' }),
    revisionInitial: Type.String({ description: 'The revision of the space it was created from.' }),
    revisionMergedAncestor: Type.Optional(
      Type.String({ description: 'The revision of the space it was last updated from.' }),
    ),
    revisionMerged: Type.Optional(Type.String({ description: 'The revision of the space created by the merge.' })),
    comments: Type.Integer({ description: 'Number of open comments.' }),
    outdated: Type.Boolean({
      description: 'Whether the space has changed since the last update. Always false for merged change requests.',
    }),
    urls: Type.Object({ app: Uri, location: Uri }),
  }),
)

export const ChangeRequestFilter = Type.Object({
  status: Type.Optional(ChangeRequestStatus),
  contributor: Type.Optional(Type.String({ description: 'The id of a user who created a revision of it.' })),
})

const SomeId = (description: string) => Type.Optional(Type.String({ description }))

export const OrganizationChangeRequestFilter = Type.Object({
  status: Type.Optional(
    Type.Array(ChangeRequestStatus, {
      minItems: 1,
      maxItems: 4,
      description: 'Only change requests with one of these statuses; default `open`.',
    }),
  ),
  creator: SomeId('The id of the user who created it.'),
  contributor: SomeId('The id of a user who created a revision of it.'),
  requestedReviewer: SomeId(
    'The id of a user whose review is requested and pending, of them or of one of their teams.',
  ),
  site: SomeId('The id of a site that shows its space.'),
  space: SomeId('The id of its space.'),
  orderBy: Type.Optional(oneOf('updatedAt', 'createdAt')),
})

export const NewChangeRequest = Type.Object({
  subject: Type.Optional(Subject),
  description: Type.Optional(Description),
})

export const ChangeRequestPatch = Type.Object({
  subject: Type.Optional(Subject),
  description: Type.Optional(Nullable(Description)),
  status: Type.Optional(oneOf('draft', 'open', 'archived')),
})

export const MergeQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: 'Report the result of the merge without merging.' })),
  pastRules: Type.Optional(
    Type.Boolean({
      description: 'Merge although the rules of the space are not met; only for those who manage the space.',
    }),
  ),
})

export const MergeBody = Type.Object({
  declinedRedirects: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
      maxItems: 1000,
      uniqueItems: true,
      description: 'Former paths of pages that the merge moves: they lead nowhere instead of redirecting.',
    }),
  ),
})

export const MergeResult = Type.Object({
  revision: Type.String({ description: 'The head revision of the space after the operation.' }),
  result: oneOf('merge', 'conflicts'),
  rules: Type.Optional(
    Type.Array(oneOf('approvals', 'approvalByOthers', 'resolvedComments'), {
      description: 'The rules of the space that are not met.',
    }),
  ),
})

export const UpdateResult = Type.Object({
  revision: Type.String({ description: 'The head revision of the change request after the operation.' }),
  result: oneOf('update', 'conflicts'),
})
