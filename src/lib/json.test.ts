import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findExcess, findJson, isDeeper } from './json.ts'

/** The nesting depth of a value. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('isDeeper: the depth of a text equals the depth of its value', async () => {
  await fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, levels) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
        expect(isDeeper(text, levels)).toBe(depthOf(value) > levels)
    }),
  )
})

test('findJson: text that is too deep or not JSON is undefined', () => {
  expect(findJson('[[]]', 2)).toEqual([[]])
  expect(findJson('[[[]]]', 2)).toBeUndefined()
  expect(findJson('["[[[", "\\"[[["]', 1)).toEqual(['[[[', '"[[['])
  expect(findJson('{')).toBeUndefined()
  expect(findJson('['.repeat(1_000_000))).toBeUndefined()
})

/** The number of lists, objects and commas. */
const countOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, each) => sum + countOf(each), 0)
}

test('findExcess: the count of a text equals the count of its value', async () => {
  await fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(20), (value, values) => {
      const isMore = findExcess(JSON.stringify(value), { levels: 100, values }) === 'values'
      expect(isMore).toBe(countOf(value) > values)
    }),
  )
})
