// Makes the merged pages a tree again: a page whose parent was deleted on one side brings the parent back, and moves
// that together can make a circle are undecided, for which ours stands. A page that is undecided counts with both its
// places, so what is found does not depend on which side is ours. Ours alone is a tree, so the result is one.

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
    isSettled = !(yield* findCircles(merge))
  }
  for (const id of merge.undecided) {
    merge.merged.set(id, { ...merge.merged.get(id)!, ...placeOf(merge.versions.get(id)!.ours!) })
  }
}

function reviveParents(merge: PageMerge): void {
  const pages = [...merge.merged.values()]
  for (const page of pages) {
    for (const parent of possibleParents(merge, page)) {
      const revived = revive(merge, parent)
      if (revived) pages.push(revived)
    }
  }
}

// While it is undecided where a page goes, it may go to either place.
function possibleParents(merge: PageMerge, page: Page): string[] {
  if (!merge.undecided.has(page.id)) return [page.parent]
  const { ours, theirs } = merge.versions.get(page.id)!
  return [ours!.parent, theirs!.parent]
}

function revive(merge: PageMerge, id: string): Page | undefined {
  const versions = merge.versions.get(id)
  if (!versions || merge.merged.has(id)) return undefined
  const page = (versions.ours ?? versions.theirs)!
  merge.merged.set(id, page)
  merge.conflicts.push({ kind: 'deleted', on: 'page', id, field: 'children', ...present(versions) })
  return page
}

// Every page that a circle of possible moves goes through becomes undecided. True when there was a new one.
function* findCircles(merge: PageMerge): Reading<boolean> {
  let found = false
  for (const page of merge.merged.values()) {
    const { base, ours, theirs } = merge.versions.get(page.id)!
    // The base has no circle, so only moves matter; a page that one side alone has can go nowhere else.
    if (!base || !ours || !theirs || page.parent === base.parent || merge.undecided.has(page.id)) continue
    if (isEqual(placeOf(ours), placeOf(theirs)) || !(yield* isBelowItself(merge, page))) continue
    merge.undecided.add(page.id)
    const places = { base: placeOf(base), ours: placeOf(ours), theirs: placeOf(theirs) }
    merge.conflicts.push({ kind: 'cycle', on: 'page', id: page.id, ...places })
    found = true
  }
  return found
}

function* isBelowItself(merge: PageMerge, start: Page): Reading<boolean> {
  const seen = new Set<string>()
  const above = possibleParents(merge, start)
  for (const id of above) {
    if (id === start.id) return true
    if (id === '' || seen.has(id)) continue
    seen.add(id)
    const page = merge.merged.get(id) ?? (yield* findPage(merge.base, id))
    if (page) above.push(...possibleParents(merge, page))
  }
  return false
}
