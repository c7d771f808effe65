// What interfaces depend on besides the content, for those who keep what they printed.
import type { Db } from '../../db/tables.ts'
import { HOUR } from '../../lib/time.ts'
import { isActiveOn } from '../integrations/index.ts'

/**
 * Changes with the integrations whose blocks work in a space, and with every hour, because what they show may change by
 * itself. Undefined if there are none.
 */
export async function interfaceState(
  db: Db,
  space: { id: string; organization_id: string },
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('integrations')
    .innerJoin('integration_facets as facet', 'facet.integration_id', 'integrations.id')
    .select(['integrations.id', 'integrations.version'])
    .where('facet.facet', '=', 'has')
    .where('facet.value', '=', 'blocks')
    .where(isActiveOn('space', space.id, space.organization_id))
    .orderBy('integrations.id')
    .execute()
  return rows.length === 0 ? undefined : JSON.stringify([rows, Math.floor(Date.now() / HOUR)])
}
