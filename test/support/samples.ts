// Generates the smallest valid value of a JSON Schema.
import type { TSchema } from 'typebox'
import { toJsonSchema } from '../../src/server/schemas.ts'

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export const toSchema = (shape: TSchema): Schema => toJsonSchema(shape) as Schema

const BY_FORMAT: Record<string, string> = {
  'date-time': '2999-01-01T00:00:00.000Z',
  uri: 'https://example.com/',
  email: 'somebody@example.com',
}

/** Samples for patterns that a minimum length does not satisfy. */
const TEXTS = ['example.com', 'https://example.com/', 'somebody@example.com', 'en', 'example.com/docs', '#fff', '/old']

export function minimal(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const { anyOf, oneOf, ...rest } = schema
  const [first] = anyOf ?? oneOf ?? []
  if (first && rest.properties) return minimal(joined(rest, first))
  if (first) return minimal(first)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(minimal))
  return BY_TYPE[[schema.type ?? 'object'].flat()[0]!]!(schema)
}

const joined = (one: Schema, other: Schema): Schema => ({
  ...one,
  properties: { ...other.properties, ...one.properties },
  required: [...(one.required ?? []), ...(other.required ?? [])],
})

const BY_TYPE: Record<string, (schema: Schema) => unknown> = {
  null: () => null,
  boolean: () => false,
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  string: minimalText,
  array: ({ minItems = 0, items = {} }) => Array.from({ length: minItems }, () => minimal(items)),
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(required.map((name) => [name, minimal(properties[name] ?? {})])),
}

function minimalText({ format, pattern, minLength = 1 }: Schema): string {
  const given = format ? BY_FORMAT[format] : undefined
  const text = given ?? 'x'.repeat(minLength)
  if (!pattern || new RegExp(pattern).test(text)) return text
  return TEXTS.find((candidate) => new RegExp(pattern).test(candidate)) ?? text
}
