// The one kind of cache: bounded in bytes, and what was used least recently goes first. docs/ARCHITECTURE.md lists the caches.
import { LRUCache } from 'lru-cache'

/** What an entry takes besides its key and its value, about. */
const ENTRY_BYTES = 200

export interface Cache<V> {
  get(key: string): V | undefined
  /** `bytes`: the size of the value in memory, about. A value that takes more than a quarter of the cache is not kept. */
  set(key: string, value: V, bytes: number): void
  delete(key: string): void
  clear(): void
}

export function createCache<V extends object>(maxBytes: number): Cache<V> {
  const entries = new LRUCache<string, V>({ maxSize: maxBytes, maxEntrySize: maxBytes / 4 })
  return {
    get: (key) => entries.get(key),
    set: (key, value, bytes) => void entries.set(key, value, { size: ENTRY_BYTES + 2 * key.length + bytes }),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
