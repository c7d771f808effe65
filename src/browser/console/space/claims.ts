// What expressions can say about a visitor: the claims in the schemas of the organization's sites.
import { claimsOf } from '../../editor/completion.ts'
import type { Item } from '../../editor/index.ts'
import { call } from '../api/client.ts'

const MAX_SITES = 20

export async function loadClaims(organizationId: string): Promise<Item[]> {
  const { items } = await call('GET /orgs/:organizationId/sites', { organizationId, query: { limit: MAX_SITES } })
  const schemas = await Promise.allSettled(
    items.map(({ id }) =>
      call('GET /orgs/:organizationId/sites/:siteId/adaptive-schema', { organizationId, siteId: id }),
    ),
  )
  const claims = schemas.flatMap((one) => (one.status === 'fulfilled' ? claimsOf(one.value.jsonSchema) : []))
  return [...new Map(claims.map((claim) => [claim.id, claim])).values()]
}
