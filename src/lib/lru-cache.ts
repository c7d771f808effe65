// A bounded cache that evicts the least recently used entries first.

export class LruCache<V> {
  private readonly entries = new Map<string, { value: V; weight: number }>()
  private readonly maxWeight: number
  private weight = 0

  /** `maxWeight`: the maximum total weight of all values. */
  constructor(maxWeight: number) {
    this.maxWeight = maxWeight
  }

  get(key: string): V | undefined {
    const found = this.entries.get(key)
    if (!found) return undefined
    this.entries.delete(key)
    this.entries.set(key, found)
    return found.value
  }

  set(key: string, value: V, weight = 1): void {
    this.delete(key)
    this.entries.set(key, { value, weight })
    this.weight += weight
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.maxWeight) break
      this.delete(oldest)
    }
  }

  has(key: string): boolean {
    return this.entries.has(key)
  }

  delete(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0
    this.entries.delete(key)
  }

  clear(): void {
    this.entries.clear()
    this.weight = 0
  }
}

/** Keeps what is right for one state of things only: with the next state, all of it goes. */
export class StateCache<State, V> {
  readonly #cache: LruCache<V>
  #state: State | undefined

  constructor(maxWeight: number) {
    this.#cache = new LruCache(maxWeight)
  }

  /** False if nothing is kept, whatever the state. */
  has(key: string): boolean {
    return this.#cache.has(key)
  }

  get(state: State, key: string): V | undefined {
    return state === this.#state ? this.#cache.get(key) : undefined
  }

  /** From now on, only what is from this state is kept. */
  renew(state: State): void {
    if (state === this.#state) return
    this.#cache.clear()
    this.#state = state
  }

  set(state: State, key: string, value: V, weight: number): void {
    if (state === this.#state) this.#cache.set(key, value, weight)
  }
}

/** Returns the cached promise, or loads the value. Concurrent callers share one load; a failed load is not cached. */
export function getOrLoad<T>(
  cache: LruCache<Promise<T>>,
  key: string,
  load: () => Promise<T>,
  weigh: (value: T) => number = () => 1,
): Promise<T> {
  const cached = cache.get(key)
  if (cached) return cached
  const loading = load()
  cache.set(key, loading)
  loading.then(
    (value) => cache.set(key, loading, weigh(value)),
    () => cache.delete(key),
  )
  return loading
}
