// Content that is replaced whole: the outcome is what was wanted, and what was there already is left alone.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSound } from '../testing/invariants.ts'
import { shape } from '../testing/pages.ts'
import { Store } from '../testing/store.ts'
import { EMPTY_TREE, openTree } from '../tree/draft.ts'
import { loadPageTree } from '../tree/pages.ts'
import { positionsFor, replaceContent, type WantedContent, type WantedPage } from './replace-content.ts'

const ids = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])

/** A tree of these pages: each is put below the one before it or beside it, as `depths` says. */
function nest(names: readonly string[], depths: readonly number[]): WantedPage[] {
  const top: WantedPage[] = []
  const way: WantedPage[][] = [top]
  for (const [index, id] of names.entries()) {
    const page: WantedPage = { id, type: 'document', title: id, slug: id, pages: [] }
    way.length = Math.min(way.length, 1 + (depths[index % depths.length] ?? 0))
    way.at(-1)!.push(page)
    way.push(page.pages)
  }
  return top
}

const content = (pages: WantedPage[]): WantedContent => ({ pages, files: [], reusableContents: [], variables: {} })
const GIVEN = { now: '2026-01-01T00:00:00.000Z', newKey: () => 'key' }
const wantedShape = (pages: readonly WantedPage[]): unknown[] =>
  pages.map(({ id, pages: below }) => (below.length ? [id, wantedShape(below)] : id))

test('any content becomes any other', () => {
  const depths = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(ids, depths, ids, depths, (one, oneDepths, other, otherDepths) => {
      const store = new Store()
      const replace = (root: string, pages: WantedPage[]) =>
        store.keep(store.run(replaceContent(root, content(pages), GIVEN)))
      const first = replace(EMPTY_TREE.hash, nest(one, oneDepths))
      const wanted = nest(other, otherDepths)
      const second = replace(first, wanted)
      expect(shape(store.run(loadPageTree(openTree(second))))).toEqual(wantedShape(wanted))
      expectSound(store, second)
      expect(replace(second, wanted)).toBe(second)
    }),
  )
})

test('positions rise, and as many as can stay', () => {
  const given = fc.array(fc.option(fc.constantFrom('a0', 'a1', 'a2', 'a3', 'a4'), { nil: undefined }))
  fc.assert(
    fc.property(given, (values) => {
      const positions = positionsFor(values)
      expect(positions).toHaveLength(values.length)
      expect(positions).toEqual([...new Set(positions)].sort())
    }),
  )
  expect(positionsFor(['a0', 'a3', 'a1', 'a2'])).toEqual(['a0', expect.any(String), 'a1', 'a2'])
})
