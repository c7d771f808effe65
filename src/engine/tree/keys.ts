// The key layout of the ordered map of a revision. Besides the records it has three indexes derived from the pages:
// children in order, slugs among siblings, and own paths. Ids, positions and slugs never contain `/`.

import type { Collection, Page, PageLocation } from './records.ts'
import { hasSlug } from './records.ts'

export const PAGES = 'page/'

export const COLLECTIONS: Record<Collection, string> = {
  file: 'file/',
  reusableContent: 'reusable/',
  tag: 'tag/',
  variable: 'variable/',
}

export const pageKey = (id: string): string => PAGES + id

export const recordKey = (collection: Collection, id: string): string => COLLECTIONS[collection] + id

export const childrenPrefix = (parent: string): string => `child/${parent}/`

export const childKey = ({ parent, position }: PageLocation, id: string): string => `child/${parent}/${position}/${id}`

export const slugKey = (parent: string, slug: string): string => `slug/${parent}/${slug}`

export const pathKey = (path: string): string => `path/${path}`

/** The index keys of a page; the child key first. */
export function indexKeys(page: Page): string[] {
  const keys = [childKey(page, page.id)]
  if (hasSlug(page.type) && page.slug) keys.push(slugKey(page.parent, page.slug))
  if (page.ownPath !== undefined) keys.push(pathKey(page.ownPath))
  return keys
}

/** Parses the position and the page id of a child key. */
export function parseChildKey(key: string): { position: string; id: string } {
  const [, , position, id] = key.split('/')
  return { position: position!, id: id! }
}
