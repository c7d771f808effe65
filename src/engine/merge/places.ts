// Makes the merged pages a tree again: a page whose parent was deleted on one side brings the parent back, and moves
// that together make a circle give way to ours. Repeated until nothing is left to do; each step only ever adds a page or
// turns a place into ours, and ours alone is a tree, so it ends.

import { isEqual } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { findPage } from '../tree/pages.ts'
import type { Page } from '../tree/records.ts'
import { placeOf, present } from './merge-records.ts'
import type { PageMerge } from './page-merge.ts'

/** Afterwards every merged page has its parent and none is below itself. Records what had to give way. */
export function* settlePlaces(merge: PageMerge): Reading<void> {
  let isSettled = false
  while (!isSettled) {
    reviveParents(merge)
    isSettled = !(yield* breakCycles(merge))
  }
}

function reviveParents(merge: PageMerge): void {
  const pages = [...merge.merged.values()]
  for (const page of pages) {
    for (const parent of neededParents(merge, page)) {
      const revived = revive(merge, parent)
      if (revived) pages.push(revived)
    }
  }
}

// While it is undecided where a page goes, the parents of both places are needed.
function neededParents(merge: PageMerge, page: Page): string[] {
  if (!merge.undecided.has(page.id)) return [page.parent]
  const { ours, theirs } = merge.versions.get(page.id)!
  return [page.parent, ours!.parent, theirs!.parent]
}

function revive(merge: PageMerge, id: string): Page | undefined {
  const versions = merge.versions.get(id)
  if (!versions || merge.merged.has(id)) return undefined
  const page = (versions.ours ?? versions.theirs)!
  merge.merged.set(id, page)
  merge.conflicts.push({ kind: 'deleted', on: 'page', id, field: 'children', ...present(versions) })
  return page
}

function* breakCycles(merge: PageMerge): Reading<boolean> {
  let found = false
  for (const page of merge.merged.values()) {
    const cycle = yield* findCycle(merge, page)
    for (const member of cycle) giveWay(merge, member)
    found ||= cycle.length > 0
  }
  return found
}

// The pages on the circle through `start`, if there is one.
function* findCycle(merge: PageMerge, start: Page): Reading<Page[]> {
  const chain: Page[] = [start]
  const seen = new Set([start.id])
  for (;;) {
    const { parent } = chain.at(-1)!
    if (parent === start.id) return chain
    if (parent === '' || seen.has(parent)) return []
    seen.add(parent)
    const next: Page | undefined = merge.merged.get(parent) ?? (yield* findPage(merge.base, parent))
    if (!next) return []
    chain.push(next)
  }
}

function giveWay(merge: PageMerge, page: Page): void {
  const { base, ours, theirs } = merge.versions.get(page.id) ?? {}
  if (!ours) return
  merge.merged.set(page.id, { ...page, ...placeOf(ours) })
  if (!base || !theirs || merge.undecided.has(page.id)) return
  if (isEqual(placeOf(base), placeOf(ours)) && isEqual(placeOf(base), placeOf(theirs))) return
  merge.undecided.add(page.id)
  const sides = { base: placeOf(base), ours: placeOf(ours), theirs: placeOf(theirs) }
  merge.conflicts.push({ kind: 'cycle', on: 'page', id: page.id, ...sides })
}
