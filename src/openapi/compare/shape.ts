// Normalizes a schema to the values it admits: kinds, strings, objects and lists. `$ref`, `anyOf`, `oneOf`, `allOf` and
// `nullable` are resolved.
import { type Budget, type Fields, fieldsOf, itemsOf, type Resolve } from './references.ts'

export interface ObjectShape {
  /** The constants that distinguish one kind of object from others, such as `type="page"`. */
  key: string
  properties: Fields
  required: Set<string>
}

export interface Shape {
  /** True if the kind of value is unrestricted. */
  isAnything: boolean
  /** `string`, `number`, `integer`, `boolean`, `null`, `object`, `array`; with the values, if they are enumerated. */
  kinds: Map<string, Set<string> | undefined>
  objects: ObjectShape[]
  /** The schemas of list items. */
  lists: unknown[]
}

const MAX_DEPTH = 20

interface Reading {
  resolve: Resolve
  budget: Budget
}

export function shapeOf(schema: unknown, resolve: Resolve, budget: Budget): Shape {
  const shape: Shape = { isAnything: false, kinds: new Map(), objects: [], lists: [] }
  for (const alternative of alternativesOf(schema, { resolve, budget }, 0)) add(shape, alternative)
  return shape
}

/** Expands a schema into alternatives, one of which a value must match. */
function alternativesOf(schema: unknown, reading: Reading, depth: number): Fields[] {
  if (schema === false) return []
  const { allOf, anyOf, oneOf, ...own } = reading.resolve(schema)
  reading.budget.left--
  if (depth > MAX_DEPTH) return [own]
  const inner = (part: unknown) => alternativesOf(part, reading, depth + 1)
  let found: Fields[] = [own]
  for (const part of itemsOf(allOf)) found = combine(found, inner(part), reading)
  for (const choice of [anyOf, oneOf]) if (Array.isArray(choice)) found = combine(found, choice.flatMap(inner), reading)
  return found
}

/** Alternatives multiply; those beyond the budget are dropped. */
function combine(some: Fields[], others: Fields[], { budget }: Reading): Fields[] {
  const found: Fields[] = []
  for (const one of some)
    for (const other of others) {
      const merged = merge(one, other)
      budget.left -= 1 + Object.keys(merged.properties).length + merged.required.length
      if (budget.left > 0) found.push(merged)
      else budget.isExceeded = true
      if (budget.isExceeded) return found
    }
  return found
}

const merge = (one: Fields, other: Fields) => ({
  ...one,
  ...other,
  properties: { ...fieldsOf(one.properties), ...fieldsOf(other.properties) },
  required: [...itemsOf(one.required), ...itemsOf(other.required)],
})

function add(shape: Shape, alternative: Fields): void {
  const kinds = kindsOf(alternative)
  const values = valuesOf(alternative)
  if (kinds.length === 0) shape.isAnything = true
  for (const kind of kinds) addKind(shape.kinds, kind, values?.get(kind) ?? (values && new Set()))
  if (kinds.includes('object')) shape.objects.push(objectOf(alternative))
  if (kinds.includes('array') && alternative.items !== undefined) shape.lists.push(alternative.items)
}

/** A kind without enumerated values admits all values. */
function addKind(kinds: Shape['kinds'], kind: string, values: Set<string> | undefined): void {
  const known = kinds.get(kind)
  const isOpen = values === undefined || (kinds.has(kind) && known === undefined)
  kinds.set(kind, isOpen ? undefined : new Set([...(known ?? []), ...values]))
}

function kindsOf(schema: Fields): string[] {
  const kinds = new Set([schema.type].flat().filter((kind) => typeof kind === 'string'))
  if (kinds.size === 0) {
    for (const kind of valuesOf(schema)?.keys() ?? []) kinds.add(kind)
    if (Object.keys(fieldsOf(schema.properties)).length > 0) kinds.add('object')
    if (schema.items !== undefined) kinds.add('array')
  }
  if (kinds.size > 0 && schema.nullable === true) kinds.add('null')
  return [...kinds]
}

/** The values of `const` and `enum` by kind, as JSON. */
function valuesOf(schema: Fields): Map<string, Set<string>> | undefined {
  const listed = 'const' in schema ? [schema.const] : schema.enum
  if (!Array.isArray(listed)) return undefined
  const values = new Map<string, Set<string>>()
  for (const value of listed) {
    const kind = kindOf(value, schema)
    values.set(kind, (values.get(kind) ?? new Set()).add(JSON.stringify(value)))
  }
  return values
}

function kindOf(value: unknown, { type }: Fields): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && [type].flat().includes('integer') ? 'integer' : typeof value
}

function objectOf(schema: Fields): ObjectShape {
  const properties = fieldsOf(schema.properties)
  const required = new Set(itemsOf(schema.required).filter((name) => typeof name === 'string'))
  const key = Object.entries(properties).flatMap(([name, property]) => constantOf(name, fieldsOf(property)))
  return { key: key.sort().join(' '), properties, required }
}

function constantOf(name: string, property: Fields): string[] {
  const value = 'const' in property ? property.const : itemsOf(property.enum).length === 1 && itemsOf(property.enum)[0]
  return typeof value === 'string' ? [`${name}=${JSON.stringify(value)}`] : []
}
