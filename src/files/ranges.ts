// The part of a file that a request asks for.
import type { Range } from './shelf.ts'

/**
 * The one range a header names; undefined for the whole file, also when the header makes no sense or names several
 * ranges, as HTTP allows; 'none' when it lies beyond the end.
 */
export function parseRange(header: string | undefined, size: number): Range | 'none' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return between(size - Math.min(Number(last), size), size - 1, size)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return between(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size)
}

const between = (start: number, end: number, size: number): Range | 'none' =>
  start < size && start <= end ? { start, end } : 'none'
