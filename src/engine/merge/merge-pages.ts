// Three-way merge of the pages of two trees. First merges each page on its own, then resolves what involves several
// pages: deleted parents, cycles, and duplicate slugs, paths and positions.

import type { Changed } from '../diff.ts'
import { PAUSE, type Reading } from '../reading.ts'
import type { Tree } from '../tree/draft.ts'
import { writePage } from '../tree/edit-pages.ts'
import type { Page } from '../tree/records.ts'
import type { Conflict } from './conflict.ts'
import { settleLocations } from './locations.ts'
import {
  definedSides,
  isUntouched,
  type MergeContext,
  mergeLocation,
  mergeRecord,
  type Versions,
} from './merge-records.ts'
import type { PageMerge } from './page-merge.ts'
import { settlePaths } from './paths.ts'
import { settlePositions } from './positions.ts'
import { settleSlugs } from './slugs.ts'

/** Merges `theirs` into the tree of the context, which is open at ours. Both are changes relative to `base`. Returns the conflicts. */
export function* mergePages(
  base: Tree,
  context: MergeContext,
  ours: readonly Changed<Page>[],
  theirs: readonly Changed<Page>[],
): Reading<Conflict[]> {
  const versions = collectVersions(ours, theirs)
  const merge: PageMerge = { base, versions, merged: new Map(), conflicts: [], undecided: new Set() }
  for (const [id, versions] of merge.versions) {
    yield PAUSE
    const page = yield* mergePage(context, id, versions, merge.conflicts)
    if (page) merge.merged.set(id, page)
  }
  for (const { kind, id } of merge.conflicts) if (kind === 'moved') merge.undecided.add(id)
  yield* settleLocations(merge)
  yield* settleSlugs(merge)
  yield* settlePaths(merge)
  yield* settlePositions(merge)
  for (const [id, { ours }] of merge.versions) {
    const page = merge.merged.get(id)
    if (ours || page) writePage(context.tree, ours, page)
  }
  return merge.conflicts
}

/** Combines the changes of both sides by id, sorted by id. A side without a change has the version of the base. */
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

function* mergePage(
  context: MergeContext,
  id: string,
  versions: Versions<Page>,
  conflicts: Conflict[],
): Reading<Page | undefined> {
  const { base, ours, theirs } = versions
  if (!ours || !theirs) return keepEdited({ on: 'page', id }, versions, conflicts)
  const place = mergeLocation({ base, ours, theirs }, conflicts)
  const page = yield* mergeRecord(context, { on: 'page', id }, { base, ours, theirs }, conflicts, [
    'parent',
    'position',
  ])
  return { ...page, ...place }
}

/** Resolves a record that only one side has: it is new, or the other side deleted it. An edit outweighs a deletion. */
export function keepEdited<T>(
  target: Pick<Conflict, 'on' | 'id'>,
  versions: Versions<T>,
  conflicts: Conflict[],
): T | undefined {
  const { base, ours, theirs } = versions
  const left = ours ?? theirs
  if (base === undefined || left === undefined) return left
  if (isUntouched(base, left)) return undefined
  conflicts.push({ kind: 'deleted', ...target, ...definedSides(versions) })
  return left
}
