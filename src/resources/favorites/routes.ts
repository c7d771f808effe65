import { routes } from '../../server/operation.ts'
import { Favorites } from './schemas.ts'

const ALL = '/user/favorites'
const SPACE = `${ALL}/spaces/:spaceId` as const
const PAGE = `${SPACE}/pages/:pageId` as const
const SITE = `${ALL}/orgs/:organizationId/sites/:siteId` as const

export const favoriteRoutes = routes('Favorites', {
  listFavorites: {
    get: ALL,
    can: 'user',
    bound: true,
    reply: Favorites,
    summary: 'List your favorites, oldest first: those that you can see',
  },
  addFavoriteSpace: {
    put: SPACE,
    can: 'space.view',
    event: 'user.favorite.added',
    summary: 'Mark a space as a favorite',
  },
  removeFavoriteSpace: {
    delete: SPACE,
    can: 'space.view',
    event: 'user.favorite.removed',
    summary: 'Remove a space from your favorites',
  },
  addFavoritePage: {
    put: PAGE,
    can: 'space.view',
    event: 'user.favorite.added',
    summary: 'Mark a page of the main content of a space as a favorite',
  },
  removeFavoritePage: {
    delete: PAGE,
    can: 'space.view',
    event: 'user.favorite.removed',
    summary: 'Remove a page from your favorites',
  },
  addFavoriteSite: {
    put: SITE,
    can: 'site.view',
    event: 'user.favorite.added',
    summary: 'Mark a site as a favorite',
  },
  removeFavoriteSite: {
    delete: SITE,
    can: 'site.view',
    event: 'user.favorite.removed',
    summary: 'Remove a site from your favorites',
  },
})
