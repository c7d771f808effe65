// The claims schema of a site: a restricted draft-07 JSON Schema. Validated by hand, so that an issue names the one
// wrong place instead of every alternative.
import type { Issue } from '../errors.ts'

export type ClaimSchema =
  | { type: 'boolean' | 'number'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'array'; description: string; items: ClaimSchema }
  | ObjectSchema

export interface ObjectSchema {
  type: 'object'
  description: string
  properties: Record<string, ClaimSchema>
  additionalProperties: false
}

/** Properties are signed claims, except `unsigned`, which holds claims from the browser. */
export interface AdaptiveSchema {
  $schema?: string
  type: 'object'
  properties: Record<string, ClaimSchema>
  additionalProperties: false
}

export const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.'
const DRAFT = 'http://json-schema.org/draft-07/schema#'
const MAX_DEPTH = 8
const MAX_NAME = 128
const MAX_CLAIMS = 500

type Given = Record<string, unknown>

/** Lists all issues with their paths. */
export function issuesInSchema(schema: unknown, path = 'jsonSchema'): Issue[] {
  if (!isRecord(schema)) return [{ path, message: 'must be an object' }]
  const { $schema } = schema
  return [
    ...unknownKeys(schema, ['$schema', 'type', 'properties', 'additionalProperties'], path),
    ...($schema === undefined || $schema === DRAFT ? [] : [{ path: `${path}.$schema`, message: `must be ${DRAFT}` }]),
    ...issuesInObject(schema, path, 0, issuesInProperty),
    ...(countClaims(schema) > MAX_CLAIMS ? [{ path, message: `must not have more than ${MAX_CLAIMS} claims` }] : []),
  ]
}

type Inner = (schema: unknown, path: string, depth: number, name: string) => Issue[]

const issuesInProperty: Inner = (schema, path, depth, name) =>
  name === 'unsigned' && isRecord(schema)
    ? [
        ...unknownKeys(schema, ['type', 'description', 'properties', 'additionalProperties'], path),
        ...issuesInObject(schema, path, depth, issuesInClaim),
      ]
    : issuesInClaim(schema, path, depth)

function issuesInObject(schema: Given, path: string, depth: number, inner: Inner): Issue[] {
  const { type, properties, additionalProperties } = schema
  return [
    ...(type === 'object' ? [] : [{ path: `${path}.type`, message: 'must be object' }]),
    ...(additionalProperties === false ? [] : [{ path: `${path}.additionalProperties`, message: 'must be false' }]),
    ...(isRecord(properties)
      ? Object.entries(properties).flatMap(([name, claim]) => [
          ...issuesInName(name, `${path}.properties`),
          ...inner(claim, `${path}.properties.${name}`, depth + 1, name),
        ])
      : [{ path: `${path}.properties`, message: 'must be an object' }]),
  ]
}

const issuesInName = (name: string, path: string): Issue[] =>
  name.length > 0 && name.length <= MAX_NAME && name !== '__proto__'
    ? []
    : [{ path, message: `must have names of 1 to ${MAX_NAME} characters` }]

const KEYS: Record<string, string[]> = {
  boolean: ['type', 'description'],
  number: ['type', 'description'],
  string: ['type', 'description', 'enum'],
  array: ['type', 'description', 'items'],
  object: ['type', 'description', 'properties', 'additionalProperties'],
}

function issuesInClaim(schema: unknown, path: string, depth: number): Issue[] {
  if (!isRecord(schema)) return [{ path, message: 'must be an object' }]
  if (depth > MAX_DEPTH) return [{ path, message: `must not be nested deeper than ${MAX_DEPTH} levels` }]
  const { type, description } = schema
  const keys = typeof type === 'string' && Object.hasOwn(KEYS, type) ? KEYS[type] : undefined
  if (!keys) return [{ path: `${path}.type`, message: `must be one of ${Object.keys(KEYS).join(', ')}` }]
  return [
    ...unknownKeys(schema, keys, path),
    ...(typeof description === 'string' ? [] : [{ path: `${path}.description`, message: 'must be a string' }]),
    ...issuesInType(schema, path, depth),
  ]
}

function issuesInType(schema: Given, path: string, depth: number): Issue[] {
  if (schema.type === 'object') return issuesInObject(schema, path, depth, issuesInClaim)
  if (schema.type === 'array') return issuesInItems(schema.items, `${path}.items`, depth)
  const isBad = schema.type === 'string' && schema.enum !== undefined && !isTexts(schema.enum)
  return isBad ? [{ path: `${path}.enum`, message: 'must be a list of at least one string' }] : []
}

function issuesInItems(items: unknown, path: string, depth: number): Issue[] {
  const isNested = isRecord(items) && (items.type === 'array' || items.type === 'object')
  if (isNested) return [{ path: `${path}.type`, message: 'must be one of boolean, number, string' }]
  return issuesInClaim(items, path, depth + 1)
}

const unknownKeys = (schema: Given, known: readonly string[], path: string): Issue[] =>
  Object.keys(schema)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: `${path}.${key}`, message: `is not allowed here: use ${known.join(', ')}` }))

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string')

function countClaims(schema: unknown): number {
  if (!isRecord(schema) || !isRecord(schema.properties)) return 0
  return Object.values(schema.properties).reduce<number>((sum, claim) => sum + 1 + countClaims(claim), 0)
}

const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
