// Requests that nobody sends on purpose: values that almost fit a schema, values that fit nothing, and text that is
// neither JSON nor a URL.
import fc from 'fast-check'
import { queryShape } from '../../src/server/validation.ts'
import { bodyOf, type Line } from './operations.ts'
import type { RawRequest } from './raw.ts'
import { type Schema, toSchema } from './samples.ts'

const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202eabc',
    '\ufeff',
    '💥'.repeat(30),
    'ﷺ'.repeat(50),
    'İıſK',
    '\r\n',
  ],
  ...["'; drop table users; --", '%', '_', '%%', '\\', '"', '*', '<script>', '../../etc/passwd', '{{7*7}}'],
  ...['null', 'undefined', 'NaN', 'Infinity', '-1', '1e309', '0x10', 'true', '[]', '{}', '__proto__', 'constructor'],
  ...['x'.repeat(129), 'x'.repeat(2049), 'x'.repeat(100_000)],
]
const NUMBERS = [0, -0, -1, 1.5, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER]
const OTHERS: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: { b: [{}] } },
  { length: 1e9 },
  { toString: null },
]
const TIMES = ['2999-02-30T00:00:00Z', '2999-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '2999-01-01T00:00:00+23:59']
const URLS = [
  'https://x',
  'http://[::1]:0/',
  'javascript:alert(1)',
  'https://exämple.com/ä',
  'https://x/%zz',
  'HTTP://X',
]

type Ids = Record<string, string>

const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS, ...NUMBERS, ...OTHERS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly what the schema asks for, sometimes anything. `ids` are used where any text will do. */
function like(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, ids) }, { weight: 1, arbitrary: wrong })
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

// A field named after a kind of object usually wants one of that kind.
function idsFor(name: string, ids: Ids): Ids {
  const own = ids[`${name.replace(/s$/, '')}Id`]
  return own ? { own } : ids
}

function text({ format, pattern, maxLength = 60 }: Schema, ids: Ids): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
      fc.constantFrom(...TIMES),
    )
  if (format === 'uri') return fc.oneof(fc.webUrl(), fc.constantFrom(...URLS))
  if (format === 'email') return fc.emailAddress()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const any = fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) })
  return fc.oneof({ weight: 1, arbitrary: any }, { weight: 3, arbitrary: fc.constantFrom(...Object.values(ids)) })
}

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

const BROKEN_BODIES = [
  ...['', ' ', '{', '}', '{"a":', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '01', '"', '\ufeff{}', '{}{}', '\0', '//'],
  ...[
    '{"title":"a","title":1}',
    '{"__proto__":{"title":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"title":"\\ud800"}',
  ],
  ...[
    '{"\\u0000":1}',
    '{"title":"\\u0000"}',
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '[[[]]]',
    '1e999',
    '{"limit":1e999}',
  ],
  ...[deep(10_000, '[', ']'), deep(10_000, '{"a":', '}').replace('}', '1}'), deep(200_000, '[', '')],
  `{"a":${deep(400, '[', ']')}}`,
  `{"title":${JSON.stringify('x'.repeat(1_000_000))}}`,
  `[${'"\\u0000",'.repeat(50_000)}0]`,
  `{"emails":[${'0,'.repeat(50_000)}0],"members":[${'0,'.repeat(50_000)}0]}`,
]

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;',
  'text/plain',
  '*/*',
  '\u00ff',
  '',
]
const KEYS = ['key', 'k'.repeat(256), 'two words', '']
const SEGMENTS = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%2f',
  '..',
  '%2e%2e',
  '',
  '.',
  '~',
  ';',
  'x'.repeat(3000),
  '%F0%9F%92%A5',
]
const QUERIES = [
  '%zz=%',
  '&&==',
  '__proto__=1',
  'page[]=1',
  'limit=%00',
  'page=%ff',
  '?',
  'x='.padEnd(5000, 'x'),
  'limit=1&limit=1',
]

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: unusual })

function paths({ path }: Line, ids: Ids): fc.Arbitrary<string> {
  const segment = (name: string) =>
    mostly(
      fc.constant(ids[name] ?? 'x'),
      fc.oneof(fc.constantFrom(...SEGMENTS), fc.string({ unit: 'binary', maxLength: 20 }).map(encode)),
    )
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? segment(part.slice(1).replace('*', '')) : fc.constant(part)))
  return fc.tuple(...parts).map((segments) => segments.join('/'))
}

function queries(line: Line, ids: Ids): fc.Arbitrary<string> {
  const { properties = {} } = toSchema(queryShape(line.operation))
  const known = Object.entries(properties).map(([name, schema]) =>
    rarely(like(schema, ids).map((value) => [value].flat().map((one) => `${name}=${encode(stringOf(one))}`))),
  )
  const pairs = fc.tuple(...known).map((given) => given.flatMap((some) => some ?? []).join('&'))
  return mostly(pairs, fc.constantFrom(...QUERIES)).map((query) => query.slice(0, LONGEST_QUERY))
}

// A longer first line is no request at all.
const LONGEST_QUERY = 6000

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const stringOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function bodies(line: Line, ids: Ids): fc.Arbitrary<string | undefined> {
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

/** Requests to one operation, from almost right to very wrong. */
export function requestsTo(line: Line, ids: Ids, token: string): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      path: paths(line, ids),
      query: queries(line, ids),
      body: line.verb === 'get' ? fc.constant(undefined) : bodies(line, ids),
      type: mostly(fc.constant('application/json'), fc.constantFrom(...TYPES)),
      key: mostly(fc.constant(undefined), fc.constantFrom<string | undefined>(...KEYS)),
    })
    .map(({ path, query, body, type, key }) => ({
      method: line.method,
      path: query ? `${path}?${query}` : path,
      body,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    }))
}
