// Applies a batch of changes to a tree atomically: all of them, or none. Changes apply in order, except that a page is
// inserted before any change that needs it. Failures are values that name the change.

import type { EncodeDocument } from '../keys/keep-keys.ts'
import type { Encoded, Hash } from '../objects.ts'
import type { Difference } from '../ordered-map/diff.ts'
import type { Reading } from '../reading.ts'
import { openTree, saveTree } from '../tree/draft.ts'
import { type Batch, idOf, type Outcome } from './batch.ts'
import type { Change, Effect, Failure } from './change.ts'
import * as pages from './pages.ts'
import * as records from './records.ts'
import { collectRefs } from './refs.ts'

/** Inputs of a batch that are not pure: the time, and how documents get keys. */
export interface EditContext {
  now: string
  encodeDocument: EncodeDocument
}

export type ApplyResult =
  | { ok: true; root: Hash; objects: Encoded[]; differences: Difference[]; effects: Effect[] }
  | { ok: false; failure: Failure }

/**
 * Applies `changes` to the tree at `root`. On success, returns the new root, the objects to store with it, the
 * differences, and the effect of each change. Otherwise returns the first failure, and nothing changes.
 */
export function* applyChanges(root: Hash, changes: readonly Change[], given: EditContext): Reading<ApplyResult> {
  const refs = collectRefs(changes)
  if ('reason' in refs) return { ok: false, failure: refs }
  const batch: Batch = { tree: openTree(root), refs, origins: new Map(), ...given }
  const progress: Progress = { batch, changes, started: new Set(), effects: new Map() }
  for (const index of changes.keys()) {
    const failure = yield* performAt(progress, index)
    if (failure) return { ok: false, failure }
  }
  const effects = changes.map((_, index) => progress.effects.get(index)!)
  return { ok: true, ...(yield* saveTree(batch.tree)), effects }
}

interface Progress {
  readonly batch: Batch
  readonly changes: readonly Change[]
  readonly started: Set<number>
  readonly effects: Map<number, Effect>
}

function* performAt(progress: Progress, index: number): Reading<Failure | undefined> {
  const { batch, changes, started, effects } = progress
  if (effects.has(index)) return undefined
  started.add(index)
  for (const name of neededPages(changes[index]!)) {
    const needed = batch.refs.pages.get(idOf(batch, name))
    if (needed === undefined || effects.has(needed)) continue
    if (started.has(needed)) return { index, reason: 'refs-in-a-circle', subject: name }
    const failure = yield* performAt(progress, needed)
    if (failure) return failure
  }
  const outcome = yield* perform(batch, changes[index]!)
  if ('reason' in outcome) return { index, ...outcome }
  effects.set(index, outcome)
  return undefined
}

function perform(batch: Batch, change: Change): Reading<Outcome> {
  switch (change.operation) {
    case 'insert_page':
      return pages.insert(batch, change)
    case 'update_page':
      return pages.update(batch, change)
    case 'delete_page':
      return pages.remove(batch, change)
    case 'revert_page':
      return pages.revert(batch, change)
    default:
      return records.perform(batch, change)
  }
}

// The pages, by id or ref, that must exist before a change can apply.
function neededPages(change: Change): string[] {
  if (change.operation === 'insert_page') return change.into === undefined ? [] : [change.into]
  if (change.operation === 'update_page') return [change.page, ...(change.into ? [change.into] : [])]
  return change.operation === 'delete_page' ? [change.page] : []
}
