// A bounded cache that evicts the least recently used entries first.

interface Entry<V> {
  key: string
  value: V
  weight: number
  /** The entry used before this one, and the one used after it. */
  older: Entry<V>
  newer: Entry<V>
}

/** Entries are linked in the order of their use: putting one in front takes no look-up. */
export class LruCache<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #maxWeight: number
  /** Closes the ring: the oldest entry comes after it, the newest before. */
  readonly #ends: Entry<V>
  #weight = 0

  /** `maxWeight`: the maximum total weight of all values. */
  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight
    const ends = { key: '', weight: 0 } as Entry<V>
    this.#ends = Object.assign(ends, { older: ends, newer: ends })
  }

  get(key: string): V | undefined {
    const found = this.#entries.get(key)
    if (!found) return undefined
    if (found !== this.#ends.older) {
      unlink(found)
      this.#append(found)
    }
    return found.value
  }

  set(key: string, value: V, weight = 1): void {
    this.delete(key)
    const entry: Entry<V> = { key, value, weight, older: this.#ends, newer: this.#ends }
    this.#entries.set(key, entry)
    this.#append(entry)
    this.#weight += weight
    while (this.#weight > this.#maxWeight) this.delete(this.#ends.newer.key)
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  delete(key: string): void {
    const found = this.#entries.get(key)
    if (!found) return
    this.#entries.delete(key)
    this.#weight -= found.weight
    unlink(found)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
    this.#ends.older = this.#ends
    this.#ends.newer = this.#ends
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#ends.older
    entry.newer = this.#ends
    entry.older.newer = entry
    this.#ends.older = entry
  }
}

function unlink<V>({ older, newer }: Entry<V>): void {
  older.newer = newer
  newer.older = older
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
