// What was read before is shown at once and then refreshed. Entries are kept by call and input, the least recently used
// ones are dropped, and a request ends when nobody waits for it any more.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { CallError, call } from './client.ts'
import type { Call, Input, ReplyTo } from './operations.ts'

export interface Reading<T> {
  /** Undefined until the first reply. */
  value?: T | undefined
  /** Why the last request failed. */
  error?: CallError | undefined
  isLoading: boolean
}

interface Entry<T = unknown> {
  state: Signal<Reading<T>>
  load(): void
  /** The components that show it. */
  users: number
  /** The one that is under way. */
  request?: AbortController | undefined
}

const MAX_ENTRIES = 300

const entries = new Map<string, Entry>()

/** Reads through the cache. `null` reads nothing. */
export function useReading<C extends Call>(to: C, input: Input<C> | null): ReadonlySignal<Reading<ReplyTo<C>>> {
  const key = input === null ? '' : keyOf(to, input)
  const entry = useMemo(() => (input === null ? undefined : open(key, to, input)), [key])
  // Not after the browser has drawn: what is no longer shown may be gone, and must not be read again.
  useLayoutEffect(() => {
    if (!entry) return
    entry.users++
    // Those who come at the same time share one request.
    if (!entry.request) entry.load()
    return () => {
      entry.users--
      // Who takes the place of the last one goes on waiting.
      queueMicrotask(() => entry.users === 0 && end(entry))
    }
  }, [entry])
  return (entry ?? nothing).state as ReadonlySignal<Reading<ReplyTo<C>>>
}

const nothing: Pick<Entry, 'state'> = { state: signal<Reading<unknown>>({ isLoading: false }) }

const keyOf = (to: string, input: object): string => `${to} ${JSON.stringify(input)}`

function open<C extends Call>(key: string, to: C, input: Input<C>): Entry {
  const known = entries.get(key)
  if (known) {
    entries.delete(key)
    entries.set(key, known)
    return known
  }
  const state = signal<Reading<unknown>>({ isLoading: true })
  const entry: Entry = {
    state,
    users: 0,
    load() {
      entry.request?.abort()
      const request = new AbortController()
      entry.request = request
      state.value = { ...state.value, isLoading: true }
      call(to, input, { signal: request.signal }).then(
        (value) => {
          if (entry.request !== request) return
          entry.request = undefined
          state.value = { value, isLoading: false }
        },
        (error: unknown) => {
          if (entry.request !== request) return
          entry.request = undefined
          state.value = { ...state.value, error: asCallError(error), isLoading: false }
        },
      )
    },
  }
  entries.set(key, entry)
  for (const [oldest, { users }] of entries) {
    if (entries.size <= MAX_ENTRIES) break
    if (users === 0) entries.delete(oldest)
  }
  return entry
}

const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(0, String((error as Error)?.message ?? error))

/** Reads again what is shown of these calls, and forgets the rest: call it after a write. */
export const refresh = (...calls: Call[]): void => refreshWhere((key) => calls.some((to) => key.startsWith(`${to} `)))

/** Takes something that was deleted out of lists, before they are read again. */
export function dropFrom(to: Call, id: string): void {
  for (const [key, { state }] of entries) {
    const value = state.peek().value as { items?: { id: string }[] } | undefined
    if (key.startsWith(`${to} `) && value?.items)
      state.value = { ...state.peek(), value: { ...value, items: value.items.filter((item) => item.id !== id) } }
  }
}

/** Reads again what is shown of a space, and forgets the rest. */
export const refreshSpace = (spaceId: string): void =>
  refreshWhere((key) => key.includes(`"spaceId":${JSON.stringify(spaceId)}`))

function refreshWhere(isOld: (key: string) => boolean): void {
  for (const [key, entry] of entries) {
    if (!isOld(key)) continue
    if (entry.users > 0) entry.load()
    else forget(entry)
  }
}

/** It stays known: a component that is being rendered may have opened it, and does not count as its user yet. */
function forget(entry: Entry): void {
  end(entry)
  entry.state.value = { isLoading: true }
}

function end(entry: Entry): void {
  entry.request?.abort()
  entry.request = undefined
}

/** How often people asked to try again: for what is read past the cache. */
export const retries = signal(0)

/** Tries everything again that failed. */
export function retryFailed(): void {
  retries.value++
  for (const entry of entries.values()) if (entry.users > 0 && entry.state.value.error) entry.load()
}

/** Shows what was there before while something newer is read. A component about something else needs another key. */
export function useKept<T>(reading: Reading<T>): Reading<T> {
  const kept = useRef<T | undefined>(undefined)
  if (reading.value !== undefined) kept.current = reading.value
  return reading.value === undefined && reading.isLoading ? { ...reading, value: kept.current } : reading
}
