// Keeps positions unique among siblings after a merge. The page that had the position in the base keeps it, else the
// page with the smallest id; the others follow it, sorted by id. This is not a conflict, and does not depend on the
// sides.

import { generateNKeysBetween } from 'fractional-indexing'
import { groupBy } from '../group.ts'
import type { Reading } from '../reading.ts'
import { listValues } from '../tree/draft.ts'
import { childrenPrefix, parseChildKey } from '../tree/keys.ts'
import type { Page, PageLocation } from '../tree/records.ts'
import type { PageMerge } from './page-merge.ts'

/** Assigns new positions to merged pages whose position is taken. */
export function* settlePositions(merge: PageMerge): Reading<void> {
  const newcomers = collectNewcomers(merge)
  for (const siblings of newcomers.values()) {
    for (const crowd of groupBy(siblings, (page) => page.position).values()) {
      const isHeld = yield* findHolder(merge, crowd[0]!)
      const losers = isHeld ? crowd : crowd.slice(1)
      if (losers.length > 0) yield* spread(merge, losers, siblings)
    }
  }
}

function* spread(merge: PageMerge, losers: readonly Page[], siblings: readonly Page[]): Reading<void> {
  const place = losers[0]!
  const next = yield* findNextPosition(merge, place, siblings)
  const positions = generateNKeysBetween(place.position, next, losers.length)
  for (const [index, page] of losers.entries()) merge.merged.set(page.id, { ...page, position: positions[index]! })
}

// Pages with a new location, by parent, sorted by id.
function collectNewcomers(merge: PageMerge): Map<string, Page[]> {
  const ids = [...merge.merged.keys()].filter((id) => !isInPlace(merge, id)).sort()
  return groupBy(
    ids.map((id) => merge.merged.get(id)!),
    (page) => page.parent,
  )
}

function isInPlace(merge: PageMerge, id: string): boolean {
  const versions = merge.versions.get(id)
  if (!versions) return true
  const page = merge.merged.get(id)
  return page !== undefined && page.parent === versions.base?.parent && page.position === versions.base?.position
}

function* findHolder(merge: PageMerge, { parent, position }: PageLocation): Reading<boolean> {
  const prefix = `${childrenPrefix(parent)}${position}/`
  const entries = yield* listValues<string>(merge.base, prefix)
  return entries.some(([key]) => isInPlace(merge, parseChildKey(key).id))
}

// The next position after `place`: that of the next newcomer, or of the next page of the base.
function* findNextPosition(merge: PageMerge, place: PageLocation, newcomers: readonly Page[]): Reading<string | null> {
  const prefix = childrenPrefix(place.parent)
  const after = `${prefix}${place.position}/\uffff`
  const [entry] = yield* listValues<string>(merge.base, prefix, { after, limit: 1 })
  let next = entry ? parseChildKey(entry[0]).position : null
  for (const { position } of newcomers) if (position > place.position && (!next || position < next)) next = position
  return next
}
