import { useRef } from 'preact/hooks'
import type { Reading } from './store.ts'

/** Shows what was there before while something newer is read. A component about something else needs another key. */
export function useKept<T>(reading: Reading<T>): Reading<T> {
  const kept = useRef<T | undefined>(undefined)
  if (reading.value !== undefined) kept.current = reading.value
  return reading.value === undefined && reading.isLoading ? { ...reading, value: kept.current } : reading
}
