import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { addFavorite, findMainPage, listFavorites, type Marked, removeFavorite } from './queries.ts'
import { favoriteRoutes } from './routes.ts'

export const favorites = implement(favoriteRoutes, {
  async listFavorites({ db, caller, urls }) {
    const items = await listFavorites(db, caller, urls)
    return { items, count: items.length }
  },

  async addFavoriteSpace({ db, caller, space, report }) {
    report({ ...about(caller), changed: await addFavorite(db, inSpace(caller, space, null)) })
  },

  async removeFavoriteSpace({ db, caller, space, report }) {
    report({ ...about(caller), changed: await removeFavorite(db, inSpace(caller, space, null)) })
  },

  async addFavoritePage({ db, caller, space, params, report }) {
    if (!(await findMainPage(db, space, params.pageId))) throw problem('notFound')
    report({ ...about(caller), changed: await addFavorite(db, inSpace(caller, space, params.pageId)) })
  },

  async removeFavoritePage({ db, caller, space, params, report }) {
    const changed = await removeFavorite(db, inSpace(caller, space, params.pageId))
    if (!changed && !(await findMainPage(db, space, params.pageId))) throw problem('notFound')
    report({ ...about(caller), changed })
  },

  async addFavoriteSite({ db, caller, organization, site, report }) {
    report({ ...about(caller), changed: await addFavorite(db, ofSite(caller, organization, site)) })
  },

  async removeFavoriteSite({ db, caller, organization, site, report }) {
    report({ ...about(caller), changed: await removeFavorite(db, ofSite(caller, organization, site)) })
  },
})

interface Person {
  user: { id: string }
}

const about = ({ user }: Person) => ({ target: { kind: 'user', id: user.id } })

const inSpace = ({ user }: Person, space: { id: string; organization_id: string }, page: string | null): Marked => ({
  user_id: user.id,
  organization_id: space.organization_id,
  space_id: space.id,
  page_id: page,
  site_id: null,
})

const ofSite = ({ user }: Person, organization: { id: string }, site: { id: string }): Marked => ({
  user_id: user.id,
  organization_id: organization.id,
  space_id: null,
  page_id: null,
  site_id: site.id,
})
