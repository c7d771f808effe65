// Import runs: imports and their progress.
import Type, { type Static } from 'typebox'
import { SOURCE_NAMES } from '../imports/index.ts'
import { Id, named, oneOf, Timestamp, Uri, WebUrl } from '../server/schemas.ts'

const Format = Type.Optional(oneOf(...SOURCE_NAMES))

const Website = Type.Object({ type: Type.Literal('website'), url: WebUrl, format: Format })
const Files = Type.Object({
  type: Type.Literal('file'),
  files: Type.Array(Id, { minItems: 1, maxItems: 50, description: 'Keys of uploads.' }),
  format: Format,
})

/** The source to import. Without a format, a URL is a website, and a file's format follows from its name. */
const SourceInput = named(
  'ContentImportSource',
  Type.Unsafe<Static<typeof Website> | Static<typeof Files>>({ anyOf: [Website, Files] }),
)
export type SourceInput = Static<typeof SourceInput>

/** The source of a run, without credentials. Imports from Git and from the command line are runs too. */
const Source = named(
  'ImportRunSource',
  Type.Object({
    type: oneOf('website', 'file', 'git'),
    url: Type.Optional(Type.String()),
    files: Type.Optional(Type.Array(Type.String(), { description: 'Keys of uploads, or the name of a folder.' })),
    names: Type.Optional(Type.Array(Type.String(), { description: 'The names of these uploads.' })),
    format: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
  }),
)
export type Source = Static<typeof Source>

const Target = named(
  'ContentImportTarget',
  Type.Object({ space: Id, changeRequest: Type.Optional(Id), page: Type.Optional(Id) }),
)
export type Target = Static<typeof Target>

export const NewImportRun = named(
  'StartImportRun',
  Type.Object({ source: SourceInput, target: Target, site: Type.Optional(Id) }),
)

const STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const

const run = {
  object: Type.Literal('import-run'),
  id: Type.String(),
  status: oneOf(...STATUSES),
  reason: Type.Optional(Type.String({ description: 'Why it failed.' })),
  source: Source,
  target: Target,
  site: Type.Optional(Type.String()),
  createdBy: Type.Optional(Type.String()),
  createdAt: Timestamp,
  startedAt: Type.Optional(Timestamp),
  updatedAt: Timestamp,
  completedAt: Type.Optional(Timestamp),
  revision: Type.Optional(Type.String({ description: 'The revision with the imported content.' })),
  importedResources: Type.Integer({ minimum: 0, description: 'Pages and files imported so far.' }),
  totalResources: Type.Integer({ minimum: 0, description: 'Pages and files found so far.' }),
  urls: Type.Object({ location: Uri }),
}

export const ListedImportRun = named('ContentImportRun', Type.Object(run))

export const ImportRun = named(
  'ContentImportRunWithFailures',
  Type.Object({
    ...run,
    failures: Type.Array(Type.Object({ url: Type.String(), reason: Type.String() }), {
      description: 'Pages and files that could not be imported, at most 1000.',
    }),
  }),
)

export const ImportRunsQuery = Type.Object({
  space: Type.Optional(Type.String()),
  changeRequest: Type.Optional(Type.String()),
  site: Type.Optional(Type.String()),
  status: Type.Optional(
    Type.Unsafe<'active' | (typeof STATUSES)[number]>({
      ...oneOf('active', ...STATUSES),
      description: '`active` means pending or in progress.',
    }),
  ),
})
