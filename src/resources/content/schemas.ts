// The content of a revision as the API shows it: pages, nested, and their documents.
import Type, { type Static, type TSchema } from 'typebox'
import { Id, named, oneOf, recursive, Timestamp, Uri } from '../../server/schemas.ts'
import { ChangeRequest } from '../change-requests/schemas.ts'
import { File } from '../files/schemas.ts'
import { User } from '../users/schemas.ts'

const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description })

const flag = (description: string) => Type.Optional(Type.Boolean({ default: true, description }))

const Older = Type.Optional(Type.String({ description: 'Reads this revision instead of the current one.' }))

/** How content is read, wherever. */
const reading = {
  metadata: flag('False leaves out where pages, files and reusable contents come from in git.'),
  computed: flag('False leaves computed pages as they are stored. So does true: nothing is computed on reading yet.'),
}

const Evaluated = Type.Optional(
  described(
    oneOf('true', 'false', 'deterministic-only'),
    'Replaces expressions by their values, and conditions by what they hold. `deterministic-only` leaves expressions ' +
      'that depend on the visitor as they are. Readers of a site always get conditions replaced.',
  ),
)

const pageReading = {
  ...reading,
  format: Type.Optional(described(oneOf('document', 'markdown'), 'Adds the content of the page in this form.')),
  evaluated: Evaluated,
}

/** In a revision that the path names. */
export const InRevision = Type.Object(reading)
export const PageInRevision = Type.Object(pageReading)
export const DocumentQuery = Type.Object({ evaluated: Evaluated })

/** In the current revision of a space or a change request, or in another that the query names. */
export const ContentQuery = Type.Object({ ...reading, revision: Older })
export const PageQuery = Type.Object({ ...pageReading, revision: Older })

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

export const Pages = Type.Object({ pages: Type.Array(Page) })

export const ReusableContent = named(
  'ReusableContent',
  Type.Object({ id: Id, title: Type.String(), document: Type.Optional(Type.String()), git: Type.Optional(GitBlob) }),
)

/** The commit that a revision came from, or went to. */
const RevisionCommit = Type.Optional(
  Type.Object({
    oid: Type.String(),
    message: Type.String(),
    createdByService: Type.Boolean({ description: 'Made by an export.' }),
    createdByGitBook: Type.Boolean({ description: 'The same, under the name that clients of the reference know.' }),
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
    variables: Variables,
    createdAt: Timestamp,
    git: RevisionCommit,
    urls: Type.Object({ app: Uri }),
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
    git: RevisionCommit,
    urls: Type.Object({ app: Uri, location: Uri }),
  }),
)
