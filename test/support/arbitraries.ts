// Generated requests for the fuzz test: values that almost match a schema, and values that match nothing.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { queryShape } from '../../src/server/input.ts'
import { deepTexts, deepValues } from './deep.ts'
import {
  BROKEN_BODIES,
  BROKEN_WIRES,
  ENCODINGS,
  KEYS,
  NUMBERS,
  OTHERS,
  QUERIES,
  SEGMENTS,
  TEXTS,
  TIMES,
  TYPES,
  URLS,
} from './nasty.ts'
import { bodyOf, type OperationEntry } from './operations.ts'
import type { RawRequest } from './raw.ts'
import { type Schema, toSchema } from './samples.ts'

type Ids = Record<string, string>

const THEIRS = 'their '

/** Combines ids of the caller's objects with those of others. */
export const withTheirs = (own: Ids, theirs: Ids): Ids => ({
  ...own,
  ...Object.fromEntries(Object.entries(theirs).map(([name, id]) => [THEIRS + name, id])),
})

const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS, ...NUMBERS, ...OTHERS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Deep nesting, below and above the limits of the parsers. */
const deep: fc.Arbitrary<unknown> = fc.constantFrom(
  ...[40, 1200].flatMap(deepTexts),
  ...[40, 300, 440].flatMap(deepValues),
)

/** Mostly matches the schema, sometimes not. `ids` are used where any text is valid. */
function like(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 24, arbitrary: fitting(schema, ids) },
    { weight: 2, arbitrary: wrong },
    { weight: 1, arbitrary: deep },
  )
}

function fitting(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf && !schema.properties) return fc.oneof(...schema.anyOf.map((inner) => like(inner, ids)))
  const [type = 'object'] = [schema.type ?? 'object'].flat()
  return (FITTING[type] ?? FITTING.object!)(schema, ids)
}

const FITTING: Record<string, (schema: Schema, ids: Ids) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -10, maximum = 2000 }) => fc.integer({ min: minimum, max: maximum }),
  number: () => fc.double(),
  string: text,
  array: ({ items = {} }, ids) => fc.array(like(items, ids), { maxLength: 5 }),
  object: objects,
}

function objects({ properties = {}, required = [], anyOf = [] }: Schema, ids: Ids): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, like(inner, idsFor(name, ids))]),
  )
  const needed = [required, ...anyOf.map((other) => [...required, ...(other.required ?? [])]), []]
  const known = fc.oneof(...needed.map((requiredKeys) => fc.record(fields, { requiredKeys })))
  const unknown = fc.dictionary(fc.constantFrom('__proto__', 'constructor', '', ...Object.values(ids)), wrong, {
    maxKeys: 2,
  })
  return fc.tuple(unknown, known).map(([strange, usual]) => ({ ...strange, ...usual }))
}

// A field named after a kind of object usually takes an id of that kind.
function idsFor(name: string, ids: Ids): Ids {
  const param = `${name.replace(/s$/, '')}Id`
  const own = ids[param]
  return own ? { own, theirs: ids[THEIRS + param] ?? own } : ids
}

// Shared, because creating these takes longer than using them.
const uri = fc.oneof(fc.webUrl(), fc.constantFrom(...URLS))
const email = fc.emailAddress()
const texts = new Map<number, fc.Arbitrary<string>>()

function anyText(maxLength: number): fc.Arbitrary<string> {
  const known = texts.get(maxLength) ?? fc.string({ unit: 'grapheme', maxLength })
  texts.set(maxLength, known)
  return known
}

function text({ format, pattern, maxLength = 60 }: Schema, ids: Ids): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
      fc.constantFrom(...TIMES),
    )
  if (format === 'uri') return uri
  if (format === 'email') return email
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const any = anyText(Math.min(maxLength, 60))
  return fc.oneof({ weight: 1, arbitrary: any }, { weight: 3, arbitrary: fc.constantFrom(...Object.values(ids)) })
}

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: unusual })

function paths({ path }: OperationEntry, ids: Ids): fc.Arbitrary<string> {
  const segment = (name: string) =>
    mostly(
      fc.constant(ids[name] ?? 'x'),
      fc.oneof(
        fc.constant(encode(ids[THEIRS + name] ?? 'x')),
        fc.constantFrom(...SEGMENTS),
        fc.string({ unit: 'binary', maxLength: 20 }).map(encode),
      ),
    )
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? segment(part.slice(1).replace('*', '')) : fc.constant(part)))
  return fc.tuple(...parts).map((segments) => segments.join('/'))
}

function queries(line: OperationEntry, ids: Ids): fc.Arbitrary<string> {
  const { properties = {} } = toSchema(queryShape(line.operation))
  const known = Object.entries(properties).map(([name, schema]) =>
    rarely(like(schema, ids).map((value) => [value].flat().map((one) => `${name}=${encode(stringOf(one))}`))),
  )
  const pairs = fc.tuple(...known).map((given) => given.flatMap((some) => some ?? []).join('&'))
  return mostly(pairs, fc.constantFrom(...QUERIES)).map((query) => query.slice(0, MAX_QUERY))
}

// A longer request line is rejected by the HTTP parser.
const MAX_QUERY = 6000

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const stringOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function bodies(line: OperationEntry, ids: Ids): fc.Arbitrary<string | undefined> {
  const shape = bodyOf(line)
  const fits = shape ? fitting(toSchema(shape), ids).map((value) => JSON.stringify(value)) : fc.constant(undefined)
  return mostly(
    fits,
    fc.oneof(
      fc.constantFrom(...BROKEN_BODIES),
      wrong.map((value) => JSON.stringify(value)),
    ),
  )
}

interface Sent {
  body: string | Buffer | undefined
  headers: Record<string, string>
}

/** Mostly in the declared encoding, sometimes in another one. */
function encoded(body: string | undefined): fc.Arbitrary<Sent> {
  const plain: Sent = { body, headers: {} }
  if (body === undefined) return fc.constant(plain)
  const packed: Sent[] = [
    { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } },
    { body, headers: { 'content-encoding': 'gzip' } },
    ...ENCODINGS.map((encode) => ({ body: encode(body), headers: {} })),
  ]
  return fc.oneof({ weight: 9, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: fc.constantFrom(...packed) })
}

/** Incomplete requests to one operation. */
export const brokenTo = (line: OperationEntry, ids: Ids, token: string): fc.Arbitrary<string> =>
  fc
    .tuple(paths(line, ids), fc.constantFrom(...BROKEN_WIRES))
    .map(([path, rest]) => `${line.method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${rest}`)

/** Requests to one operation, from almost valid to invalid. */
export function requestsTo(line: OperationEntry, ids: Ids, token: string): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      path: paths(line, ids),
      query: queries(line, ids),
      sent: (line.verb === 'get' ? fc.constant(undefined) : bodies(line, ids)).chain(encoded),
      pieces: mostly(fc.constant(undefined), fc.integer({ min: 1, max: 4 })),
      type: mostly(fc.constant('application/json'), fc.constantFrom(...TYPES)),
      key: mostly(fc.constant(undefined), fc.constantFrom<string | undefined>(...KEYS)),
    })
    .map(({ path, query, sent, pieces, type, key }) => ({
      method: line.method,
      path: query ? `${path}?${query}` : path,
      body: sent.body,
      pieces: sent.body === undefined ? undefined : pieces,
      headers: {
        authorization: `Bearer ${token}`,
        ...sent.headers,
        ...(sent.body === undefined ? {} : { 'content-type': type }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    }))
}
