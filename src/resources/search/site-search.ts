// Search in the spaces of a site that the caller can see.
import type { Static } from 'typebox'
import { filterForViewer, type Structure } from '../../domain/site-structure/index.ts'
import { loadVisibleSite } from '../../domain/visits/index.ts'
import { implement } from '../../server/operation.ts'
import { listSearched } from './indexed-spaces.ts'
import { siteSearchRoutes } from './routes.ts'
import type { SiteSearch as SiteSearchShape } from './schemas.ts'
import { showVisibleSpaces } from './visible-spaces.ts'

type SiteSearch = Static<typeof SiteSearchShape>

export const siteSearch = implement(siteSearchRoutes, {
  async searchSiteContent(context) {
    const { db, body, page, urls } = context
    const { structure, siteContext, audience } = await loadVisibleSite({ ...context, query: {} })
    // Managing a site does not imply reading all its spaces.
    const readable = siteContext.viewer ? await filterForViewer(db, siteContext.viewer, structure) : structure
    const wanted = choose(readable, body)
    const spaces = await listSearched(
      db,
      wanted.map(({ space_id }) => space_id),
    )
    return showVisibleSpaces(db, spaces, { audience, query: body.query, page, urls })
  },
})

/** The requested site spaces, among the visible ones. */
function choose({ siteSpaces }: Structure, { scope, mode, siteSpaceId, siteSpaceIds }: SiteSearch) {
  const named = scope?.siteSpaceIds ?? siteSpaceIds ?? []
  const added = scope?.includedSiteSpaces ?? (siteSpaceId === undefined ? [] : [siteSpaceId])
  const effectiveMode = scope?.mode ?? mode ?? (siteSpaceIds ? 'specific' : 'all')
  return siteSpaces.filter(({ id, is_default }) => {
    if (effectiveMode === 'all') return true
    return effectiveMode === 'specific' ? named.includes(id) : is_default === 1 || added.includes(id)
  })
}
