// Caches thread results for transactions that are retried. Evicts the oldest first.
import { AsyncWorkNeeded } from '../../../lib/async-work.ts'
import { SECOND } from '../../../lib/time.ts'
import { TooLarge } from './tasks.ts'

/** In characters or bytes. A request has at most a few million, and waits for the results of that one request. */
const MAX_CACHED = 64 * 1024 * 1024
/** Whoever waits for a result tries again at once. */
const RESULT_LIFETIME = 30 * SECOND

interface Outcome {
  result: unknown
  size: number
}

const cache = new Map<string, Outcome>()
let cached = 0

/** The result of the work with that name. Throws AsyncWorkNeeded if the work has to run first, or TooLarge. */
export function requireResult<T>(name: string, size: number, work: () => Promise<T>): T {
  const found = findResult<T>(name)
  if (!found) throw new AsyncWorkNeeded(() => cacheResult(name, size, work))
  return found.result
}

/** Throws TooLarge if that was the outcome. */
export function findResult<T>(name: string): { result: T } | undefined {
  const found = cache.get(name) as { result: T } | undefined
  if (found?.result instanceof TooLarge) throw found.result
  return found
}

/** Does the work and keeps its result; `size` is about how much memory that takes. */
export async function cacheResult(name: string, size: number, work: () => Promise<unknown>): Promise<void> {
  const outcome = { result: await work().catch(orTooLarge), size }
  forget(name)
  cache.set(name, outcome)
  cached += size
  for (const oldest of cache.keys()) {
    if (cached <= MAX_CACHED || oldest === name) break
    forget(oldest)
  }
  setTimeout(() => cache.get(name) === outcome && forget(name), RESULT_LIFETIME).unref()
}

function forget(name: string): void {
  cached -= cache.get(name)?.size ?? 0
  cache.delete(name)
}

function orTooLarge(error: unknown): TooLarge {
  if (error instanceof TooLarge) return error
  throw error
}
