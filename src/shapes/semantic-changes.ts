// Differences between two revisions.
import Type from 'typebox'
import type { BeforeAfter } from '../engine/semantic-changes.ts'
import { named, oneOf, Uri } from '../server/schemas.ts'
import { ChangeRequest } from './change-requests.ts'

const Attributes = Type.Unsafe<Record<string, BeforeAfter>>({
  type: 'object',
  additionalProperties: { type: 'object', properties: { before: {}, after: {} } },
})

const ChangedPage = Type.Object({
  id: Type.String(),
  type: oneOf('document', 'group', 'link', 'computed'),
  title: Type.String(),
  path: Type.Optional(Type.String()),
})

const ChangedFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  contentType: Type.String(),
  downloadURL: Uri,
})

const ChangedReusableContent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  document: Type.Optional(Type.String()),
})

const Change = named(
  'RevisionSemanticChange',
  Type.Object({
    type: oneOf(
      'page_created',
      'page_edited',
      'page_moved',
      'page_deleted',
      'file_created',
      'file_edited',
      'file_deleted',
      'reusable_content_created',
      'reusable_content_edited',
      'reusable_content_deleted',
      'tag_created',
      'tag_edited',
      'tag_deleted',
      'variables_edited',
    ),
    page: Type.Optional(ChangedPage),
    parent: Type.Optional(Type.Object({ before: Type.Optional(ChangedPage), after: Type.Optional(ChangedPage) })),
    file: Type.Optional(ChangedFile),
    reusableContent: Type.Optional(ChangedReusableContent),
    tag: Type.Optional(Type.Object({ slug: Type.String(), label: Type.String() })),
    attributes: Type.Optional(Attributes),
    variables: Type.Optional(Attributes),
  }),
)

export const RevisionSemanticChanges = named(
  'RevisionSemanticChanges',
  Type.Object({
    mergedFrom: Type.Optional(ChangeRequest),
    changes: Type.Array(Change),
    more: Type.Optional(Type.Integer({ description: 'Number of omitted changes.' })),
  }),
)

export const ChangesQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, default: 10, description: 'Maximum number of changes.' }),
  ),
})
