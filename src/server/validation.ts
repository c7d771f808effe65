// Validates requests against the shapes of their operations and reports every invalid field at once.
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { ApiError, type Issue } from '../errors.ts'
import { isStorable } from '../lib/text.ts'
import { MANY_VALUES, UNSTORABLE } from './json-bodies.ts'
import { sentenceFor, toJsonSchema } from './schemas.ts'

const options: Options = { strict: false, useDefaults: true }
// Bodies are validated without coercion. Queries are text, so "5" may become a number and a single value a list.
const bodies = withFormats(new Ajv(options))
const badBodies = withFormats(new Ajv({ ...options, allErrors: true }))
const queries = withFormats(new Ajv({ ...options, allErrors: true, coerceTypes: 'array' }))

// The library's format accepts times that `Date` cannot represent, such as leap seconds.
function withFormats(ajv: Ajv): Ajv {
  const { validate } = formats(ajv).formats['date-time'] as { validate: (text: string) => boolean }
  return ajv.addFormat('date-time', (text: string) => validate(text) && isRepresentable(Date.parse(text)))
}

// Years with four digits, so that timestamps sort as text.
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const isRepresentable = (time: number) => time >= FIRST && time <= LAST

type ListIssues = (value: unknown) => Issue[]

/** Coerces queries and fills in defaults, in place. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const listIssues = httpPart === 'body' ? compileBody(schema) : compileQuery(schema)
  return (value: unknown) => {
    const issues = listIssues(value)
    return issues.length === 0 || { error: new ApiError('invalid', issues) }
  }
}

function compileQuery(shape: TSchema): ListIssues {
  const validate = queries.compile(toJsonSchema(shape))
  return (query) => [...unstorableIn(query as Record<string, unknown>), ...check(validate, query)]
}

/** The quick validator stops at the first invalid field. Only then does the thorough one collect all of them. */
function compileBody(shape: TSchema): ListIssues {
  const schema = toJsonSchema(shape)
  const quick = bodies.compile(schema)
  let thorough: ValidateFunction | undefined
  return (value) => {
    if (quick(value)) return []
    if (!isSmall(value)) return check(quick, value)
    thorough ??= badBodies.compile(schema)
    return check(thorough, value)
  }
}

function isSmall(value: unknown): boolean {
  let left = MANY_VALUES
  const count = (inner: unknown): boolean =>
    --left >= 0 && (typeof inner !== 'object' || inner === null || Object.values(inner).every(count))
  return count(value)
}

function check(validate: ValidateFunction, value: unknown): Issue[] {
  if (validate(value)) return []
  const issues = (validate.errors ?? []).map(toIssue)
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}

function toIssue({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): Issue {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  if (keyword === 'required') return { path: [...path, params.missingProperty].join('.'), message: 'is required' }
  if (keyword === 'enum')
    return { path: path.join('.'), message: `must be one of ${params.allowedValues.map(String).join(', ')}` }
  return { path: path.join('.'), message: wordsFor(keyword, params) ?? message }
}

function wordsFor(keyword: string, { pattern, format, limit }: ErrorObject['params']): string | undefined {
  if (keyword === 'pattern') return sentenceFor(pattern)
  if (keyword === 'minLength') return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
  if (keyword === 'maxLength') return `must not have more than ${limit} characters`
  if (keyword === 'format') return FORMATS[format]
  return undefined
}

const FORMATS: Record<string, string> = {
  uri: 'must be a whole address, such as https://example.com/page',
  email: 'must be an email address, such as writer@example.com',
  'date-time': 'must be a date and time, such as 2030-01-31T12:00:00Z',
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

const unstorableIn = (query: Record<string, unknown>): Issue[] =>
  Object.keys(query)
    .filter((path) => !isStorableValue(query[path]))
    .map((path) => ({ path, message: UNSTORABLE }))

const isStorableValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isStorableValue) : isStorable(String(value))
