// What the form of an operation asks this server to send.
import { findJson } from '../../lib/json.ts'

export interface Asked {
  spec: string
  method: string
  path: string
  /** Which of the servers of the operation, and the values of its variables. */
  server: number
  variables: Record<string, string>
  /** The path with its values, and the query. */
  target: string
  headers: [string, string][]
  body?: string
}

const MAX_LEVELS = 6
const MAX_HEADERS = 100
const MAX_TEXT = 16 * 1024

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText)

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined if it is nothing that the form sends. */
export function readAsked(text: string): Asked | undefined {
  const given = findJson(text, MAX_LEVELS)
  if (!isFields(given)) return undefined
  const { spec, method, path, server, variables, target, headers, body } = given
  if (!isText(spec) || !isText(method) || !isText(path) || !isText(target)) return undefined
  if (typeof server !== 'number' || !isFields(variables) || !Object.values(variables).every(isText)) return undefined
  if (!Array.isArray(headers) || headers.length > MAX_HEADERS || !headers.every(isPair)) return undefined
  if (body !== undefined && typeof body !== 'string') return undefined
  const rest = { server, variables: variables as Record<string, string>, target, headers }
  return { spec, method, path, ...rest, ...(body !== undefined && { body }) }
}
