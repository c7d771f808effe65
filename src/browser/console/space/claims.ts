// What expressions can say about a visitor: the claims in the schemas of the organization's sites.
import { claimsOf } from '../../editor/completion.ts'
import type { Item } from '../../editor/index.ts'
import { call } from '../api/client.ts'

const MAX_SITES = 20
const SCHEMA = '/orgs/:organizationId/sites/:siteId/adaptive-schema'

export async function loadClaims(organizationId: string): Promise<Item[]> {
  const { items } = await call('GET /orgs/:organizationId/sites', { organizationId, query: { limit: MAX_SITES } })
  const known = await Promise.allSettled(items.map(({ id }) => claimsOfSite({ organizationId, siteId: id })))
  const claims = known.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  return [...new Map(claims.map((claim) => [claim.id, claim])).values()]
}

/** Where no schema is, none is asked for: the browser would report that as an error. Every claim has a condition. */
async function claimsOfSite(at: { organizationId: string; siteId: string }): Promise<Item[]> {
  const { items: conditions } = await call(`GET ${SCHEMA}/template-conditions`, at)
  return conditions.length > 0 ? claimsOf((await call(`GET ${SCHEMA}`, at)).jsonSchema) : []
}
