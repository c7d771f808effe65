// How the one ordered map of a revision is laid out. Besides the records there are two indexes that follow from the
// pages: children in order, and slugs among siblings. Ids, positions and slugs never contain `/`.

import type { Collection, Page, Place } from './records.ts'
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

export const childKey = ({ parent, position }: Place, id: string): string => `child/${parent}/${position}/${id}`

export const slugKey = (parent: string, slug: string): string => `slug/${parent}/${slug}`

/** The index entries that a page has; the child entry first. */
export function indexKeys(page: Page): string[] {
  const keys = [childKey(page, page.id)]
  if (hasSlug(page.type) && page.slug) keys.push(slugKey(page.parent, page.slug))
  return keys
}

/** The position and the page id that a child key names. */
export function parseChildKey(key: string): { position: string; id: string } {
  const [, , position, id] = key.split('/')
  return { position: position!, id: id! }
}
