// Search in a site: only in the spaces that whoever asks sees there.
import Type, { type Static } from 'typebox'
import { isVisitor } from '../../access/caller.ts'
import { implement, routes } from '../../server/operation.ts'
import { Id, oneOf } from '../../server/schemas.ts'
import { groundOf } from '../published/ground.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { listIndexedAmong } from './indexed.ts'
import { SearchQuery, SpaceResult } from './schemas.ts'
import { showSpaces } from './spaces.ts'

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
    asks: true,
    body: SiteSearch,
    list: SpaceResult,
    summary: 'Search the spaces of a site, those with the best matches first',
  },
})

export const siteSearch = implement(siteSearchRoutes, {
  async searchSiteContent(context) {
    const { db, caller, body, page, urls } = context
    const { structure } = await groundOf({ ...context, query: {} })
    const wanted = choose(structure, body)
    const spaces = await listIndexedAmong(
      db,
      wanted.map(({ space_id }) => space_id),
    )
    return showSpaces(db, spaces, body.query, page, urls, isVisitor(caller) ? { claims: caller.claims } : undefined)
  },
})

/** The site spaces that are asked for, among those that are seen. */
function choose({ siteSpaces }: Structure, { scope, mode, siteSpaceId, siteSpaceIds }: SiteSearch) {
  const named = scope?.siteSpaceIds ?? siteSpaceIds ?? []
  const added = scope?.includedSiteSpaces ?? (siteSpaceId === undefined ? [] : [siteSpaceId])
  const asked = scope?.mode ?? mode ?? (siteSpaceIds ? 'specific' : 'all')
  return siteSpaces.filter(({ id, is_default }) => {
    if (asked === 'all') return true
    return asked === 'specific' ? named.includes(id) : is_default === 1 || added.includes(id)
  })
}
