// Parses Range headers.
import type { Range } from './backend.ts'

/**
 * The range of a header; undefined for the whole file, also if the header is invalid or has several ranges, as HTTP
 * allows; 'none' if the range starts after the end.
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
