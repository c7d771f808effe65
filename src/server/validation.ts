// Checks what a request brings against the shapes of its operation, and names every bad field at once.
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import Type, { type TSchema } from 'typebox'
import { ApiError, type Issue, problem } from '../errors.ts'
import { isStorable } from '../lib/text.ts'
import type { Operation } from './operation.ts'
import { PagingQuery } from './schemas.ts'

const options: Options = { allErrors: true, strict: false, useDefaults: true }
// Bodies are taken as they are typed; a query is all text, so "5" may be a number and one value a list.
const bodies = formats(new Ajv(options))
const queries = formats(new Ajv({ ...options, coerceTypes: 'array' }))

export interface Incoming {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

/** Checks a request in place (queries are converted, defaults filled in) or throws the 400 that says what to mend. */
export function compileRequest(operation: Operation): (request: Incoming) => void {
  const query = queries.compile(plain(queryShape(operation)))
  const body = 'body' in operation && operation.body ? bodies.compile(plain(operation.body)) : undefined
  const mayOmitBody = body?.({}) ?? true
  return (request) => {
    if (!Object.values(request.params).every(isStorable)) throw problem('notFound')
    if (body && request.body === undefined && mayOmitBody) request.body = {}
    const issues = [
      ...unstorable(request.query),
      ...check(query, request.query),
      ...(body ? check(body, request.body) : []),
    ]
    if (issues.length > 0) throw new ApiError('invalid', issues)
  }
}

export function queryShape(operation: Operation): TSchema {
  const own = operation.query ?? Type.Object({})
  return operation.list ? Type.Object({ ...own.properties, ...PagingQuery.properties }) : own
}

/** The JSON Schema alone, without the marks the type builder leaves on it. */
export const plain = (schema: TSchema): Record<string, unknown> => JSON.parse(JSON.stringify(schema))

function check(validate: ValidateFunction, value: unknown): Issue[] {
  if (validate(value)) return []
  const issues = (validate.errors ?? []).map(toIssue)
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}

function toIssue({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): Issue {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') return { path: [...path, params.missingProperty].join('.'), message: 'is required' }
  if (keyword === 'enum') return { path: path.join('.'), message: `must be one of ${params.allowedValues.join(', ')}` }
  return { path: path.join('.'), message }
}

function unstorable(query: Record<string, unknown>): Issue[] {
  return Object.entries(query)
    .filter(([, value]) => ![value].flat().every((text) => isStorable(String(text))))
    .map(([path]) => ({ path, message: 'must not contain NUL or broken surrogate pairs' }))
}

/** A JSON body whose text any store can hold. An empty body is no body. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = parseOrRefuse(text)
  // Only escapes can smuggle such characters in, so most bodies need no walk.
  const issues = /\\u(0000|d[89a-f])/i.test(text) || text.includes('\0') ? unstorableIn(value, []) : []
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return value
}

function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problem('malformedJson')
  }
}

function unstorableIn(root: unknown, at: string[]): Issue[] {
  const issues: Issue[] = []
  const left: { value: unknown; path: string[] }[] = [{ value: root, path: at }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isStorable(value)) {
      issues.push({ path: path.join('.'), message: 'must not contain NUL or broken surrogate pairs' })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        left.push({ value: isStorable(key) ? inner : '\0', path: [...path, key] })
    }
  }
  return issues
}
