// A change request: edits to a space that are proposed, reviewed and merged together.
import Type from 'typebox'
import { named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'
import { User } from '../users/schemas.ts'

export const Status = oneOf('draft', 'open', 'archived', 'merged')
const Subject = Type.String({ maxLength: 100 })

export const ChangeRequest = named(
  'ChangeRequest',
  Type.Object({
    object: Type.Literal('change-request'),
    id: Type.String(),
    number: Type.Integer({ description: 'Counts from 1 in each space.' }),
    status: Status,
    subject: Subject,
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    revision: Type.String({ description: 'The content as the change request has it.' }),
    revisionInitial: Type.String({ description: 'The revision of the space it was created from.' }),
    revisionMergedAncestor: Type.Optional(
      Type.String({ description: 'The revision of the space it was last updated from.' }),
    ),
    revisionMerged: Type.Optional(Type.String({ description: 'The revision of the space that its merge made.' })),
    comments: Type.Integer({ description: 'Open comments.' }),
    outdated: Type.Boolean({ description: 'The space has changed since the last update; never once it is merged.' }),
    urls: Type.Object({ app: Uri, location: Uri }),
  }),
)

export const ChangeRequestFilter = Type.Object({
  status: Type.Optional(Status),
  contributor: Type.Optional(Type.String({ description: 'The id of a user who made a revision of it.' })),
})

export const NewChangeRequest = Type.Object({ subject: Type.Optional(Subject) })

export const ChangeRequestPatch = Type.Object({
  subject: Type.Optional(Subject),
  status: Type.Optional(oneOf('draft', 'open', 'archived')),
})

export const MergeQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ description: 'Only says what a merge would do; nothing changes.' })),
})

export const Merged = Type.Object({
  revision: Type.String({ description: 'The content of the space after this, new or as it was.' }),
  result: oneOf('merge', 'conflicts'),
})

export const Updated = Type.Object({
  revision: Type.String({ description: 'The content of the change request after this, new or as it was.' }),
  result: oneOf('update', 'conflicts'),
})
