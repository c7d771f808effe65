import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffSequences, type Hunk } from './diff.ts'

const few = fc.array(fc.constantFrom(...'abcd'), { maxLength: 12 })

const apply = (hunks: readonly Hunk[], base: readonly string[], side: readonly string[]): string[] => {
  const result: string[] = []
  let at = 0
  for (const { start, end, from, to } of hunks) {
    result.push(...base.slice(at, start), ...side.slice(from, to))
    at = end
  }
  return [...result, ...base.slice(at)]
}

const changed = (hunks: readonly Hunk[]) =>
  hunks.reduce((sum, { start, end, from, to }) => sum + end - start + to - from, 0)

const common = (a: readonly string[], b: readonly string[]): number => {
  if (a.length === 0 || b.length === 0) return 0
  if (a[0] === b[0]) return 1 + common(a.slice(1), b.slice(1))
  return Math.max(common(a.slice(1), b), common(a, b.slice(1)))
}

test('hunks turn the base into the side, with as few changes as possible', () => {
  fc.assert(
    fc.property(few, few, (base, side) => {
      const hunks = diffSequences(base, side)
      expect(apply(hunks, base, side)).toEqual(side)
      expect(changed(hunks)).toBe(base.length + side.length - 2 * common(base, side))
      for (const [index, hunk] of hunks.slice(1).entries()) expect(hunk.start).toBeGreaterThan(hunks[index]!.end)
    }),
    { numRuns: 300 },
  )
})

test('beyond its limit, finds what occurs once on both sides', () => {
  const base = Array.from({ length: 20_000 }, (_, n) => (n % 2 ? 'x' : `b${n}`))
  const side = base.map((name, n) => (n % 2 ? 'y' : name)).concat('end')
  const hunks = diffSequences(base, side)
  expect(apply(hunks, base, side)).toEqual(side)
  expect(hunks).toHaveLength(10_000)
})

test('nothing in common, and much of it', () => {
  const [base, side] = ['a', 'b'].map((name) => Array.from({ length: 50_000 }, (_, n) => `${name}${n % 9}`))
  expect(diffSequences(base!, side!)).toEqual([{ start: 0, end: 50_000, from: 0, to: 50_000 }])
})
