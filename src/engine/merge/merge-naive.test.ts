import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Hash } from '../objects.ts'
import { step } from '../testing/histories.ts'
import { pagesOf } from '../testing/invariants.ts'
import { createScene, label, merge, type Scene, scene } from '../testing/merging.ts'
import { naiveMerge } from '../testing/naive-merge.ts'
import { byPosition } from '../tree/pages.ts'
import type { Page } from '../tree/records.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

describe('against a naive merge', () => {
  const compare = (history: Scene) => {
    const { store, base, ours, theirs } = createScene(history)
    const { root, conflicts } = merge(store, base, ours, theirs)
    const strip = (hash: Hash) => pagesOf(store, hash).map(({ document, ...page }) => page)
    const documents = new Map(pagesOf(store, base).map(({ id, document }) => [id, document]))
    // An edit of the document alone counts as an edit: the naive merge treats it as a field.
    const withMark = (hash: Hash) =>
      pagesOf(store, hash).map(({ document, ...page }) =>
        document === documents.get(page.id) ? page : { ...page, icon: document! },
      )
    const naive = naiveMerge(strip(base), withMark(ours), withMark(theirs))
    const merged = pagesOf(store, root)
    expect(merged.map(({ id }) => id)).toEqual(Object.keys(naive.pages).sort())
    const pageConflicts = conflicts.filter(({ on, kind }) => on === 'page' && kind !== 'document')
    expect(pageConflicts.map(label).sort()).toEqual(naive.conflicts)
    for (const page of merged) {
      const { title, emoji, description, parent, slug } = naive.pages[page.id]!
      expect(page).toMatchObject(JSON.parse(JSON.stringify({ title, emoji, description, parent })))
      expect(page.slug!.startsWith(slug!)).toBe(true)
    }
    expectSameOrder(merged, Object.values(naive.pages))
  }

  test('small trees, many clashes', () => {
    fc.assert(fc.property(scene(8, 10), compare), { numRuns: 400 })
  })

  test('up to 2,000 pages', () => {
    const large = fc.record({
      parents: fc.array(fc.nat(100_000), { minLength: 1500, maxLength: 2000, size: 'max' }),
      ours: fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }),
      theirs: fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }),
    })
    fc.assert(fc.property(large, compare), { numRuns: 4 })
  })
})

// Siblings have the order of their naive positions; those that share one may be in any order.
function expectSameOrder(merged: readonly Page[], naive: readonly Page[]): void {
  const positions = new Map(naive.map(({ id, position }) => [id, position]))
  const sorted = [...merged].sort((a, b) => (a.parent === b.parent ? byPosition(a, b) : a.parent < b.parent ? -1 : 1))
  for (const [index, page] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next?.parent === page.parent) expect(positions.get(page.id)! <= positions.get(next.id)!).toBe(true)
  }
}
