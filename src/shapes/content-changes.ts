// Batches of content changes, and their replies. A change is one shape with the fields of all operations, so that
// validation names the bad field. `domain/content-changes/changes.ts` checks which fields an operation requires.
import Type, { type Static, type TSchema } from 'typebox'
import { Id, Nullable, named, oneOf, Uri, WebUrl } from '../server/schemas.ts'
import { ChangeRequest } from './change-requests.ts'
import { PagesSource } from './computed-content.ts'
import { JsonDocument, Layout } from './content.ts'
import { File } from './files.ts'

const MAX_CHANGES = 50

const optional = <T extends TSchema>(schema: T, description?: string) =>
  Type.Optional(description === undefined ? schema : { ...schema, description })

const Text = (maxLength: number) => Type.String({ maxLength })
const Title = Type.String({ minLength: 1, maxLength: 1000 })
const VariableValue = Type.Unsafe<string | number | boolean>({
  anyOf: [{ type: 'string', maxLength: 256 }, { type: 'number' }, { type: 'boolean' }],
})
const Variables = Type.Unsafe<Record<string, Static<typeof VariableValue> | null>>({
  type: 'object',
  maxProperties: 1000,
  propertyNames: { pattern: '^[\\p{L}_$][\\p{L}\\p{N}_$-]{0,63}$' },
  additionalProperties: { anyOf: [VariableValue, { type: 'null' }] },
})
const Ref = Type.Unsafe<{ kind: string }>({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' } },
})
const MetaLinks = Type.Object({
  canonical: Type.Optional(Ref),
  alternates: Type.Optional(Type.Array(Ref, { maxItems: 100 })),
})
const Cover = Type.Object({
  ref: Type.Optional(Ref),
  refDark: Type.Optional(Ref),
  yPos: Type.Optional(Type.Number()),
})

/** Content as markdown or as a document; an empty document if neither is given. */
export const WrittenDocument = named(
  'WrittenDocument',
  Type.Object({
    markdown: Type.Optional(Type.String()),
    document: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  }),
)

/** A file to insert, with exactly one source of its bytes. */
export const NewFile = Type.Object({
  base64: optional(Type.String(), 'The bytes as Base64 or as a `data:` URL.'),
  url: optional(WebUrl, 'The URL to fetch the file from.'),
  key: optional(Text(128), 'The key of an upload.'),
  name: optional(Text(1024), 'Default: derived from the bytes.'),
  ref: optional(Id),
})

const pageFields = {
  title: optional(Title, 'Default: the first heading of the markdown, if it begins with `# …`.'),
  linkTitle: optional(Nullable(Text(100)), 'The title in the table of contents, if it differs from the page title.'),
  slug: optional(Text(100), 'Default: derived from the title. Gets a suffix if a sibling has the same slug.'),
  emoji: optional(Nullable(Text(50))),
  icon: optional(Nullable(Text(50))),
  description: optional(Nullable(Text(5000))),
  hidden: optional(Type.Boolean()),
  noIndex: optional(Type.Boolean()),
  noRobotsIndex: optional(Type.Boolean()),
  condition: optional(Nullable(Text(1024))),
  layout: optional(Nullable(Type.Partial(Layout))),
  cover: optional(Nullable(Cover)),
  metaLinks: optional(
    Nullable(MetaLinks),
    'The canonical page and alternate versions, as references to pages or URLs.',
  ),
  target: optional(Ref, 'For a link: its target.'),
  computed: optional(PagesSource, 'For a computed page: its source.'),
}

const OPERATIONS = [
  'insert_page',
  'update_page',
  'delete_page',
  'revert_page',
  'insert_files',
  'delete_files',
  'insert_reusable_content',
  'update_reusable_content',
  'delete_reusable_content',
  'set_variables',
] as const

export const ContentChange = named(
  'ContentChange',
  Type.Object({
    operation: oneOf(...OPERATIONS),
    ...pageFields,
    page: optional(Id, 'The id of the page, or its ref if this batch inserts it.'),
    type: optional(oneOf('document', 'group', 'link', 'computed'), 'For an inserted page; default `document`.'),
    into: optional(Nullable(Id), 'The parent page, by id or ref; null for the top level.'),
    at: optional(Type.Integer({ minimum: 0 }), 'The index among its siblings; default: the end.'),
    ref: optional(Id, 'A name for the inserted object, usable in all changes and documents of this batch.'),
    document: optional(Nullable(WrittenDocument)),
    revision: optional(Id, 'The revision to revert to; default: the previous one.'),
    block: optional(
      Type.Array(Id, { minItems: 1, maxItems: 1000 }),
      'The keys of the blocks to revert; default: the whole page.',
    ),
    files: optional(
      Type.Array(Type.Union([Id, NewFile]), { minItems: 1, maxItems: 1000 }),
      'At most 20 files to insert, or the ids or refs of files to delete.',
    ),
    reusableContent: optional(Id, 'The reusable content, by id or ref.'),
    variables: optional(
      Nullable(Variables),
      'For a page: all of its variables. For the space: the variables to set; null removes one.',
    ),
  }),
)
export type ContentChange = Static<typeof ContentChange>

export const ContentChanges = Type.Object({
  changes: Type.Array(ContentChange, { minItems: 1, maxItems: MAX_CHANGES }),
  base: optional(
    Id,
    'The revision that the writer began from. The changes are merged with everything written since, word by word; if both changed the same, nothing is written and the reply is a 409 with `error.conflicts`. Default: the current revision.',
  ),
})

const PageRef = Type.Object({ object: Type.Literal('page'), id: Type.String(), urls: Type.Object({ location: Uri }) })

/** The effect of each change, in the order of the batch. */
const Effect = Type.Union([
  Type.Object({ object: Type.Literal('created_page'), ref: Type.Optional(Type.String()), page: PageRef }),
  Type.Object({ object: Type.Literal('updated_page'), page: PageRef }),
  Type.Object({ object: Type.Literal('deleted_page'), page: Type.String() }),
  Type.Object({ object: oneOf('files', 'reusable_content', 'variables'), ids: Type.Array(Type.String()) }),
])
export type EffectJson = Static<typeof Effect>

const Effects = Type.Array(Effect, { description: 'The effect of each change, in the order of the batch.' })

const InsertedFiles = Type.Optional(Type.Array(File, { description: 'In the order of the batch.' }))

export const MergedDocument = Type.Object({
  page: Type.Optional(Type.String()),
  reusableContent: Type.Optional(Type.String()),
  document: JsonDocument,
})

const MergedDocuments = Type.Optional(
  Type.Array(MergedDocument, {
    description: 'With a `base`: the documents of the batch that are now different from what was sent.',
  }),
)

export const ChangeRequestContentUpdate = named(
  'ChangeRequestContentUpdate',
  Type.Object({
    changeRequest: ChangeRequest,
    revision: Type.String({ description: 'The current revision of the change request.' }),
    changes: Effects,
    insertedFiles: InsertedFiles,
    documents: MergedDocuments,
  }),
)

export const SpaceContentUpdate = named(
  'SpaceContentUpdate',
  Type.Object({
    revision: Type.String({ description: 'The current revision. Unchanged if the batch changed nothing.' }),
    changes: Effects,
    insertedFiles: InsertedFiles,
    documents: MergedDocuments,
  }),
)

export const CompatQuery = Type.Object({
  compat: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'If false, or with a `base`, the reply also contains the effect of each change.',
    }),
  ),
})

const PageMove = Type.Object({
  page: Id,
  into: optional(
    Type.Union([Id, Type.Null()]),
    'The page of the other space that it goes into. Default: the top level.',
  ),
  at: optional(Type.Integer({ minimum: 0 }), 'Its place among the pages there. Default: the end.'),
})

export const MovePages = Type.Object({
  pages: Type.Array(PageMove, {
    minItems: 1,
    maxItems: MAX_CHANGES,
    description: 'The pages to move, each with all pages below it.',
  }),
  to: Type.Object({
    space: Id,
    changeRequest: optional(Id, 'The change request of that space to move the pages to. Default: its main content.'),
  }),
})

export const MovedPages = named(
  'MovedPages',
  Type.Object({
    revision: Type.String({ description: 'The head of the content that the pages left.' }),
    target: Type.Object({
      space: Type.String(),
      changeRequest: Type.Optional(Type.String()),
      revision: Type.String({ description: 'The head of the content that has the pages now.' }),
    }),
    pages: Type.Array(Type.Object({ page: Type.String(), id: Type.String() }), {
      description:
        'The id of every moved page before and after. They differ only if the other space had a page of that id.',
    }),
  }),
)
