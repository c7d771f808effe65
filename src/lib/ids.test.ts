import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './ids.ts'

afterEach(() => void vi.useRealTimers())

test('ids sort in the order they were made, whatever the clock does', () => {
  const made: string[] = []
  const makeSome = (count: number) => {
    for (let at = 0; at < count; at++) made.push(newId())
  }
  makeSome(10_000)
  // Stands still, goes on a little, steps back.
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

test('ids made in different milliseconds have nothing in common but the time', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const made = Array.from({ length: 1000 }, () => {
    vi.setSystemTime(Date.now() + 1)
    return newId()
  })
  for (let at = 8; at < 20; at++) expect(new Set(made.map((id) => id[at])).size, `character ${at}`).toBeGreaterThan(25)
})
