// Filters visitor claims: only claims in the site's schema are accepted.
import type { AdaptiveSchema, ClaimSchema, ObjectSchema } from '../../shapes/json-schema.ts'

export type Claims = Record<string, unknown>

/** The accepted claims. Unsigned claims, which come from the browser, stay separate from signed ones. */
export function filterClaims(schema: AdaptiveSchema, signed: Claims, unsigned: Claims): Claims {
  const { unsigned: own, ...properties } = schema.properties
  const accepted = filterProperties(properties, signed)
  if (own?.type === 'object') define(accepted, 'unsigned', filterProperties(own.properties, unsigned))
  return accepted
}

function filterProperties(properties: ObjectSchema['properties'], claims: Claims): Claims {
  const accepted: Claims = {}
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(claims, name) ? filterValue(schema, claims[name]) : undefined
    if (value !== undefined) define(accepted, name, value)
  }
  return accepted
}

const define = (claims: Claims, name: string, value: unknown) =>
  Object.defineProperty(claims, name, { value, enumerable: true, configurable: true, writable: true })

/** The value as far as it matches the schema, or undefined. */
function filterValue(schema: ClaimSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'array':
      return Array.isArray(value)
        ? value.map((item) => filterValue(schema.items, item)).filter((item) => item !== undefined)
        : undefined
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? filterProperties(schema.properties, value as Claims)
        : undefined
    case 'string':
      return typeof value === 'string' && (schema.enum?.includes(value) ?? true) ? value : undefined
    default:
      return typeof value === schema.type ? value : undefined
  }
}
