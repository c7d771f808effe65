// Building blocks of request and reply shapes that every resource uses.
import Type, { type Static, type TSchema } from 'typebox'

/** Gives a shape the name under which the API description lists it. */
export const named = <T extends TSchema>(name: string, schema: T): T => ({ ...schema, title: name })

const recursiveShapes = new Map<string, TSchema>()

/** A named shape that contains itself. */
export function recursive<T>(name: string, build: (itself: TSchema) => TSchema) {
  const itself = Type.Unsafe<T>({ $ref: `${name}#` })
  recursiveShapes.set(name, { ...build(itself), $id: name } as TSchema)
  return itself
}

/** The shapes that contain themselves, for whoever has to resolve references to them. */
export const selfContaining = (): [string, Record<string, unknown>][] =>
  [...recursiveShapes].map(([name, shape]) => [name, plain(shape)])

/** The JSON Schema alone, without the marks the type builder leaves on it. */
export const plain = (schema: TSchema): Record<string, unknown> => JSON.parse(JSON.stringify(schema))

export const Id = Type.String({ minLength: 1, maxLength: 128 })
export const Timestamp = Type.String({ format: 'date-time' })
export const WebUrl = Type.String({ format: 'uri', maxLength: 2048, pattern: '^https?://' })
export const Uri = Type.String({ format: 'uri' })

/** One of these words. */
export const oneOf = <const V extends string>(...values: V[]) => Type.Unsafe<V>({ type: 'string', enum: values })

/** One of these words, or null. */
export const oneOfOrNull = <const V extends string>(...values: V[]) =>
  Type.Unsafe<V | null>({ type: ['string', 'null'], enum: [...values, null] })

export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }] })

export const booleans = <const Name extends string>(...names: Name[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<Name, ReturnType<typeof Type.Boolean>>,
  )

export const PagingQuery = Type.Object({
  page: Type.Optional(Type.String({ description: 'The `next.page` of the page before this one.' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 50, description: 'Results a page.' })),
})

export const listShape = (item: TSchema) =>
  Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Integer({ minimum: 0, description: 'All that match, over all pages.' }),
    items: Type.Array(item),
  })

export const ErrorReply = named(
  'Error',
  Type.Object({
    error: Type.Object({
      code: Type.Integer(),
      message: Type.String(),
      issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
      requestId: Type.Optional(Type.String()),
    }),
  }),
)
