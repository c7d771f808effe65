// An example of a schema: what its author gave, or else a value that looks like it.
import { flatten, type Library } from './library.ts'
import { type Fields, fieldsOf, isFields, listOf } from './values.ts'

/** Where the value is: clients do not send what is read-only, servers do not answer what is write-only. */
export type Direction = 'request' | 'response'

const MAX_DEPTH = 8
const MAX_VALUES = 300

interface Making {
  library: Library
  direction: Direction
  left: number
}

export const exampleOf = (schema: unknown, library: Library, direction: Direction): unknown =>
  make(schema, { library, direction, left: MAX_VALUES }, [], 0)

function make(schema: unknown, making: Making, above: readonly string[], depth: number): unknown {
  const { fields, names } = flatten(schema, making.library)
  const given = givenIn(fields)
  if (given !== undefined) return given
  if (making.left-- <= 0 || depth > MAX_DEPTH || names.some((name) => above.includes(name))) return undefined
  const inner = (part: unknown) => make(part, making, [...above, ...names], depth + 1)
  const [choice] = [...listOf(fields.oneOf), ...listOf(fields.anyOf)].filter((each) => fieldsOf(each).type !== 'null')
  if (choice !== undefined && !isFields(fields.properties)) return inner(choice)
  const [type] = listOf(Array.isArray(fields.type) ? fields.type : [fields.type]).filter((each) => each !== 'null')
  if (type === 'object' || isFields(fields.properties)) return objectOf(fields, making, inner)
  if (type === 'array' || fields.items !== undefined) return [inner(fields.items)].filter((item) => item !== undefined)
  return simple(type, fields)
}

/** What the author says that it looks like. */
function givenIn({ example, examples, default: usual, const: only, enum: values }: Fields): unknown {
  return [example, listOf(examples)[0], usual, only, listOf(values)[0]].find((each) => each !== undefined)
}

function objectOf(fields: Fields, { library, direction }: Making, inner: (part: unknown) => unknown): Fields {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly'
  const made: [string, unknown][] = []
  for (const [name, schema] of Object.entries(fieldsOf(fields.properties)).slice(0, 100)) {
    const flat = flatten(schema, library).fields
    if (flat[hidden] === true || flat.deprecated === true) continue
    const value = inner(schema)
    if (value !== undefined) made.push([name, value])
  }
  if (made.length === 0 && isFields(fields.additionalProperties)) {
    const value = inner(fields.additionalProperties)
    if (value !== undefined) made.push(['name', value])
  }
  return Object.fromEntries(made)
}

const FORMATS: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  password: '********',
  byte: 'dGV4dA==',
  binary: 'file',
}

function simple(type: unknown, fields: Fields): unknown {
  const { format, minimum, exclusiveMinimum } = fields
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') {
    const least = [minimum, exclusiveMinimum].find((each) => typeof each === 'number')
    return typeof least === 'number' ? Math.ceil(least + (typeof exclusiveMinimum === 'number' ? 1 : 0)) : 1
  }
  if (type === 'null') return null
  if (type !== 'string' && type !== undefined) return undefined
  if (type === undefined) return Object.keys(fields).length === 0 ? {} : undefined
  return typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : 'text'
}
