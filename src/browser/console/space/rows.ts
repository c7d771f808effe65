// The page tree as rows: what is drawn, in order, with its depth. Branches are open down to the current page, and where
// somebody opened them.
import type { Page } from './content.ts'

export interface Row {
  page: Page
  depth: number
  hasPages: boolean
  isOpen: boolean
}

/** Branches that somebody opened (true) or closed (false). */
export type Chosen = ReadonlyMap<string, boolean>

export function rowsOf(pages: readonly Page[], current: string | undefined, chosen: Chosen): Row[] {
  const onPath = pathTo(pages, current)
  const rows: Row[] = []
  const add = (level: readonly Page[], depth: number) => {
    for (const page of level) {
      const inside = page.pages ?? []
      const byItself = page.type === 'group' || onPath.has(page.id)
      const isOpen = inside.length > 0 && (chosen.get(page.id) ?? byItself)
      rows.push({ page, depth, hasPages: inside.length > 0, isOpen })
      if (isOpen) add(inside, page.type === 'group' ? depth : depth + 1)
    }
  }
  add(pages, 0)
  return rows
}

/** The marked pages, under those they are in. */
export function onlyMarked(pages: readonly Page[], marked: ReadonlyMap<string, unknown>, depth = 0): Row[] {
  return pages.flatMap((page) => {
    const inside = onlyMarked(page.pages ?? [], marked, page.type === 'group' ? depth : depth + 1)
    if (inside.length === 0 && !marked.has(page.id)) return []
    return [{ page, depth, hasPages: inside.length > 0, isOpen: inside.length > 0 }, ...inside]
  })
}

/** The ids of the pages above the current one, and its own. */
export function pathTo(pages: readonly Page[], current: string | undefined): Set<string> {
  const found = new Set<string>()
  const look = (level: readonly Page[]): boolean =>
    level.some((page) => {
      const isHere = page.id === current || look(page.pages ?? [])
      if (isHere) found.add(page.id)
      return isHere
    })
  if (current !== undefined) look(pages)
  return found
}

/** The pages with a text, in reading order. */
export const readable = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...readable(page.pages ?? [])])
