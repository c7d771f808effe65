// What a site knows about a visitor: of all that the visitor's token and browser say, only what the schema of the site
// has a place for.
import type { AdaptiveSchema, ClaimSchema, ObjectSchema } from './json-schema.ts'

export type Claims = Record<string, unknown>

/** The claims of a visitor. What visitors say about themselves is kept apart from what was signed. */
export function keepClaims(schema: AdaptiveSchema, signed: Claims, unsigned: Claims): Claims {
  const { unsigned: own, ...properties } = schema.properties
  const kept = keepProperties(properties, signed)
  if (own?.type === 'object') define(kept, 'unsigned', keepProperties(own.properties, unsigned))
  return kept
}

function keepProperties(properties: ObjectSchema['properties'], claims: Claims): Claims {
  const kept: Claims = {}
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(claims, name) ? keep(schema, claims[name]) : undefined
    if (value !== undefined) define(kept, name, value)
  }
  return kept
}

const define = (claims: Claims, name: string, value: unknown) =>
  Object.defineProperty(claims, name, { value, enumerable: true, configurable: true, writable: true })

/** The value as far as it fits, or undefined. */
function keep(schema: ClaimSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'array':
      return Array.isArray(value)
        ? value.map((item) => keep(schema.items, item)).filter((item) => item !== undefined)
        : undefined
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? keepProperties(schema.properties, value as Claims)
        : undefined
    case 'string':
      return typeof value === 'string' && (schema.enum?.includes(value) ?? true) ? value : undefined
    default:
      return typeof value === schema.type ? value : undefined
  }
}
