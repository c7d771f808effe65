// Checks what a request brings against the shapes of its operation, and names every bad field at once.
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import Type, { type TSchema } from 'typebox'
import { ApiError, type Issue, invalid, problem } from '../errors.ts'
import { isStorable } from '../lib/text.ts'
import type { Operation } from './operation.ts'
import { PagingQuery, plain } from './schemas.ts'

const options: Options = { strict: false, useDefaults: true }
// Bodies are taken as they are typed; a query is all text, so "5" may be a number and one value a list.
const bodies = withFormats(new Ajv(options))
const badBodies = withFormats(new Ajv({ ...options, allErrors: true }))
const queries = withFormats(new Ajv({ ...options, allErrors: true, coerceTypes: 'array' }))

// The usual rule lets moments through that no clock can show, such as leap seconds.
function withFormats(ajv: Ajv): Ajv {
  const { validate } = formats(ajv).formats['date-time'] as { validate: (text: string) => boolean }
  return ajv.addFormat('date-time', (text: string) => validate(text) && isRepresentable(Date.parse(text)))
}

// Years of four digits: the timestamps that sort as text.
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const isRepresentable = (time: number) => time >= FIRST && time <= LAST

/** Naming every bad field of a huge body would cost more than the body is worth: from here on it is the first only. */
const MANY_VALUES = 10_000
const MAX_DEPTH = 500

export interface Incoming {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

const UNSTORABLE = 'must not contain NUL or broken surrogate pairs'

/** Checks a request in place (queries are converted, defaults filled in) or throws the 400 that says what to mend. */
export function compileRequest(operation: Operation): (request: Incoming) => void {
  const query = queries.compile(plain(queryShape(operation)))
  const body = 'body' in operation && operation.body ? compileBody(operation.body) : undefined
  const mayOmitBody = body?.accepts({}) ?? true
  const isFine = (request: Incoming) =>
    areStorable(request.query) && query(request.query) && (body?.accepts(request.body) ?? true)
  return (request) => {
    for (const name in request.params) if (!isStorable(request.params[name]!)) throw problem('notFound')
    if (body && request.body === undefined && mayOmitBody) request.body = {}
    if (isFine(request)) return
    const bad = [...unstorable(request.query), ...check(query, request.query)]
    throw new ApiError('invalid', [...bad, ...(body?.issuesIn(request.body) ?? [])])
  }
}

/** The first validator is quick and stops at the first bad field; only then is it worth looking for all. */
function compileBody(shape: TSchema): { accepts: ValidateFunction; issuesIn: (value: unknown) => Issue[] } {
  const schema = plain(shape)
  const quick = bodies.compile(schema)
  let thorough: ValidateFunction | undefined
  const issuesIn = (value: unknown) => {
    if (quick(value)) return []
    if (!isSmall(value)) return check(quick, value)
    thorough ??= badBodies.compile(schema)
    return check(thorough, value)
  }
  return { accepts: quick, issuesIn }
}

function isSmall(value: unknown): boolean {
  let left = MANY_VALUES
  const count = (inner: unknown): boolean =>
    --left >= 0 && (typeof inner !== 'object' || inner === null || Object.values(inner).every(count))
  return count(value)
}

export function queryShape(operation: Operation): TSchema {
  const own = operation.query ?? Type.Object({})
  return operation.list ? Type.Object({ ...own.properties, ...PagingQuery.properties }) : own
}

function check(validate: ValidateFunction, value: unknown): Issue[] {
  if (validate(value)) return []
  const issues = (validate.errors ?? []).map(toIssue)
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}

function toIssue({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): Issue {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  if (keyword === 'required') return { path: [...path, params.missingProperty].join('.'), message: 'is required' }
  if (keyword === 'enum') return { path: path.join('.'), message: `must be one of ${params.allowedValues.join(', ')}` }
  return { path: path.join('.'), message }
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

function areStorable(query: Record<string, unknown>): boolean {
  for (const name in query) if (!isStorableValue(query[name])) return false
  return true
}

const unstorable = (query: Record<string, unknown>): Issue[] =>
  Object.keys(query)
    .filter((path) => !isStorableValue(query[path]))
    .map((path) => ({ path, message: UNSTORABLE }))

const isStorableValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isStorableValue) : isStorable(String(value))

/** A JSON body whose text any store can hold. An empty body is no body. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  if (isDeep(text)) throw invalid({ path: '', message: `must not be nested deeper than ${MAX_DEPTH} levels` })
  const value = parseOrRefuse(text)
  // Only escapes can smuggle such characters in, so most bodies need no walk.
  const issues = /\\u(0000|d[89a-f])/i.test(text) ? unstorableIn(value, []) : []
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return value
}

// Looked at before parsing: whatever walks a body later may then do so by recursion.
function isDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) quoted = !quoted
    else if (quoted) at += char === BACKSLASH ? 1 : 0
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth++
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [...Buffer.from('"\\{}[]')]

function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problem('malformedJson')
  }
}

function unstorableIn(value: unknown, path: string[], issues: Issue[] = []): Issue[] {
  if (typeof value === 'string' && !isStorable(value)) issues.push({ path: path.join('.'), message: UNSTORABLE })
  if (typeof value !== 'object' || value === null) return issues
  for (const [key, inner] of Object.entries(value)) {
    if (issues.length >= MANY_VALUES) break
    unstorableIn(isStorable(key) ? inner : key, [...path, key], issues)
  }
  return issues
}
