import { afterEach, expect, test, vi } from 'vitest'
import { firstIdAt, newId, timeOf } from './ids.ts'

afterEach(() => void vi.useRealTimers())

test('ids sort in creation order, whatever the clock does', () => {
  const made: string[] = []
  const makeSome = (count: number) => {
    for (let at = 0; at < count; at++) made.push(newId())
  }
  makeSome(10_000)
  // The clock stops, advances, then steps back.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  makeSome(10_000)
  vi.setSystemTime(Date.now() + 1)
  makeSome(10_000)
  vi.setSystemTime(Date.now() - 1000)
  makeSome(10_000)
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(made.filter((id) => !/^[0-9A-Za-z]{20}$/.test(id))).toEqual([])
})

test('an id contains its creation time, and firstIdAt is a lower bound', () => {
  const now = timeOf(newId()) + 1
  vi.useFakeTimers({ toFake: ['Date'], now })
  const before = newId()
  vi.setSystemTime(now + 1)
  const after = newId()
  expect([timeOf(before), timeOf(after)]).toEqual([now, now + 1])
  expect(before < firstIdAt(now + 1) && firstIdAt(now + 1) <= after).toBe(true)
  // Times beyond the range of ids.
  expect(firstIdAt(-1) < before && after < firstIdAt(Date.parse('9999-12-31'))).toBe(true)
})

test('ids created in different milliseconds share only the time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const made = Array.from({ length: 1000 }, () => {
    vi.setSystemTime(Date.now() + 1)
    return newId()
  })
  for (let at = 8; at < 20; at++) expect(new Set(made.map((id) => id[at])).size, `character ${at}`).toBeGreaterThan(25)
})
