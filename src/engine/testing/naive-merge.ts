// A second, independent merge to compare with: plain objects, every page looked at, the simplest code that follows the
// rules. It says which pages survive, their fields, their parents and positions, and which conflicts there are.

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
  while (reviveOne() || breakOneCycle()) {}
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

  function reviveOne(): boolean {
    for (const { id, parent } of Object.values(pages)) {
      const wanted = undecided.has(id) ? [parent, ours[id]!.parent, theirs[id]!.parent] : [parent]
      const missing = wanted.find((each) => each !== '' && !pages[each])
      if (missing === undefined) continue
      pages[missing] = (ours[missing] ?? theirs[missing])!
      conflicts.add(`deleted ${missing} children`)
      return true
    }
    return false
  }

  function breakOneCycle(): boolean {
    for (const { id } of Object.values(pages)) {
      const circle = [id]
      let at = pages[id]!.parent
      while (at !== '' && !circle.includes(at)) {
        circle.push(at)
        at = pages[at]!.parent
      }
      if (at !== id) continue
      for (const each of circle) takeOurs(each)
      return true
    }
    return false
  }

  function takeOurs(id: string): void {
    const [b, o, t] = [base[id], ours[id], theirs[id]]
    if (!o) return
    pages[id] = { ...pages[id]!, parent: o.parent, position: o.position }
    if (!b || !t || undecided.has(id)) return
    if (place(b) === place(o) && place(b) === place(t)) return
    undecided.add(id)
    conflicts.add(`cycle ${id}`)
  }
}
