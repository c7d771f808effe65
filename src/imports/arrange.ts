// Arranges pages as a tree: first the pages in the navigation, nested as there; then the rest, each below the page
// whose path is a prefix of its own.

import type { NavItem, RawPage } from './model.ts'
import { decode, UrlIndex } from './url-index.ts'

/** A page in the tree; without `page`, a group of pages. */
export interface ArrangedPage {
  title?: string
  page?: RawPage
  pages: ArrangedPage[]
}

const MAX_DEPTH = 20

export function arrange(pages: readonly RawPage[], navigation: readonly NavItem[]): ArrangedPage[] {
  const byAddress = new UrlIndex<RawPage>()
  for (const page of pages) for (const url of [page.url, ...(page.aliases ?? [])]) byAddress.add(url, page)
  const placed = new Map<RawPage, ArrangedPage>()
  const place = (items: readonly NavItem[], depth: number): ArrangedPage[] =>
    items.flatMap(({ title, url, items }) => {
      const page = url && byAddress.find(url)
      const isNew = page !== undefined && !placed.has(page)
      const node: ArrangedPage = isNew ? { page, title, pages: [] } : { title, pages: [] }
      if (isNew) placed.set(page, node)
      node.pages = depth < MAX_DEPTH ? place(items, depth + 1) : []
      if (isNew) return [node]
      return node.pages.length === 0 ? [] : page ? moveBelow(placed.get(page)!, node.pages) : [node]
    })
  const [lone, ...others] = navigation
  const isTitle = lone !== undefined && !lone.url && others.length === 0
  const top = place(isTitle ? lone.items : navigation, 0)
  const rest = pages.filter((page) => !placed.has(page))
  for (const page of rest) placed.set(page, { page, pages: [] })
  const common = commonSegments(pages)
  for (const page of rest) (parentOf(page, common, placed, byAddress)?.pages ?? top).push(placed.get(page)!)
  return withoutLoneRoot(top)
}

// A page that the navigation lists twice keeps its first position; children of the second entry move there too.
function moveBelow(first: ArrangedPage, pages: ArrangedPage[]): ArrangedPage[] {
  first.pages.push(...pages)
  return []
}

const segmentsOf = ({ url }: RawPage): string[] => decode(url.pathname).replace(/\/+$/, '').split('/')

/** The number of path segments that all URLs share: the page there is the first page, not the parent of all. */
function commonSegments([first, ...others]: readonly RawPage[]): number {
  if (!first) return 0
  const segments = segmentsOf(first)
  return others.reduce((length, page) => {
    const differs = segmentsOf(page).findIndex((segment, at) => segment !== segments[at])
    return Math.min(length, differs === -1 ? segmentsOf(page).length : differs)
  }, segments.length)
}

function parentOf(
  page: RawPage,
  common: number,
  placed: ReadonlyMap<RawPage, ArrangedPage>,
  byAddress: UrlIndex<RawPage>,
): ArrangedPage | undefined {
  const segments = segmentsOf(page)
  for (let length = segments.length - 1; length > common; length--) {
    const url = new URL(page.url)
    url.pathname = segments.slice(0, length).map(encodeURIComponent).join('/') || '/'
    url.search = ''
    const parent = byAddress.find(url)
    if (parent && parent !== page && placed.get(parent)) return placed.get(parent)
  }
  return undefined
}

// A single root page becomes the first page, not a level of its own.
function withoutLoneRoot(top: ArrangedPage[]): ArrangedPage[] {
  const [root, ...others] = top
  if (!root?.page || others.length > 0) return top
  return [{ ...root, pages: [] }, ...root.pages]
}
