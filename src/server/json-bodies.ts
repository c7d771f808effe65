// Reads JSON bodies, within limits.
import { ApiError, type Issue, invalid, problem } from '../errors.ts'
import { findExcess, MAX_DEPTH, MAX_VALUES } from '../lib/json.ts'
import { isStorable } from '../lib/text.ts'

export const UNSTORABLE = 'must not contain NUL or broken surrogate pairs'

/** Listing every invalid field of a huge body is expensive: above this size, only the first one is reported. */
export const MANY_VALUES = 10_000

const EXCESS_MESSAGES = {
  levels: `must not be nested deeper than ${MAX_DEPTH} levels`,
  values: `must not have more than ${MAX_VALUES} values: send it in several requests`,
}

/** Parses a JSON body and rejects text that the databases cannot store. An empty body is undefined. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const excess = findExcess(text, { levels: MAX_DEPTH, values: MAX_VALUES })
  if (excess) throw invalid({ path: '', message: EXCESS_MESSAGES[excess] })
  const value = parseOrRefuse(text)
  // Only escape sequences can contain such characters, so most bodies need no traversal.
  const issues = /\\u(0000|d[89a-f])/i.test(text) ? unstorableIn(value, []) : []
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

function unstorableIn(value: unknown, path: string[], issues: Issue[] = []): Issue[] {
  if (typeof value === 'string' && !isStorable(value)) issues.push({ path: path.join('.'), message: UNSTORABLE })
  if (typeof value !== 'object' || value === null) return issues
  for (const [key, inner] of Object.entries(value)) {
    if (issues.length >= MANY_VALUES) break
    unstorableIn(isStorable(key) ? inner : key, [...path, key], issues)
  }
  return issues
}
