// Search in the spaces of a site that the caller can see.
import Type, { type Static } from 'typebox'
import { filterForViewer, type Structure } from '../../domain/site-structure/index.ts'
import { loadVisibleSite } from '../../domain/visits/index.ts'
import { implement, routes } from '../../server/operation.ts'
import { Id, oneOf } from '../../server/schemas.ts'
import { listSearched } from './indexed-spaces.ts'
import { SearchQuery, SpaceResult } from './schemas.ts'
import { showVisibleSpaces } from './visible-spaces.ts'

const Ids = Type.Array(Id, { maxItems: 1000 })

const SiteSearch = Type.Object({
  ...SearchQuery.properties,
  scope: Type.Optional(
    Type.Object({
      mode: oneOf('default', 'specific', 'all'),
      includedSiteSpaces: Type.Optional(Ids),
      siteSpaceIds: Type.Optional(Ids),
    }),
  ),
  mode: Type.Optional(oneOf('specific', 'current', 'all')),
  siteSpaceId: Type.Optional(Id),
  siteSpaceIds: Type.Optional(Ids),
})

type SiteSearch = Static<typeof SiteSearch>

const siteSearchRoutes = routes('Site search', {
  searchSiteContent: {
    post: '/orgs/:organizationId/sites/:siteId/search',
    can: 'site.view',
    visitors: true,
    readOnly: true,
    body: SiteSearch,
    list: SpaceResult,
    summary: 'Search the spaces of a site, best matches first',
  },
})

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
