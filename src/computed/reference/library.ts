// The pieces of a specification that are at hand, and what references among them lead to.
import { type Fields, fieldsOf, isFields, listOf } from './values.ts'

/** The value of a piece; undefined if it is not there. */
export type Library = (name: string) => unknown

const MAX_HOPS = 20

/** Follows references. Fields beside a reference are kept, as OpenAPI 3.1 has it. */
export function resolved(value: unknown, library: Library): { fields: Fields; names: string[] } {
  const names: string[] = []
  let fields = fieldsOf(value)
  for (let hops = 0; hops < MAX_HOPS && typeof fields.$ref === 'string'; hops++) {
    const { $ref, ...beside } = fields
    names.push($ref as string)
    fields = { ...fieldsOf(library($ref as string)), ...beside }
  }
  return { fields, names }
}

/** The last part of a reference: `#/components/schemas/Pet` → `Pet`. */
export function shortName(ref: string): string {
  const last = ref.split(/[/#]/).findLast((part) => part !== '') ?? ref
  return decoded(last).replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 200)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const MAX_PARTS = 50

export interface Flat {
  fields: Fields
  /** The references that were followed. */
  names: string[]
}

/** A schema with its references followed and its `allOf` merged. */
export function flatten(value: unknown, library: Library, depth = 0): Flat {
  const { fields, names } = resolved(value, library)
  const parts = listOf(fields.allOf).slice(0, MAX_PARTS)
  if (parts.length === 0 || depth > 8) return { fields, names }
  const { allOf: _, ...own } = fields
  const all = [...names]
  let merged: Fields = {}
  for (const part of parts) {
    if (all.length > 100) break
    const inner = flatten(part, library, depth + 1)
    // A schema that contains itself adds nothing.
    if (inner.names.some((name) => names.includes(name))) continue
    all.push(...inner.names)
    merged = merge(merged, inner.fields)
  }
  // One reference with a description beside it is that schema.
  return { fields: merge(merged, own), names: parts.length === 1 ? all : names }
}

function merge(one: Fields, other: Fields): Fields {
  const both = { ...one, ...other }
  if (isFields(one.properties) || isFields(other.properties))
    both.properties = { ...fieldsOf(one.properties), ...fieldsOf(other.properties) }
  const required = [...listOf(one.required), ...listOf(other.required)]
  if (required.length > 0) both.required = required
  return both
}
