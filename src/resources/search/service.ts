import { viewerOf } from '../../domain/people/index.ts'
import { openView } from '../../domain/revisions/index.ts'
import { implement } from '../../server/operation.ts'
import { findIndexed } from './indexed-spaces.ts'
import { takeMatches } from './matches.ts'
import { showPages } from './results.ts'
import { searchRoutes } from './routes.ts'
import { showSpaces } from './spaces.ts'

export const search = implement(searchRoutes, {
  async searchSpaceContent({ db, space, query: { query }, page, urls }) {
    const [indexed] = await findIndexed(db, { spaceId: space.id })
    if (!indexed) return { items: [], count: 0 }
    const [{ rows, count, next }, view] = await Promise.all([
      takeMatches(db, indexed.number, query, page),
      openView(db, 'everything', { space_id: space.id, root: indexed.root }),
    ])
    const items = await showPages(db, rows, { spaceId: space.id, view, query, urls })
    return { items, count, next }
  },

  async searchOrganizationContent({ db, organization, caller, query: { query }, page, urls }) {
    return showSpaces(db, viewerOf(organization, caller), query, page, urls)
  },
})
