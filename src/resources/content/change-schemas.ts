// The batch of changes by which content is written, and what it answers. A change is one shape with the fields of all
// operations, so that a bad field is named where it stands; which fields an operation needs is told in `changes.ts`.
import Type, { type Static, type TSchema } from 'typebox'
import { Id, Nullable, named, oneOf, Uri, WebUrl } from '../../server/schemas.ts'
import { ChangeRequest } from '../change-requests/schemas.ts'
import { File } from '../files/schemas.ts'
import { Layout } from './schemas.ts'

const CHANGES_AT_ONCE = 50

const may = <T extends TSchema>(schema: T, description?: string) =>
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
const Cover = Type.Object({
  ref: Type.Optional(Ref),
  refDark: Type.Optional(Ref),
  yPos: Type.Optional(Type.Number()),
})

/** Content as it is written: as markdown, or as a document. Neither is an empty document. */
export const WrittenDocument = named(
  'WrittenDocument',
  Type.Object({
    markdown: Type.Optional(Type.String()),
    document: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  }),
)

/** A file to insert; where its bytes come from is said once. */
export const NewFile = Type.Object({
  base64: may(Type.String(), 'Its bytes, as Base64; a `data:` URL will do.'),
  url: may(WebUrl, 'Where to fetch it.'),
  key: may(Text(128), 'The key of an upload.'),
  name: may(Text(1024), 'Absent: made from what the bytes are.'),
  ref: may(Id),
})

const pageFields = {
  title: may(Title, 'Without it, markdown that begins with `# …` brings the title along.'),
  slug: may(Text(100), 'Empty: made from the title. Gets a suffix when another page there has it.'),
  emoji: may(Nullable(Text(50))),
  icon: may(Nullable(Text(50))),
  description: may(Nullable(Text(5000))),
  hidden: may(Type.Boolean()),
  noIndex: may(Type.Boolean()),
  noRobotsIndex: may(Type.Boolean()),
  condition: may(Nullable(Text(1024))),
  layout: may(Nullable(Type.Partial(Layout))),
  cover: may(Nullable(Cover)),
  target: may(Ref, 'Of a link: where it leads.'),
}

const OPERATIONS = [
  ...(['insert_page', 'update_page', 'delete_page', 'revert_page', 'insert_files', 'delete_files'] as const),
  ...(['insert_reusable_content', 'update_reusable_content', 'delete_reusable_content', 'set_variables'] as const),
] as const

export const ContentChange = named(
  'ContentChange',
  Type.Object({
    operation: oneOf(...OPERATIONS),
    ...pageFields,
    page: may(Id, 'The page that is meant: its id, or its ref when this batch inserts it.'),
    type: may(oneOf('document', 'group', 'link'), 'Of a page that is inserted; a document unless it says otherwise.'),
    into: may(Nullable(Id), 'The page to put it into, by id or ref; null is the top.'),
    at: may(Type.Integer({ minimum: 0 }), 'At which place among the others there; absent: at the end.'),
    ref: may(Id, 'A name for what is inserted, valid in every change and every document of this batch.'),
    document: may(Nullable(WrittenDocument)),
    revision: may(Id, 'To which revision to revert; absent: the one before.'),
    block: may(Type.Array(Id, { minItems: 1, maxItems: 1000 }), 'The keys of the blocks to revert; absent: the page.'),
    files: may(
      Type.Array(Type.Union([Id, NewFile]), { minItems: 1, maxItems: 1000 }),
      'Those to insert, at most 20, or the ids (or refs) of those to delete.',
    ),
    reusableContent: may(Id, 'The reusable content that is meant, by id or ref.'),
    variables: may(Nullable(Variables), 'Of a page: all of them. Of the space: those to set; null removes one.'),
  }),
)
export type ContentChange = Static<typeof ContentChange>

export const ContentChanges = Type.Object({
  changes: Type.Array(ContentChange, { minItems: 1, maxItems: CHANGES_AT_ONCE }),
})

const PageRef = Type.Object({ object: Type.Literal('page'), id: Type.String(), urls: Type.Object({ location: Uri }) })

/** What each change did, in the order of the batch. */
const Effect = Type.Union([
  Type.Object({ object: Type.Literal('created_page'), ref: Type.Optional(Type.String()), page: PageRef }),
  Type.Object({ object: Type.Literal('updated_page'), page: PageRef }),
  Type.Object({ object: Type.Literal('deleted_page'), page: Type.String() }),
  Type.Object({ object: oneOf('files', 'reusable_content', 'variables'), ids: Type.Array(Type.String()) }),
])
export type EffectJson = Static<typeof Effect>

const Effects = Type.Array(Effect, { description: 'What each change did, in the order of the batch.' })

const InsertedFiles = Type.Optional(Type.Array(File, { description: 'In the order of the batch.' }))

export const ChangeRequestContentUpdate = named(
  'ChangeRequestContentUpdate',
  Type.Object({ changeRequest: ChangeRequest, changes: Effects, insertedFiles: InsertedFiles }),
)

export const SpaceContentUpdate = named(
  'SpaceContentUpdate',
  Type.Object({
    revision: Type.String({ description: 'The current revision: a new one, unless the batch changed nothing.' }),
    changes: Effects,
    insertedFiles: InsertedFiles,
  }),
)

export const CompatQuery = Type.Object({
  compat: Type.Optional(
    Type.Boolean({ default: true, description: 'False answers what each change did beside the change request.' }),
  ),
})
