import { expect, test } from 'vitest'
import { parseRange } from './ranges.ts'

test.each<[string | undefined, unknown]>([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-999', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-999', { start: 0, end: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=0-1', undefined],
  ['bytes=a-b', undefined],
  ['bytes=99999999999999999999-', 'none'],
])('the range %j of ten bytes', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range)
})

test.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('%j of an empty file starts after its end', (header) => {
  expect(parseRange(header, 0)).toBe('none')
})
