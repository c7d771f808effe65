import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Document } from '../document.ts'
import { documentOf } from '../testing/histories.ts'
import { expectValidTree, pagesOf } from '../testing/invariants.ts'
import { createScene, merge, pagesById, scene } from '../testing/merging.ts'
import type { Store } from '../testing/store.ts'
import type { Page } from '../tree/records.ts'
import type { Conflict } from './conflict.ts'
import { mergeTrees } from './merge-trees.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

const swap = ({ ours, theirs, blocks, ...rest }: Conflict): Conflict => ({
  ...rest,
  ...(theirs === undefined ? {} : { ours: theirs }),
  ...(ours === undefined ? {} : { theirs: ours }),
})
const withoutBlocks = ({ blocks, ...rest }: Conflict): Conflict => rest

describe('the laws of merge', () => {
  test('a side that did nothing adds nothing; two sides that did the same did it once', () => {
    fc.assert(
      fc.property(scene(12, 12), (history) => {
        const { store, base, ours } = createScene(history)
        for (const [a, b] of [
          [ours, base],
          [base, ours],
          [ours, ours],
        ] as const) {
          expect(store.run(mergeTrees({ base, ours: a, theirs: b }))).toEqual({
            root: ours,
            objects: [],
            conflicts: [],
          })
        }
      }),
    )
  })

  test('the result is a valid tree, however the sides conflict', () => {
    fc.assert(
      fc.property(scene(12, 14), (history) => {
        const { store, base, ours, theirs } = createScene(history)
        expectValidTree(store, merge(store, base, ours, theirs).root)
      }),
      { numRuns: 300 },
    )
  })

  test('swapping the sides mirrors the result', () => {
    fc.assert(
      fc.property(scene(12, 8), (history) => {
        const { store, base, ours, theirs } = createScene(history)
        const one = merge(store, base, ours, theirs)
        const other = merge(store, base, theirs, ours)
        if (one.conflicts.length === 0) expect(other.root).toBe(one.root)
        expect(other.conflicts.map(swap)).toEqual(one.conflicts.map(withoutBlocks))
        expect(new Set(pagesOf(store, other.root).map(({ id }) => id))).toEqual(
          new Set(pagesOf(store, one.root).map(({ id }) => id)),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('merging again changes nothing', () => {
    fc.assert(
      fc.property(scene(10, 8), (history) => {
        const { store, base, ours, theirs } = createScene(history)
        const { root } = merge(store, base, ours, theirs)
        expect(merge(store, theirs, root, theirs).root).toBe(root)
        expect(merge(store, ours, root, ours).root).toBe(root)
      }),
    )
  })

  test('no edit of a side disappears without a conflict', () => {
    fc.assert(
      fc.property(scene(10, 10), (history) => {
        const { store, base, ours, theirs } = createScene(history)
        const { root, conflicts } = merge(store, base, ours, theirs)
        const [before, after] = [pagesById(store, base), pagesById(store, root)]
        const excused = new Set(conflicts.map(({ id }) => id))
        for (const side of [pagesById(store, ours), pagesById(store, theirs)]) {
          for (const [id, page] of side) expectKept(store, before.get(id), page, after.get(id), excused.has(id))
          for (const id of before.keys()) if (!side.has(id) && !excused.has(id)) expect(after.has(id)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })
})

function expectKept(
  store: Store,
  base: Page | undefined,
  side: Page,
  merged: Page | undefined,
  excused: boolean,
): void {
  if (excused) return
  for (const field of ['title', 'emoji', 'description', 'parent'] as const) {
    if (side[field] !== base?.[field]) expect(merged?.[field], `${side.id} ${field}`).toBe(side[field])
  }
  if (side.slug !== base?.slug) expect(merged?.slug?.startsWith(side.slug!.replace(/-\d+$/, ''))).toBe(true)
  if (side.document === base?.document || !merged) return
  const blocks = (hash: string | undefined) => {
    const document = hash ? (store.objects.get(hash) as unknown as Document) : documentOf()
    return new Set(document.nodes.map((node) => JSON.stringify(node)))
  }
  const [old, now] = [blocks(base?.document), blocks(merged.document)]
  for (const block of blocks(side.document)) if (!old.has(block)) expect(now).toContain(block)
}
