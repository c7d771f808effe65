// Three-way merge of the pages of two trees. First every page by itself, then what only shows when they are seen
// together: parents that are gone, moves that make a circle, slugs and positions taken twice.

import type { Changed } from '../diff.ts'
import type { Hash } from '../objects.ts'
import type { Reading } from '../reading.ts'
import type { Tree } from '../tree/draft.ts'
import { writePage } from '../tree/edit-pages.ts'
import type { Page } from '../tree/records.ts'
import type { Conflict } from './conflict.ts'
import { isUntouched, mergePlace, mergeRecord, present, type Versions } from './merge-records.ts'
import type { PageMerge } from './page-merge.ts'
import { settlePlaces } from './places.ts'
import { settlePositions } from './positions.ts'
import { settleSlugs } from './slugs.ts'

/** Merges `theirs` into `tree`, which is open on ours. Both are changes from `base`. Returns the conflicts. */
export function* mergePages(
  base: Tree,
  tree: Tree,
  ours: readonly Changed<Page>[],
  theirs: readonly Changed<Page>[],
): Reading<Conflict[]> {
  const versions = collectVersions(ours, theirs)
  const merge: PageMerge = { base, versions, merged: new Map(), conflicts: [], undecided: new Set() }
  yield listDocuments(versions.values()) // one batch, for the merges below
  for (const [id, versions] of merge.versions) {
    const page = yield* mergePage(tree, id, versions, merge.conflicts)
    if (page) merge.merged.set(id, page)
  }
  for (const { kind, id } of merge.conflicts) if (kind === 'moved') merge.undecided.add(id)
  yield* settlePlaces(merge)
  yield* settleSlugs(merge)
  yield* settlePositions(merge)
  for (const [id, { ours }] of merge.versions) {
    const page = merge.merged.get(id)
    if (ours || page) writePage(tree, ours, page)
  }
  return merge.conflicts
}

/** Both sides' changes by id, in the order of ids. Where a side changed nothing it is as the base. */
export function collectVersions<T>(
  ours: readonly Changed<T>[],
  theirs: readonly Changed<T>[],
): Map<string, Versions<T>> {
  const versions = new Map<string, Versions<T>>()
  for (const { id, before, after } of ours) versions.set(id, { base: before, ours: after, theirs: before })
  for (const { id, before, after } of theirs) {
    versions.set(id, { base: before, ours: before, ...versions.get(id), theirs: after })
  }
  return new Map([...versions].sort(([a], [b]) => (a < b ? -1 : 1)))
}

// The documents that will have to be merged.
function listDocuments(versions: Iterable<Versions<Page>>): Hash[] {
  return [...versions].flatMap(({ base, ours, theirs }) => {
    const hashes = [base?.document, ours?.document, theirs?.document]
    return new Set(hashes).size === 3 ? hashes.filter((hash) => hash !== undefined) : []
  })
}

function* mergePage(
  tree: Tree,
  id: string,
  versions: Versions<Page>,
  conflicts: Conflict[],
): Reading<Page | undefined> {
  const { base, ours, theirs } = versions
  if (!ours || !theirs) return keepEdited({ on: 'page', id }, versions, conflicts)
  const place = mergePlace({ base, ours, theirs }, conflicts)
  const page = yield* mergeRecord(tree, { on: 'page', id }, { base, ours, theirs }, conflicts, ['parent', 'position'])
  return { ...page, ...place }
}

/** A record that only one side has: new, or deleted on the other side, where an edit outweighs the deletion. */
export function keepEdited<T>(
  target: Pick<Conflict, 'on' | 'id'>,
  versions: Versions<T>,
  conflicts: Conflict[],
): T | undefined {
  const { base, ours, theirs } = versions
  const left = ours ?? theirs
  if (base === undefined || left === undefined) return left
  if (isUntouched(base, left)) return undefined
  conflicts.push({ kind: 'deleted', ...target, ...present(versions) })
  return left
}
