// What an answer about several pages depends on. Its hash is the ETag, so nothing has to be purged.
import { fenceStateOf, listFences } from '../../domain/integrations/index.ts'
import { linkPeriod } from '../../files/signing.ts'
import { sha256 } from '../../lib/hash.ts'
import { BUILD } from '../../lib/version.ts'
import { stateOf } from '../../resources/site-lookup/index.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

/** The state of the structure, the settings and the page trees of these spaces, for this visitor. */
export async function listingState(
  { db }: SiteServices,
  visited: VisitedSpace,
  spaces: readonly VisitedSpace[],
): Promise<string> {
  const { site, structure, published, entry } = visited
  const parts = [
    BUILD,
    await stateOf(db, site, structure),
    spaces.map(({ space, view, base }) => [space.computed_state, view.name, base]),
    published.site,
    entry.claims,
    entry.member !== undefined,
  ]
  return sha256(JSON.stringify(parts)).slice(0, 32)
}

/** As `listingState`, with what the text of pages depends on besides. */
export async function textState(
  services: SiteServices,
  visited: VisitedSpace,
  spaces: readonly VisitedSpace[],
): Promise<string> {
  const fences: string[] = []
  for (const { space } of spaces) fences.push(fenceStateOf(await listFences(services.db, space)))
  const state = await listingState(services, visited, spaces)
  return sha256(JSON.stringify([state, fences, linkPeriod()])).slice(0, 32)
}
