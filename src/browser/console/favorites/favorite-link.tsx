import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { places } from '../places.ts'
import type { Favorite } from './favorites.ts'

const ICONS = { space: 'book', page: 'page', site: 'globe' } as const

export const FavoriteSign = ({ of: { kind, emoji } }: { of: Favorite }) =>
  emoji ? <Emoji code={emoji} /> : <Icon name={ICONS[kind]} />

export function addressOfFavorite({ space, page, site }: Favorite): string {
  if (site) return places.site(site)
  return page ? places.page(space!, page) : places.space(space!)
}

export const titleOfFavorite = ({ title }: Favorite): string => title || words.untitled

/** One favorite has one key. */
export const keyOfFavorite = ({ space, page, site }: Favorite): string => `${site ?? space}/${page ?? ''}`
