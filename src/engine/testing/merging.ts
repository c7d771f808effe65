// Merging in tests: generated scenes of a base and two sides, and short labels for conflicts.

import fc from 'fast-check'
import type { Conflict } from '../merge/conflict.ts'
import { type MergedTree, mergeTrees } from '../merge/merge-trees.ts'
import type { Hash } from '../objects.ts'
import type { Page } from '../tree/records.ts'
import { applySteps, createTree, type Step, steps } from './histories.ts'
import { pagesOf } from './invariants.ts'
import { Store } from './store.ts'

export interface Scene {
  parents: number[]
  ours: Step[]
  theirs: Step[]
}

export const scene = (size: number, length: number): fc.Arbitrary<Scene> =>
  fc.record({
    parents: fc.array(fc.nat(100), { minLength: 1, maxLength: size }),
    ours: steps(length),
    theirs: steps(length),
  })

export function createScene({ parents, ours, theirs }: Scene) {
  const store = new Store()
  const base = createTree(store, parents)
  return { store, base, ours: applySteps(store, base, ours, 'o'), theirs: applySteps(store, base, theirs, 't') }
}

/** Merges and stores the result. */
export function merge(store: Store, base: Hash, ours: Hash, theirs: Hash): MergedTree {
  const merged = store.run(mergeTrees({ base, ours, theirs }))
  store.keep(merged)
  return merged
}

export const label = ({ kind, id, field }: Conflict): string => [kind, id, field].filter(Boolean).join(' ')

export function pagesById(store: Store, root: Hash): Map<string, Page> {
  return new Map(pagesOf(store, root).map((page) => [page.id, page]))
}
