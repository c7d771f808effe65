// Good and bad input for an operation, made from its shapes.
import { at, bodyOf, isWrite, type OperationEntry, operations, urlOf } from '../../test/support/operations.ts'
import { type Schema, toSchema } from '../../test/support/samples.ts'
import type { Credentials } from './callers.ts'

export interface Input {
  name: string
  method: string
  path: string
  headers: Credentials
  body?: string | undefined
}

const JSON_TYPE = { 'content-type': 'application/json' }

export const jsonOf = (body: unknown): Pick<Input, 'headers' | 'body'> =>
  body === undefined
    ? { headers: {} }
    : { headers: JSON_TYPE, body: typeof body === 'string' ? body : JSON.stringify(body) }

const propertiesOf = (schema: Schema | undefined): Record<string, Schema> => {
  const parts = [schema, ...(schema?.allOf ?? []), ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])]
  return Object.assign({}, ...parts.map((part) => part?.properties))
}

const queryOf = ({ operation }: OperationEntry): Record<string, Schema> =>
  operation.query ? propertiesOf(toSchema(operation.query)) : {}

export const withQuery = (url: string, query: string): string => `${url}${url.includes('?') ? '&' : '?'}${query}`

/** Every value that a parameter of the query may have, one at a time, but for what is written a while later. */
export function queriesOf(line: OperationEntry): string[] {
  const listed = line.operation.list ? ['limit=1', 'limit=2&page=nonsense'] : []
  return [
    ...listed,
    ...Object.entries(queryOf(line)).flatMap(([name, schema]) =>
      valuesOf(schema)
        .filter((value) => value !== 'lastSeenAt')
        .map((value) => `${name}=${value}`),
    ),
  ]
}

const valuesOf = (schema: Schema): string[] => [
  ...(schema.enum ?? ('const' in schema ? [schema.const] : [])).map(String),
  ...(schema.type === 'boolean' ? ['true', 'false'] : []),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(valuesOf),
]

type Sent = Pick<Input, 'headers' | 'body'>

/** Requests with bad input, which change nothing. `body` is a good one. */
export function badInputs(line: OperationEntry, ids: Record<string, string>, url: string, body: unknown): Input[] {
  const { method } = line
  const nothing: Sent = { headers: {} }
  return [
    ...badPaths(line, ids).map(([name, path]) => ({ name, method, path, ...jsonOf(body) })),
    ...badQueries(line).map((query) => ({ name: `query ${query}`, method, path: withQuery(url, query), ...nothing })),
    ...badBodies(line, body).map(([name, sent]) => ({ name, method, path: url, ...sent })),
    ...wrongMethods(line).map((wrong) => ({ name: `method ${wrong}`, method: wrong, path: url, ...nothing })),
  ]
}

function badPaths(line: OperationEntry, ids: Record<string, string>): [string, string][] {
  const withId = (name: string, id: string) => urlOf(line, { ...ids, [name]: id })
  const last = line.params.at(-1)
  if (last === undefined) return []
  return [
    ...line.params.map((name): [string, string] => [`no such ${name}`, withId(name, 'gone')]),
    [`odd ${last}`, withId(last, 'ö %/?')],
    ['broken path', at(line.path, ids).replace(/[^/]+$/, '%zz')],
  ]
}

const badQueries = (line: OperationEntry): string[] => [
  ...(line.operation.list ? ['limit=-1&page='] : []),
  ...Object.keys(queryOf(line)).map((name) => `${name}=%00&${name}=wrong`),
]

function badBodies(line: OperationEntry, good: unknown): [string, Sent][] {
  const shape = bodyOf(line)
  if (!shape) return []
  const names = Object.keys(propertiesOf(toSchema(shape)))
  const every = (value: unknown) => jsonOf({ ...Object.fromEntries(names.map((name) => [name, value])), unknown: 1 })
  const isRequired = typeof good === 'object' && good !== null && Object.keys(good).length > 0
  return [
    ...(isRequired ? [['no body', { headers: JSON_TYPE, body: '' }] as [string, Sent]] : []),
    ['body that is not JSON', jsonOf('{"a":')],
    ['body of text', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['body that is a list', jsonOf([])],
    ['body with characters that cannot be stored', jsonOf({ unknown: '\0' })],
    ...(names.length > 0 ? ([{ wrong: [true] }, -0.5] as unknown[]) : []).map((value): [string, Sent] => [
      `body of ${JSON.stringify(value)}`,
      every(value),
    ]),
  ]
}

/** A method that no operation on the path has, and `OPTIONS`. */
function wrongMethods({ path }: OperationEntry): string[] {
  const pattern = path.replaceAll(/:\w+/g, ':')
  const own = new Set(
    operations.filter((other) => other.path.replaceAll(/:\w+/g, ':') === pattern).map(({ method }) => method),
  )
  return [...['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].filter((method) => !own.has(method)).slice(0, 1), 'OPTIONS']
}

/** The operation that reads what this one writes. */
export const readerOf = (line: OperationEntry): OperationEntry | undefined =>
  isWrite(line)
    ? (operations.find(({ verb, path }) => verb === 'get' && path === line.path) ??
      operations.find(({ verb, path }) => verb === 'get' && path === line.path.replace(/\/[^/]+$/, '')))
    : undefined
