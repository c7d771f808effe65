// The structure of a site as rows of a list, and which row can go beside which.
import type { ReplyTo } from '../api/operations.ts'

export type Structure = ReplyTo<'GET /orgs/:organizationId/sites/:siteId/structure'>
export type Item = Structure['structure'][number]
export type SiteSpace = Extract<Item, { object: 'site-space' }>
export type Section = Extract<Item, { object: 'site-section' }>
export type Group = Extract<Item, { object: 'site-section-group' }>
export type Link = Extract<Item, { object: 'site-external-link' }>

export interface Row {
  item: Item
  level: number
  siblings: readonly Item[]
  /** What it is in. */
  parent?: Section | Group
}

export const rowsOf = ({ structure }: Structure): Row[] => rowsIn(structure, 0)

const rowsIn = (siblings: readonly Item[], level: number, parent?: Section | Group): Row[] =>
  siblings.flatMap((item) => {
    const own: Row = parent ? { item, level, siblings, parent } : { item, level, siblings }
    if (item.object === 'site-section') return [own, ...rowsIn(item.siteSpaces, level + 1, item)]
    if (item.object === 'site-section-group') return [own, ...rowsIn(item.children, level + 1, item)]
    return [own]
  })

/** Whether a row can stand before or after another. */
/** True if the part can be put in the group by dragging it there. */
export const fitsInto = ({ item, parent }: Row, target: Row): boolean =>
  target.item.object === 'site-section-group' &&
  (item.object === 'site-section' || item.object === 'site-external-link') &&
  parent?.id !== target.item.id

export function fits({ item }: Row, target: Row): boolean {
  if (item.id === target.item.id) return false
  if (item.object === 'site-space') return target.item.object === 'site-space'
  if (target.item.object === 'site-space') return false
  return item.object !== 'site-section-group' || target.level === 0
}

/** The sibling above (-1) or below (1). */
export const neighbour = ({ item, siblings }: Row, step: 1 | -1): Item | undefined =>
  siblings[siblings.findIndex(({ id }) => id === item.id) + step]

export const titleOf = (item: Item): string => item.title

export const isDefault = (item: Item): boolean => 'default' in item && item.default

/** The published addresses of the spaces of a site, by the ids of their site spaces. */
export function addressesOf(structure: Structure): Map<string, string> {
  const spaces = rowsOf(structure).flatMap(({ item }) => (item.object === 'site-space' ? [item] : []))
  return new Map(spaces.flatMap(({ id, urls }) => (urls.published ? [[id, urls.published] as const] : [])))
}

export interface Moved {
  siteSpace: string
  /** The former path below the site, without a slash at its end. */
  path: string
}

/** The spaces whose addresses differ, with where they were. Those that were at the top of the site have no path. */
export function movedBetween(before: Structure, after: Structure, site: string): Moved[] {
  const now = addressesOf(after)
  return [...addressesOf(before)].flatMap(([siteSpace, address]) => {
    if (!now.has(siteSpace) || now.get(siteSpace) === address) return []
    return [{ siteSpace, path: address.slice(site.length).replace(/\/$/, '') }]
  })
}
