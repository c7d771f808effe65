// Parses the claims of a visitor from a URL, in Rison or JSON.
import { RISON } from 'rison2'
import { invalid } from '../../errors.ts'
import { findJson } from '../../lib/json.ts'

export function readClaims(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  const claims = isNested(text) ? undefined : (findJson(text) ?? findRison(text))
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw invalid({ path: 'claims', message: 'must be an object in Rison or JSON, such as (plan:pro,beta:!t)' })
  return claims as Record<string, unknown>
}

/** Bounds the nesting depth: each level needs a bracket in both formats, and claims have few levels. */
const MAX_BRACKETS = 500

const isNested = (text: string): boolean => (text.match(/[([{]/g)?.length ?? 0) > MAX_BRACKETS

function findRison(text: string): unknown {
  try {
    return RISON.parse(text)
  } catch {
    return undefined
  }
}
