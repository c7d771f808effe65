// Keeps own paths unique after a merge. The page that had the path in the base keeps it, else the page with the
// smallest id; the others fall back to the path of their location. This is not a conflict, and does not depend on the
// sides.

import type { Reading } from '../reading.ts'
import { findValues } from '../tree/draft.ts'
import { pathKey } from '../tree/keys.ts'
import type { Page } from '../tree/records.ts'
import type { PageMerge } from './page-merge.ts'

/** Removes the own path of merged pages where another page has it. */
export function* settlePaths(merge: PageMerge): Reading<void> {
  const newcomers = [...merge.merged.keys()].sort().flatMap((id) => newcomer(merge, id) ?? [])
  const keys = newcomers.map(({ ownPath }) => pathKey(ownPath!))
  const holders = yield* findValues<string>(merge.base, keys)
  const taken = new Set<string>()
  for (const [at, page] of newcomers.entries()) {
    const holder = holders.get(keys[at]!)
    if (!taken.has(keys[at]!) && (holder === undefined || !isHolder(merge, holder))) taken.add(keys[at]!)
    else merge.merged.set(page.id, withoutPath(page))
  }
}

function newcomer(merge: PageMerge, id: string): Page | undefined {
  const page = merge.merged.get(id)!
  return page.ownPath !== undefined && !isHolder(merge, id) ? page : undefined
}

// True if the merged page still has its path of the base.
function isHolder({ versions, merged }: PageMerge, id: string): boolean {
  const sides = versions.get(id)
  return sides === undefined || merged.get(id)?.ownPath === (sides.base?.ownPath ?? null)
}

function withoutPath({ ownPath: _ownPath, ...page }: Page): Page {
  return page
}
