// What is worked out from things that never change, and takes long enough to be felt: kept in memory, all of it within one
// bound. A key names everything that the value depends on.
import { createCache } from './cache.ts'

interface Kept {
  value: unknown
  until: number
}

const MAX_BYTES = 64 * 1024 * 1024

const kept = createCache<Kept>(MAX_BYTES)
const making = new Map<string, Promise<unknown>>()

export interface Derived<T> {
  /** The value, if it is still kept. */
  find(key: string): T | undefined
  /** Keeps a value, and returns it. */
  keep(key: string, value: T): T
  /** The value, made unless it is kept. Callers who come at once wait for one; a failure is not kept. */
  load(key: string, make: () => T | Promise<T>): Promise<T>
}

interface Keeping<T> {
  /** The size of a value in memory, about. */
  bytesOf: (value: T) => number
  /** When the value has to be made again; never, if it depends on the key alone. */
  untilOf?: (value: T) => number
}

export function derived<T>(
  kind: string,
  { bytesOf, untilOf = () => Number.POSITIVE_INFINITY }: Keeping<T>,
): Derived<T> {
  const findKept = (name: string): Kept | undefined => {
    const found = kept.get(name)
    return found && found.until > Date.now() ? found : undefined
  }
  const keep = (name: string, value: T): T => {
    kept.set(name, { value, until: untilOf(value) }, bytesOf(value))
    return value
  }
  const make = async (name: string, work: () => T | Promise<T>): Promise<T> => {
    try {
      return keep(name, await work())
    } finally {
      making.delete(name)
    }
  }
  return {
    find: (key) => findKept(`${kind} ${key}`)?.value as T | undefined,
    keep: (key, value) => keep(`${kind} ${key}`, value),
    async load(key, work) {
      const name = `${kind} ${key}`
      const found = findKept(name)
      if (found) return found.value as T
      const running = making.get(name) ?? make(name, work)
      making.set(name, running)
      return running as Promise<T>
    },
  }
}
