// Keeps slugs unique among siblings after a merge. The page that had the slug in the base keeps it, else the page with
// the smallest id; the others get a suffix. This is not a conflict, and does not depend on the sides.

import { groupBy } from '../group.ts'
import type { Reading } from '../reading.ts'
import { findFreeSuffix, withSuffix } from '../slug.ts'
import { findValue, findValues } from '../tree/draft.ts'
import { slugKey } from '../tree/keys.ts'
import type { Page } from '../tree/records.ts'
import type { PageMerge } from './page-merge.ts'

/** Assigns new slugs to merged pages whose slug is taken. */
export function* settleSlugs(merge: PageMerge): Reading<void> {
  const claims = collectClaims(merge)
  yield* findValues(merge.base, [...claims.keys()]) // one batch, for the lookups below
  const taken = new Set<string>()
  const losers: Page[] = []
  for (const [key, [first, ...others]] of claims) {
    if (yield* isHeld(merge, key)) losers.push(first!, ...others)
    else {
      taken.add(key)
      losers.push(...others)
    }
  }
  for (const page of losers) {
    const slug = yield* chooseSlug(merge, page, taken)
    taken.add(slugKey(page.parent, slug))
    merge.merged.set(page.id, { ...page, slug })
  }
}

// Newcomers by the slug they claim, sorted by id. Pages that already had their slug claim nothing.
function collectClaims(merge: PageMerge): Map<string, Page[]> {
  const ids = [...merge.merged.keys()].sort()
  const newcomers = ids.map((id) => merge.merged.get(id)!).filter((page) => page.slug && !isHolder(merge, page.id))
  const claims = groupBy(newcomers, (page) => slugKey(page.parent, page.slug!))
  return new Map([...claims].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function* isHeld(merge: PageMerge, key: string): Reading<boolean> {
  const holder = yield* findValue<string>(merge.base, key)
  return holder !== undefined && isHolder(merge, holder)
}

// True if the merged page still has its slug and parent of the base.
function isHolder(merge: PageMerge, id: string): boolean {
  const versions = merge.versions.get(id)
  if (!versions) return true
  const page = merge.merged.get(id)
  return page !== undefined && page.slug === versions.base?.slug && page.parent === versions.base?.parent
}

function* chooseSlug(merge: PageMerge, page: Page, taken: ReadonlySet<string>): Reading<string> {
  const search = findFreeSuffix()
  let step = search.next()
  while (!step.done) {
    const key = slugKey(page.parent, withSuffix(page.slug!, step.value))
    step = search.next(taken.has(key) || (yield* isHeld(merge, key)))
  }
  return withSuffix(page.slug!, step.value)
}
