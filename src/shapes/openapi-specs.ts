// OpenAPI specifications of an organization and their versions.
import Type from 'typebox'
import { booleans, inWords, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../server/schemas.ts'

export const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: inWords(SLUG, 'must consist of small letters and digits, with single hyphens between them'),
})

const Source = Type.Unsafe<{ url: string } | { text: string }>({
  anyOf: [
    Type.Object({ url: WebUrl }),
    Type.Object({ text: Type.String({ minLength: 1, description: 'The specification itself, as JSON or YAML.' }) }),
  ],
})

export const NewOpenAPISpec = Type.Object({ slug: Slug, source: Source })
const Visibility = oneOf('private', 'public')
export const OpenAPISpecPatch = Type.Object({ visibility: Visibility })
export const OpenAPISpecPut = Type.Object({ source: Source })

export const OpenAPISpec = named(
  'OpenAPISpec',
  Type.Object({
    object: Type.Literal('openapi-spec'),
    id: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Type.Optional(Uri),
    processingState: oneOf('pending', 'progress', 'complete'),
    visibility: Visibility,
    lastVersion: Type.Optional(Type.String()),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(oneOf('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
    lastProcessedErrors: Type.Optional(
      Type.Array(Type.Object({ message: Type.String(), code: Type.Optional(Type.String()) })),
    ),
    lastProcessedErrorCount: Type.Integer({ minimum: 0 }),
    permissions: booleans('view', 'edit'),
    urls: Type.Object({
      location: Uri,
      app: Uri,
      published: Type.Optional(Type.String({ format: 'uri', description: 'Public URL, which requires no token.' })),
    }),
  }),
)

export const OpenAPISpecVersion = named(
  'OpenAPISpecVersion',
  Type.Object({
    object: Type.Literal('openapi-spec-version'),
    id: Type.String(),
    createdAt: Timestamp,
    url: Type.String({ format: 'uri', maxLength: 2048 }),
    urls: Type.Object({ location: Uri }),
  }),
)

const operationName = {
  name: Type.String({ description: '`GET /spaces/{id}`, or `webhook space.updated`.' }),
  id: Type.Optional(Type.String({ description: 'The `operationId`.' })),
}

export const OpenAPISpecChangesQuery = Type.Object({
  from: Type.Optional(
    Type.String({ maxLength: 128, description: 'The version to compare with; by default the one before.' }),
  ),
})

export const OpenAPISpecChanges = named(
  'OpenAPISpecChanges',
  Type.Object({
    added: Type.Array(Type.Object(operationName)),
    removed: Type.Array(Type.Object(operationName)),
    breaks: Type.Array(
      Type.Object({
        ...operationName,
        where: Type.String({ description: '`query limit`, `body.title`; empty for the operation as a whole.' }),
        what: Type.String({ description: '`is gone`, `is required` …' }),
      }),
      { description: 'What breaks clients, removed operations included.' },
    ),
    isComplete: Type.Boolean({ description: 'False if the versions are too large to compare them completely.' }),
  }),
)

const Entry = Type.Object({
  dir: Type.String(),
  filename: Type.String(),
  isEntrypoint: Type.Boolean(),
  references: Type.Array(Type.String()),
  specification: Type.Unknown(),
})

export const OpenAPISpecContent = named(
  'OpenAPISpecContent',
  Type.Object({
    filesystem: Type.Unsafe<object>({
      anyOf: [Type.Record(Type.String(), Entry), Type.Array(Entry)],
      description: 'Files by name. Site renderers get the same entries as a list.',
    }),
    url: Uri,
    urls: Type.Object({ source: Uri, public: Nullable(Uri) }),
  }),
)

export const OpenAPISpecRawContent = named(
  'OpenAPISpecRawContent',
  Type.Object({ text: Type.String(), format: oneOf('json', 'yaml') }),
)
