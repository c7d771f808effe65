// Pages get their places: first those that the navigation names, as it nests them; then the rest, each below the page
// whose address is the beginning of its own.
import { AddressBook, decode } from './address-book.ts'
import type { NavItem, RawPage } from './model.ts'

/** A page in its place; without `page` it is a heading over others. */
export interface Placed {
  title?: string
  page?: RawPage
  pages: Placed[]
}

const DEEPEST = 20

export function arrange(pages: readonly RawPage[], navigation: readonly NavItem[]): Placed[] {
  const byAddress = new AddressBook<RawPage>()
  for (const page of pages) for (const url of [page.url, ...(page.aliases ?? [])]) byAddress.add(url, page)
  const placed = new Map<RawPage, Placed>()
  const place = (items: readonly NavItem[], depth: number): Placed[] =>
    items.flatMap(({ title, url, items }) => {
      const page = url && byAddress.find(url)
      const isNew = page !== undefined && !placed.has(page)
      const node: Placed = isNew ? { page, title, pages: [] } : { title, pages: [] }
      if (isNew) placed.set(page, node)
      node.pages = depth < DEEPEST ? place(items, depth + 1) : []
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

// A page that a navigation names twice has its place already; what stands below the second mention belongs to it too.
function moveBelow(first: Placed, pages: Placed[]): Placed[] {
  first.pages.push(...pages)
  return []
}

const segmentsOf = ({ url }: RawPage): string[] => decode(url.pathname).replace(/\/+$/, '').split('/')

/** How many segments all addresses begin with: the page there is the first of all, not the parent of all. */
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
  placed: ReadonlyMap<RawPage, Placed>,
  byAddress: AddressBook<RawPage>,
): Placed | undefined {
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

// One page with everything else below it is the first page of the whole, not a level of its own.
function withoutLoneRoot(top: Placed[]): Placed[] {
  const [root, ...others] = top
  if (!root?.page || others.length > 0) return top
  return [{ ...root, pages: [] }, ...root.pages]
}
