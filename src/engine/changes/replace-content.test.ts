// Replacing the whole content: the result is the target, and unchanged entries are not rewritten.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWith } from '../keys/keep-keys.ts'
import { expectValidTree } from '../testing/invariants.ts'
import { shape } from '../testing/pages.ts'
import { Store } from '../testing/store.ts'
import { EMPTY_TREE, openTree } from '../tree/draft.ts'
import { loadPageTree } from '../tree/pages.ts'
import { positionsFor, replaceContent, type TargetContent, type TargetPage } from './replace-content.ts'

const ids = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])

/** Nests the pages: each is below or beside the previous one, according to `depths`. */
function nest(names: readonly string[], depths: readonly number[]): TargetPage[] {
  const top: TargetPage[] = []
  const way: TargetPage[][] = [top]
  for (const [index, id] of names.entries()) {
    const page: TargetPage = { id, type: 'document', title: id, slug: id, pages: [] }
    way.length = Math.min(way.length, 1 + (depths[index % depths.length] ?? 0))
    way.at(-1)!.push(page)
    way.push(page.pages)
  }
  return top
}

const content = (pages: TargetPage[]): TargetContent => ({
  pages,
  files: [],
  reusableContents: [],
  tags: [],
  variables: {},
})
const GIVEN = { now: '2026-01-01T00:00:00.000Z', encodeDocument: encodeWith(() => 'key') }
const wantedShape = (pages: readonly TargetPage[]): unknown[] =>
  pages.map(({ id, pages: below }) => (below.length ? [id, wantedShape(below)] : id))

test('any content can replace any other', async () => {
  const depths = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.property(ids, depths, ids, depths, (one, oneDepths, other, otherDepths) => {
      const store = new Store()
      const replace = (root: string, pages: TargetPage[]) =>
        store.keep(store.run(replaceContent(root, content(pages), GIVEN)))
      const first = replace(EMPTY_TREE.hash, nest(one, oneDepths))
      const wanted = nest(other, otherDepths)
      const second = replace(first, wanted)
      expect(shape(store.run(loadPageTree(openTree(second))))).toEqual(wantedShape(wanted))
      expectValidTree(store, second)
      expect(replace(second, wanted)).toBe(second)
    }),
  )
})

test('positions increase, and as many as possible are kept', async () => {
  const given = fc.array(fc.option(fc.constantFrom('a0', 'a1', 'a2', 'a3', 'a4'), { nil: undefined }))
  await fc.assert(
    fc.property(given, (values) => {
      const positions = positionsFor(values)
      expect(positions).toHaveLength(values.length)
      expect(positions).toEqual([...new Set(positions)].sort())
    }),
  )
  expect(positionsFor(['a0', 'a3', 'a1', 'a2'])).toEqual(['a0', expect.any(String), 'a1', 'a2'])
})
