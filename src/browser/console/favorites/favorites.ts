// What the person marked as a favorite, and marking it.
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'

export type Favorite = ReplyTo<'GET /user/favorites'>['items'][number]

/** What can be a favorite. */
export type Favored =
  | { space: string; page?: undefined; site?: undefined }
  | { space: string; page: string; site?: undefined }
  | { organization: string; site: string; space?: undefined; page?: undefined }

export function useFavorites(organization: string): Favorite[] {
  const { value } = useReading('GET /user/favorites', {}).value
  return (value?.items ?? []).filter((favorite) => favorite.organization === organization)
}

/** Whether it is a favorite, how that is said, and the way to change it. */
export function useFavorite(it: Favored): { isOn: boolean; label: string; toggle(): Promise<void> } {
  const { value } = useReading('GET /user/favorites', {}).value
  const isOn = (value?.items ?? []).some(
    ({ space, page, site }) => space === it.space && page === it.page && site === it.site,
  )
  return {
    isOn,
    label: isOn ? words.favorites.remove : words.favorites.add,
    async toggle() {
      await attempt(() => (isOn ? unmark(it) : mark(it)))
      refresh('GET /user/favorites')
    },
  }
}

const SITE = '/user/favorites/orgs/:organizationId/sites/:siteId'
const PAGE = '/user/favorites/spaces/:spaceId/pages/:pageId'
const SPACE = '/user/favorites/spaces/:spaceId'

function mark(it: Favored): Promise<unknown> {
  if (it.site !== undefined) return call(`PUT ${SITE}`, { organizationId: it.organization, siteId: it.site })
  if (it.page !== undefined) return call(`PUT ${PAGE}`, { spaceId: it.space, pageId: it.page })
  return call(`PUT ${SPACE}`, { spaceId: it.space })
}

function unmark(it: Favored): Promise<unknown> {
  if (it.site !== undefined) return call(`DELETE ${SITE}`, { organizationId: it.organization, siteId: it.site })
  if (it.page !== undefined) return call(`DELETE ${PAGE}`, { spaceId: it.space, pageId: it.page })
  return call(`DELETE ${SPACE}`, { spaceId: it.space })
}
