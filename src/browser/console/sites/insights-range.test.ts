import { expect, test } from 'vitest'
import { growth, rangeOf, seriesOf, topOf } from './insights-range.ts'

const NOW = new Date('2026-03-12T10:20:00.000Z')

test('a range ends with this hour, and the time before ends where it begins', () => {
  const [range, before] = [rangeOf('week', NOW), rangeOf('week', NOW, true)]
  expect(range).toEqual({ from: '2026-03-05T11:00:00.000Z', to: '2026-03-12T11:00:00.000Z', interval: 'day' })
  expect(before.to).toBe(range.from)
})

test('every day and week has a point', () => {
  const days = seriesOf(rangeOf('week', NOW), [{ at: '2026-03-07T00:00:00.000Z', count: 3 }])
  expect(days.map(({ count }) => count)).toEqual([0, 0, 3, 0, 0, 0, 0, 0])
  const weeks = seriesOf(rangeOf('year', NOW), [])
  expect(weeks.length).toBe(53)
  expect(new Date(weeks[0]!.at).getUTCDay()).toBe(1)
})

test('growth is in percent, and the top of a chart is round', () => {
  expect([growth(12, 10), growth(5, 10), growth(1, 0)]).toEqual([20, -50, undefined])
  expect([0, 5, 7, 10, 13, 45, 100, 390].map((count) => topOf([count]))).toEqual([4, 8, 8, 12, 20, 80, 100, 400])
})
