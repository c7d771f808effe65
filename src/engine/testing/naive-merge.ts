// A second, independent merge to compare with: the simplest code that follows the rules, on plain objects. Returns the
// pages that survive, with fields, parents and positions, and the conflicts.

import type { Page } from '../tree/records.ts'

type Plain = Record<string, Page>

export interface NaiveMerge {
  pages: Plain
  conflicts: string[]
}

const FIELDS = ['title', 'slug', 'emoji', 'description'] as const

const byId = (pages: readonly Page[]): Plain => Object.fromEntries(pages.map((page) => [page.id, page]))
const place = (page: Page | undefined) => page && `${page.parent} ${page.position}`

export function naiveMerge(
  baseList: readonly Page[],
  oursList: readonly Page[],
  theirsList: readonly Page[],
): NaiveMerge {
  const [base, ours, theirs] = [byId(baseList), byId(oursList), byId(theirsList)]
  const pages: Plain = {}
  const conflicts = new Set<string>()
  const undecided = new Set<string>()
  for (const id of Object.keys({ ...base, ...ours, ...theirs })) {
    const [b, o, t] = [base[id], ours[id], theirs[id]]
    if (o && t) pages[id] = mergeBoth(id, b, o, t)
    else if (!b) pages[id] = (o ?? t)!
    else if ((o ?? t) && JSON.stringify(b) !== JSON.stringify(o ?? t)) {
      pages[id] = (o ?? t)!
      conflicts.add(`deleted ${id}`)
    }
  }
  while (reviveOne() || findOneCircle()) {}
  for (const id of undecided) pages[id] = { ...pages[id]!, parent: ours[id]!.parent, position: ours[id]!.position }
  return { pages, conflicts: [...conflicts].sort() }

  function mergeBoth(id: string, b: Page | undefined, o: Page, t: Page): Page {
    const page: Page = { ...o }
    for (const field of FIELDS) {
      if (o[field] === t[field] || t[field] === b?.[field]) continue
      if (o[field] === b?.[field]) page[field] = t[field]!
      else conflicts.add(`edited ${id} ${field}`)
    }
    if (place(o) === place(t) || place(t) === place(b)) return page
    if (place(o) === place(b)) return { ...page, parent: t.parent, position: t.position }
    conflicts.add(`moved ${id}`)
    undecided.add(id)
    return page
  }

  function possible(id: string): string[] {
    const parents = undecided.has(id) ? [ours[id]!.parent, theirs[id]!.parent] : [pages[id]!.parent]
    return parents.filter((parent) => parent !== '')
  }

  function reviveOne(): boolean {
    const missing = Object.keys(pages)
      .flatMap(possible)
      .find((parent) => !pages[parent])
    if (missing === undefined) return false
    pages[missing] = (ours[missing] ?? theirs[missing])!
    conflicts.add(`deleted ${missing} children`)
    return true
  }

  function findOneCircle(): boolean {
    const moved = (id: string) =>
      base[id] &&
      ours[id] &&
      theirs[id] &&
      place(ours[id]) !== place(theirs[id]) &&
      pages[id]!.parent !== base[id].parent
    const found = Object.keys(pages).find((id) => moved(id) && !undecided.has(id) && allAbove(id).has(id))
    if (found === undefined) return false
    undecided.add(found)
    conflicts.add(`cycle ${found}`)
    return true
  }

  function allAbove(id: string): Set<string> {
    const above = new Set(possible(id))
    for (const each of above) for (const parent of possible(each)) above.add(parent)
    return above
  }
}
