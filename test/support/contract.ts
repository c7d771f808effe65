// Reads the reference contract: the parameters and body of each operation, with references resolved; and calls the
// public client by operation id.
import { GitBookAPI } from '@gitbook/api'
import { type OperationEntry, smallestQuery } from './operations.ts'
import { specification } from './reference.ts'
import type { Schema } from './samples.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

export interface Contract {
  query: Parameter[]
  body: Schema | undefined
}

/** Deeper values are ignored: schemas may be recursive. */
const DEPTH = 12

function resolve(value: unknown, depth = DEPTH): unknown {
  if (Array.isArray(value)) return value.map((inner) => resolve(inner, depth - 1))
  if (typeof value !== 'object' || value === null || depth < 0) return value
  const { $ref } = value as { $ref?: string }
  if ($ref) return resolve(lookUp($ref), depth - 1)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner, depth - 1)]))
}

const lookUp = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((at, key) => (at as Record<string, unknown>)[key], specification as unknown)

interface Request {
  operationId?: string
  parameters?: unknown[]
  requestBody?: { content?: Record<string, { schema: unknown }> }
}

const requests = new Map(
  Object.values(specification.paths)
    .flatMap((verbs) => Object.values(verbs) as Request[])
    .map((request) => [request.operationId, request]),
)

/** The request of an operation in the reference; undefined if it has no such operation. */
export function contractOf(id: string): Contract | undefined {
  const request = requests.get(id)
  if (!request) return undefined
  const parameters = resolve(request.parameters ?? []) as Parameter[]
  const schema = request.requestBody?.content?.['application/json']?.schema
  return {
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body: schema ? (resolve(schema) as Schema) : undefined,
  }
}

type Method = (...args: unknown[]) => Promise<{ data: unknown; status: number }>

/** Finds the client method of an operation (`…SAML…` is `…Saml…` there), in any part of the client. */
function methodOf(client: GitBookAPI, id: string): Method | undefined {
  const parts = [client, ...Object.values(client)].filter((part) => typeof part === 'object' && part !== null)
  const methods = parts.flatMap((part) => Object.entries(part as Record<string, Method>))
  return methods.find(([name]) => name.toLowerCase() === id.toLowerCase())?.[1]
}

export const isInClient = ({ id }: OperationEntry): boolean => methodOf(new GitBookAPI(), id) !== undefined

export function callClient(
  client: GitBookAPI,
  line: OperationEntry,
  ids: Record<string, string>,
  { body, query: asked = smallestQuery(line) }: { body: unknown; query?: Record<string, string> | undefined },
) {
  const method = methodOf(client, line.id)!
  const { query, body: shape } = contractOf(line.id)!
  const args = line.params.map((name) => ids[name])
  const queries = query.length > 0 ? [asked] : []
  const bodies = shape ? [body ?? {}] : []
  // Optional arguments come last.
  const isOptional = !query.some(({ required }) => required)
  return method(...args, ...(isOptional ? [...bodies, ...queries] : [...queries, ...bodies]))
}
