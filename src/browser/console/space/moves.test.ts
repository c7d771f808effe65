// Moving pages to a gap: the pages end up there, in their order, and everything else stays in its order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Page } from './content.ts'
import { fits, flatten, movesInto, spotOf, topmost } from './moves.ts'

/** Pages 0, 1, 2 …; each is inside an earlier one, or at the top. */
const trees = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 12 }).map((parents) => {
  const pages: Page[] = parents.map((_, id) => ({ id: String(id), title: '', type: 'document', pages: [] }))
  const top: Page[] = []
  for (const [id, parent] of parents.entries()) {
    const at = parent % (id + 1)
    ;(at === id ? top : pages[at]!.pages!).push(pages[id]!)
  }
  return top
})

/** As the server applies a move: the page leaves its place, then its index counts. */
function apply(pages: Page[], { page, into, at }: { page: string; into: string | null; at: number }): Page[] {
  const copy = structuredClone(pages)
  const from = spotOf(copy, page)!
  const [moved] = (from.siblings as Page[]).splice(from.at, 1)
  const parent = into === null ? undefined : spotOf(copy, into)!
  const list = parent ? parent.siblings[parent.at]!.pages! : copy
  list.splice(at, 0, moved!)
  return copy
}

test('moved pages stand in the gap in their order, and the others keep theirs', () => {
  const picks = fc.tuple(trees, fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat())
  fc.assert(
    fc.property(picks, ([pages, chosen, parentPick, beforePick]) => {
      const all = flatten(pages)
      const moved = topmost(pages, new Set(chosen.map((pick) => all[pick % all.length]!.id)))
      const into = [null, ...all.map(({ id }) => id)][parentPick % (all.length + 1)]!
      const siblings = into === null ? pages : all.find(({ id }) => id === into)!.pages!
      const before = [...siblings.map(({ id }) => id), null][beforePick % (siblings.length + 1)]!
      fc.pre(fits(pages, moved, { into, before }))
      const after = movesInto(pages, moved, { into, before }).reduce(apply, pages)
      const now = into === null ? after : flatten(after).find(({ id }) => id === into)!.pages!
      const ids = moved.map(({ id }) => id)
      const start = now.findIndex(({ id }) => id === ids[0])
      expect(now.slice(start, start + ids.length).map(({ id }) => id)).toEqual(ids)
      const rest = siblings.map(({ id }) => id).filter((id) => !ids.includes(id))
      expect(now.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(rest)
      expect(flatten(after).length).toBe(all.length)
    }),
  )
})
