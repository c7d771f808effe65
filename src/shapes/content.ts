// The content of a revision: nested pages and their documents.
import Type, { type Static, type TSchema } from 'typebox'
import { Id, named, oneOf, recursive, Timestamp, Uri } from '../server/schemas.ts'
import { ChangeRequest } from './change-requests.ts'
import { File } from './files.ts'
import { User } from './users.ts'

const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description })

const flag = (description: string) => Type.Optional(Type.Boolean({ default: true, description }))

const RevisionId = Type.Optional(Type.String({ description: 'Read this revision instead of the current one.' }))

/** Query parameters of every content read. */
const reading = {
  metadata: flag('If false, omit the Git origin of pages, files and reusable contents.'),
  computed: flag(
    'If false, return computed pages as stored: one page of type `computed` each. Readers of sites get none.',
  ),
}

const Evaluated = Type.Optional(
  described(
    oneOf('true', 'false', 'deterministic-only'),
    'Replace expressions with their values, and conditions with their content. `deterministic-only` keeps expressions ' +
      'that depend on the visitor. Conditions are always replaced for site visitors.',
  ),
)

const Schema = Type.Optional(
  described(
    oneOf('current', 'next'),
    'The blocks of documents. `current`, the default unless `evaluated` is `deterministic-only`: those that clients of ' +
      'version 0.137 know; updates, prompts and action buttons become other blocks. `next`: all blocks, as stored.',
  ),
)

const pageReading = {
  ...reading,
  format: Type.Optional(
    described(oneOf('document', 'markdown', 'html'), 'Include the content of the page in this format.'),
  ),
  evaluated: Evaluated,
  schema: Schema,
}

/** For a revision named in the path. */
export const RevisionQuery = Type.Object(reading)
export const RevisionPageQuery = Type.Object(pageReading)
export const DocumentQuery = Type.Object({ evaluated: Evaluated, schema: Schema })
export const StoredDocumentQuery = Type.Object({ schema: Schema })

/** For the head of a space or change request, or another revision named in the query. */
export const ContentQuery = Type.Object({ ...reading, revision: RevisionId })
export const PageQuery = Type.Object({ ...pageReading, revision: RevisionId })

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

export const Layout = Type.Object({
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

const PageTag = named(
  'RevisionPageTag',
  Type.Object({
    tag: Type.Object({ kind: Type.Literal('tag'), tag: Type.String(), space: Type.Optional(Type.String()) }),
    primary: Type.Optional(Type.Boolean()),
  }),
)

const pageFields = {
  id: Id,
  title: Type.String(),
  linkTitle: Type.Optional(
    Type.String({ description: 'The title in the table of contents, if it differs from the page title.' }),
  ),
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
  html: Type.Optional(Type.String({ description: 'The text of the page as HTML, without script and styles.' })),
  document: Type.Optional(JsonDocument),
  layout: Type.Optional(Layout),
  cover: Type.Optional(Anything),
  variables: Type.Optional(Variables),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ description: 'Only visitors who meet this condition see the page.' })),
  target: Type.Optional(Anything),
  computed: Type.Optional(Anything),
  computedSeed: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(PageTag)),
  git: Type.Optional(GitBlob),
}

const FlatPage = Type.Object(pageFields)
export type PageJson = Static<typeof FlatPage> & { pages?: PageJson[] }

export const Page = recursive<PageJson>('Page', (itself) =>
  Type.Object({ ...pageFields, pages: Type.Optional(Type.Array(itself)) }),
)

export const Pages = Type.Object({ pages: Type.Array(Page) })

const MetaLinkTarget = Type.Union([
  Type.Object({ kind: Type.Literal('page'), page: Id, space: Type.Optional(Id) }),
  Type.Object({ kind: Type.Literal('url'), url: Uri }),
])

export const MetaLinks = named(
  'RevisionPageMetaLinks',
  Type.Object({
    canonical: Type.Optional(described(MetaLinkTarget, 'The canonical page for search engines.')),
    alternates: Type.Optional(
      Type.Array(MetaLinkTarget, { description: 'Other versions of the page, such as translations.' }),
    ),
  }),
)
export type MetaLinksJson = Static<typeof MetaLinks>

export const ReusableContent = named(
  'ReusableContent',
  Type.Object({ id: Id, title: Type.String(), document: Type.Optional(Type.String()), git: Type.Optional(GitBlob) }),
)

const Tag = named(
  'RevisionTag',
  Type.Object({
    slug: Type.String(),
    label: Type.String(),
    color: Type.String(),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
  }),
)

/** The commit that a revision was imported from or exported to. */
const RevisionCommit = Type.Optional(
  Type.Object({
    oid: Type.String(),
    message: Type.String(),
    createdByService: Type.Boolean({ description: 'Created by an export.' }),
    createdByGitBook: Type.Boolean({ description: 'Alias of `createdByService`, for clients of the reference API.' }),
    url: Type.Optional(Uri),
    ref: Type.Optional(Type.String()),
  }),
)

const RevisionType = oneOf('edits', 'merge', 'rollback', 'update', 'computed')

export const Revision = named(
  'Revision',
  Type.Object({
    object: Type.Literal('revision'),
    id: Id,
    type: RevisionType,
    parents: Type.Array(Type.String()),
    mergedFrom: Type.Optional(ChangeRequest),
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableContent),
    tags: Type.Array(Tag),
    variables: Variables,
    createdAt: Timestamp,
    git: RevisionCommit,
    urls: Type.Object({ app: Uri }),
  }),
)

export const PageAuthors = named(
  'PageAuthors',
  Type.Object({
    object: Type.Literal('page-authors'),
    blocks: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key of a block at the top level of the page.' }),
        revision: Type.String({
          description: 'The revision that brought the block as it is; that of its change request, if it was merged.',
        }),
        createdBy: Type.Optional(User),
        createdAt: Timestamp,
      }),
    ),
    complete: Type.Boolean({ description: 'False if some blocks are older than what is looked at.' }),
  }),
)

export const RevisionSummary = named(
  'RevisionSummary',
  Type.Object({
    object: Type.Literal('revision'),
    id: Id,
    type: RevisionType,
    parents: Type.Array(Type.String()),
    mergedFrom: Type.Optional(ChangeRequest),
    createdBy: Type.Optional(User),
    createdAt: Timestamp,
    pastRules: Type.Optional(
      Type.Boolean({
        description: 'It changed main content although the rules of the space for merging were not met.',
      }),
    ),
    git: RevisionCommit,
    urls: Type.Object({ app: Uri, location: Uri }),
  }),
)

export const PageRevisions = Type.Object({
  items: Type.Array(RevisionSummary),
  next: Type.Optional(
    Type.Object(
      { page: Type.String() },
      { description: 'Where to go on. A page of the list may have fewer items than its limit, or none.' },
    ),
  ),
})
