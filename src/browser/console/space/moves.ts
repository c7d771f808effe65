// Where pages can go from where they are: among their siblings, into the page before them, out of their parent, or to a
// spot that somebody points at.
import type { Page } from './content.ts'

export interface Move {
  into: string | null
  at: number
}

export interface Moves {
  up?: Move
  down?: Move
  in?: Move
  out?: Move
}

interface Spot {
  siblings: readonly Page[]
  at: number
  parent: Page | undefined
}

export function spotOf(pages: readonly Page[], id: string, parent?: Page): Spot | undefined {
  const at = pages.findIndex((page) => page.id === id)
  if (at >= 0) return { siblings: pages, at, parent }
  for (const page of pages) {
    const found = spotOf(page.pages ?? [], id, page)
    if (found) return found
  }
  return undefined
}

export const takesPages = ({ type }: Page): boolean => type === 'document' || type === 'group'

export function movesOf(pages: readonly Page[], id: string): Moves {
  const spot = spotOf(pages, id)
  if (!spot) return {}
  const { siblings, at, parent } = spot
  const into = parent?.id ?? null
  const before = siblings[at - 1]
  const above = parent && spotOf(pages, parent.id)
  // A group is at the top level.
  const isGroup = siblings[at]!.type === 'group'
  return {
    ...(at > 0 && { up: { into, at: at - 1 } }),
    ...(at < siblings.length - 1 && { down: { into, at: at + 1 } }),
    ...(before && takesPages(before) && !isGroup && { in: { into: before.id, at: before.pages?.length ?? 0 } }),
    ...(above && { out: { into: above.parent?.id ?? null, at: above.at + 1 } }),
  }
}

/** A page and everything in it, from the top down. */
export const withInside = (page: Page): Page[] => [page, ...(page.pages ?? []).flatMap(withInside)]

/** All pages from the top down. */
export const flatten = (pages: readonly Page[]): Page[] => pages.flatMap(withInside)

/** Those that are not inside another of them, in the order of the tree. */
export function topmost(pages: readonly Page[], ids: ReadonlySet<string>): Page[] {
  return pages.flatMap((page) => (ids.has(page.id) ? [page] : topmost(page.pages ?? [], ids)))
}

/** Between pages: in a parent, before one of its pages or at the end. */
export interface Gap {
  into: string | null
  before: string | null
}

/** Whether these pages may go there: no page goes into itself, and groups stay at the top. */
export function fits(pages: readonly Page[], moved: readonly Page[], { into }: Gap): boolean {
  if (moved.length === 0) return false
  if (into === null) return true
  const parent = spotOf(pages, into)
  if (!parent || !takesPages(parent.siblings[parent.at]!)) return false
  const inside = new Set(moved.flatMap(withInside).map(({ id }) => id))
  return !inside.has(into) && moved.every(({ type }) => type !== 'group')
}

/** The moves, one after the other, that bring pages to a gap in their order. */
export function movesInto(
  pages: readonly Page[],
  moved: readonly Page[],
  { into, before }: Gap,
): (Move & { page: string })[] {
  const lists = new Map<string | null, string[]>([[null, pages.map(({ id }) => id)]])
  for (const page of flatten(pages))
    lists.set(
      page.id,
      (page.pages ?? []).map(({ id }) => id),
    )
  const ids = moved.map(({ id }) => id)
  const list = lists.get(into)!
  const stays = before === null ? undefined : list.slice(list.indexOf(before)).find((id) => !ids.includes(id))
  return ids.map((page, index) => {
    for (const [parent, known] of lists) if (known.includes(page)) lists.set(parent, without(known, page))
    const known = lists.get(into)!
    const at = index > 0 ? known.indexOf(ids[index - 1]!) + 1 : stays ? known.indexOf(stays) : known.length
    lists.set(into, known.toSpliced(at, 0, page))
    return { page, into, at }
  })
}

const without = (list: readonly string[], id: string): string[] => list.filter((other) => other !== id)
