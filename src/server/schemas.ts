// Building blocks of request and reply shapes, shared by all resources.
import Type, { type Static, type TSchema } from 'typebox'

/** Names a shape for the API description. */
export const named = <T extends TSchema>(name: string, schema: T): T => ({ ...schema, title: name })

const recursiveShapes = new Map<string, TSchema>()

/** Declares a named recursive shape. */
export function recursive<T>(name: string, build: (itself: TSchema) => TSchema) {
  const itself = Type.Unsafe<T>({ $ref: `${name}#` })
  recursiveShapes.set(name, { ...build(itself), $id: name } as TSchema)
  return itself
}

/** All recursive shapes as JSON Schema, for resolving references to them. */
export const recursiveSchemas = (): [string, Record<string, unknown>][] =>
  [...recursiveShapes].map(([name, shape]) => [name, toJsonSchema(shape)])

/** The plain JSON Schema, without the metadata of the type builder. */
export const toJsonSchema = (schema: TSchema): Record<string, unknown> => JSON.parse(JSON.stringify(schema))

const sentences = new Map<string, string>()

/** Says in words what text has to be that does not match a pattern: the pattern itself tells people nothing. */
export function inWords(pattern: string, sentence: string): string {
  sentences.set(pattern, sentence)
  return pattern
}

export const sentenceFor = (pattern: string): string | undefined => sentences.get(pattern)

export const Id = Type.String({ minLength: 1, maxLength: 128 })
export const Timestamp = Type.String({ format: 'date-time' })
export const WebUrl = Type.String({
  format: 'uri',
  maxLength: 2048,
  pattern: inWords('^https?://', 'must begin with https:// or http://'),
})
export const Uri = Type.String({ format: 'uri' })

/** A string enum. */
export const oneOf = <const V extends string>(...values: V[]) => Type.Unsafe<V>({ type: 'string', enum: values })

/** A string enum that may be null. */
export const oneOfOrNull = <const V extends string>(...values: V[]) =>
  Type.Unsafe<V | null>({ type: ['string', 'null'], enum: [...values, null] })

export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })

export const booleans = <const Name extends string>(...names: Name[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<Name, ReturnType<typeof Type.Boolean>>,
  )

/** The number of items on a page of a list that says nothing else. */
export const PAGE_SIZE = 50

export const pagingQuery = (pageSize = PAGE_SIZE) =>
  Type.Object({
    page: Type.Optional(Type.String({ description: 'The `next.page` of the previous page.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, default: pageSize, description: 'Items per page.' }),
    ),
  })

export const PagingQuery = pagingQuery()

export const listShape = (item: TSchema) =>
  Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Integer({ minimum: 0, description: 'The number of items on all pages.' }),
    items: Type.Array(item),
  })

export const ErrorReply = named(
  'Error',
  Type.Object({
    error: Type.Object({
      code: Type.Integer(),
      message: Type.String(),
      issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
      conflicts: Type.Optional(
        Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }), {
          description: 'For a write with a `base`: the conflicts, as `ChangeRequestConflict`. *Ours* is the writer.',
        }),
      ),
      requestId: Type.Optional(Type.String()),
    }),
  }),
)
