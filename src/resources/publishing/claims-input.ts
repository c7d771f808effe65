// What a preview is to know about its visitor, as it stands in a URL: Rison, or JSON.
import { RISON } from 'rison2'
import { invalid } from '../../errors.ts'

export function readClaims(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  const claims = tryRead(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw invalid({ path: 'claims', message: 'must be an object in Rison or JSON, such as (plan:pro,beta:!t)' })
  return claims as Record<string, unknown>
}

function tryRead(text: string): unknown {
  for (const parse of [JSON.parse, RISON.parse])
    try {
      return parse(text)
    } catch {
      // Then it is the other, or neither.
    }
  return undefined
}
