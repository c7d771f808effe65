// The content of a revision as the API shows it: pages, nested, and their documents.
import Type, { type Static } from 'typebox'
import { Id, named, oneOf, recursive, Timestamp, Uri } from '../../server/schemas.ts'

export const ContentQuery = Type.Object({
  revision: Type.Optional(Type.String({ description: 'Reads this revision instead of the current one.' })),
})

export const PageQuery = Type.Object({
  revision: ContentQuery.properties.revision,
  format: Type.Optional(
    Type.Unsafe<'document' | 'markdown'>({
      type: 'string',
      enum: ['document', 'markdown'],
      description: 'Adds the content of the page in this form.',
    }),
  ),
})

export const JsonDocument = named(
  'JSONDocument',
  Type.Unsafe<{ object: 'document'; data: object; nodes: object[] }>({
    type: 'object',
    required: ['object', 'data', 'nodes'],
    properties: {
      object: { const: 'document' },
      data: { type: 'object', additionalProperties: true },
      nodes: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
  }),
)

const Anything = Type.Unsafe<object>({ type: 'object', additionalProperties: true })
const GitBlob = Type.Object({ oid: Type.String(), path: Type.String() })
const Variables = Type.Unsafe<Record<string, string | number | boolean>>({ type: 'object', additionalProperties: true })

const Layout = Type.Object({
  width: oneOf('default', 'wide'),
  cover: Type.Boolean(),
  coverSize: oneOf('full', 'hero'),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
})

const pageFields = {
  id: Id,
  title: Type.String(),
  type: oneOf('document', 'group', 'link', 'computed'),
  kind: Type.Optional(oneOf('sheet', 'group', 'link')),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
  urls: Type.Optional(Type.Object({ app: Uri })),
  slug: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  markdown: Type.Optional(Type.String()),
  document: Type.Optional(JsonDocument),
  layout: Type.Optional(Layout),
  cover: Type.Optional(Anything),
  variables: Type.Optional(Variables),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  target: Type.Optional(Anything),
  computed: Type.Optional(Anything),
  computedSeed: Type.Optional(Type.String()),
  git: Type.Optional(GitBlob),
}

const FlatPage = Type.Object(pageFields)
export type PageJson = Static<typeof FlatPage> & { pages?: PageJson[] }

export const Page = recursive<PageJson>('Page', (itself) =>
  Type.Object({ ...pageFields, pages: Type.Optional(Type.Array(itself)) }),
)

const File = named(
  'File',
  Type.Object({
    id: Id,
    name: Type.String(),
    contentType: Type.String(),
    size: Type.Integer(),
    dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
    git: Type.Optional(GitBlob),
  }),
)

const ReusableContent = named(
  'ReusableContent',
  Type.Object({ id: Id, title: Type.String(), document: Type.Optional(Type.String()), git: Type.Optional(GitBlob) }),
)

export const Revision = named(
  'Revision',
  Type.Object({
    object: Type.Literal('revision'),
    id: Id,
    type: oneOf('edits', 'merge', 'rollback', 'update', 'computed'),
    parents: Type.Array(Type.String()),
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableContent),
    variables: Variables,
    createdAt: Timestamp,
    urls: Type.Object({ app: Uri }),
  }),
)
