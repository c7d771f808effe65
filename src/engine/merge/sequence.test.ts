import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSequences } from './sequence.ts'
import { longestCommonSubsequence, longestIncreasingSubsequence } from './subsequences.ts'

const NAMES = [...'abcdefgh']

/** A rearrangement of some of the names, with new ones, some of which the other side may have too. */
const sideOf = (base: readonly string[], own: string) =>
  fc
    .tuple(
      fc.subarray([...base]),
      fc.subarray([`${own}1`, `${own}2`, 's1', 's2', 's3']),
      fc.array(fc.nat(20), { maxLength: 3 }),
    )
    .map(([kept, fresh, moves]) => {
      const names = [...kept]
      for (const name of fresh) names.splice(moves.length % (names.length + 1), 0, name)
      for (const move of moves)
        names.splice(move % names.length || 0, 0, ...names.splice((move * 7) % (names.length || 1), 1))
      return names
    })

const sides = fc.record({ base: fc.constant(NAMES), ours: sideOf(NAMES, 'o'), theirs: sideOf(NAMES, 't') })

describe('merging sequences', () => {
  test('has every name once: all that neither side removed, and all that a side added', () => {
    fc.assert(
      fc.property(sides, ({ base, ours, theirs }) => {
        const { order, replaced } = mergeSequences({ base, ours, theirs })
        const dropped = new Set(replaced.flatMap((each) => each.theirs))
        const kept = base.filter((name) => ours.includes(name) && theirs.includes(name))
        const added = [...ours, ...theirs].filter((name) => !base.includes(name) && !dropped.has(name))
        expect([...order].sort()).toEqual([...new Set([...kept, ...added])].sort())
      }),
      { numRuns: 1000 },
    )
  })

  test('follows the one side that changed anything', () => {
    fc.assert(
      fc.property(sides, ({ base, ours }) => {
        const clean = { order: ours, replaced: [], moved: [] }
        expect(mergeSequences({ base, ours, theirs: base })).toEqual(clean)
        expect(mergeSequences({ base, ours: base, theirs: ours })).toEqual(clean)
        expect(mergeSequences({ base, ours, theirs: ours })).toEqual(clean)
      }),
    )
  })

  test('does not depend on which side is ours, unless there is a conflict', () => {
    fc.assert(
      fc.property(sides, ({ base, ours, theirs }) => {
        const one = mergeSequences({ base, ours, theirs })
        const other = mergeSequences({ base, ours: theirs, theirs: ours })
        expect(other.moved.length > 0).toBe(one.moved.length > 0)
        expect(other.replaced.map((each) => [each.base, each.theirs, each.ours])).toEqual(
          one.replaced.map((each) => [each.base, each.ours, each.theirs]),
        )
        if (one.moved.length + one.replaced.length === 0) expect(other.order).toEqual(one.order)
      }),
      { numRuns: 1000 },
    )
  })

  test('keeps what survives its removal on the other side', () => {
    const merged = mergeSequences(
      { base: ['a', 'b', 'c'], ours: ['a', 'b', 'c'], theirs: ['a'] },
      (name) => name === 'b',
    )
    expect(merged.order).toEqual(['a', 'b'])
  })

  test('moved differently: occurs once, where ours has it', () => {
    const merged = mergeSequences({ base: [...'abcx'], ours: [...'xabc'], theirs: [...'axbc'] })
    expect(merged).toEqual({ order: [...'xabc'], replaced: [], moved: ['x'] })
  })
})

test('the longest common subsequence has the maximum length', () => {
  const some = fc.uniqueArray(fc.constantFrom(...'abcdefg'), { maxLength: 7 })
  const longest = (a: readonly string[], b: readonly string[]): number => {
    if (a.length === 0 || b.length === 0) return 0
    if (a[0] === b[0]) return 1 + longest(a.slice(1), b.slice(1))
    return Math.max(longest(a.slice(1), b), longest(a, b.slice(1)))
  }
  fc.assert(
    fc.property(some, some, (a, b) => {
      const run = longestCommonSubsequence(a, b)
      expect(run).toHaveLength(longest(a, b))
      for (const list of [a, b]) expect(list.filter((name) => run.includes(name))).toEqual(run)
    }),
  )
})

test('the heaviest increasing subsequence has the maximum weight', () => {
  const ranks = fc.uniqueArray(fc.nat(20), { maxLength: 8 })
  const heaviest = (list: readonly (readonly [number, number])[], above: number): number => {
    const [first, ...rest] = list
    if (!first) return 0
    const without = heaviest(rest, above)
    return first[0] > above ? Math.max(without, first[1] + heaviest(rest, first[0])) : without
  }
  fc.assert(
    fc.property(ranks, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 8, maxLength: 8 }), (list, weights) => {
      const run = longestIncreasingSubsequence(list, weights)
      for (const [at, index] of run.slice(1).entries()) expect(list[index]).toBeGreaterThan(list[run[at]!]!)
      const most = heaviest(
        list.map((rank, at) => [rank, weights[at]!]),
        -1,
      )
      expect(run.reduce((sum, index) => sum + weights[index]!, 0)).toBe(most)
    }),
  )
})
