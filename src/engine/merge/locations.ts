// Makes the merged pages a tree again: a page whose parent one side deleted revives the parent, and moves that form a
// cycle become undecided and keep our location. An undecided page counts with both of its locations, so the result does
// not depend on which side is ours. Our pages are a tree, so the result is one.

import { isEqual } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { findPage } from '../tree/pages.ts'
import type { Page } from '../tree/records.ts'
import { definedSides, locationOf } from './merge-records.ts'
import type { PageMerge } from './page-merge.ts'

/** Ensures that every merged page has a parent and that none is below itself, and records the conflicts. */
export function* settleLocations(merge: PageMerge): Reading<void> {
  let isSettled = false
  while (!isSettled) {
    reviveParents(merge)
    isSettled = !(yield* findCycles(merge))
  }
  for (const id of merge.undecided) {
    merge.merged.set(id, { ...merge.merged.get(id)!, ...locationOf(merge.versions.get(id)!.ours!) })
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

// An undecided page can end up in either location.
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
  merge.conflicts.push({ kind: 'deleted', on: 'page', id, field: 'children', ...definedSides(versions) })
  return page
}

// Marks every page on a cycle of possible moves as undecided. Returns true if it found a new one.
function* findCycles(merge: PageMerge): Reading<boolean> {
  let found = false
  for (const page of merge.merged.values()) {
    const { base, ours, theirs } = merge.versions.get(page.id)!
    // The base has no cycle, so only moves matter; a page that only one side has cannot be elsewhere.
    if (!base || !ours || !theirs || page.parent === base.parent || merge.undecided.has(page.id)) continue
    if (isEqual(locationOf(ours), locationOf(theirs)) || !(yield* isBelowItself(merge, page))) continue
    merge.undecided.add(page.id)
    const places = { base: locationOf(base), ours: locationOf(ours), theirs: locationOf(theirs) }
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
