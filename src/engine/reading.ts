// How synchronous code reads objects that live in an asynchronous store. A function that reads is a generator: it
// yields the hashes it needs next, as one batch, and is resumed with the objects. A driver answers the batches; each
// hash is asked of the store at most once in a run. Engine functions call each other with `yield*`.

import type { Hash, Json } from './objects.ts'

export type Objects = ReadonlyMap<Hash, Json>

/** Work that needs objects to reach its result `T`. */
export type Reading<T> = Generator<readonly Hash[], T, Objects>

/** A hash that the store should know and does not: the store is damaged, or was asked too early. */
export class MissingObject extends Error {
  readonly hash: Hash
  constructor(hash: Hash) {
    super(`The object ${hash} is missing.`)
    this.name = 'MissingObject'
    this.hash = hash
  }
}

/** Reads one object. Fails with `MissingObject` where there is none. */
export function* loadObject<T = Json>(hash: Hash): Reading<T> {
  return (yield [hash]).get(hash) as T
}

/** Runs a reading against a store that answers at once. */
export function runSync<T>(reading: Reading<T>, get: (hash: Hash) => Json | undefined): T {
  const seen = new Map<Hash, Json>()
  let step = reading.next(seen)
  while (!step.done) {
    for (const hash of missing(step.value, seen)) keep(seen, hash, get(hash))
    step = reading.next(seen)
  }
  return step.value
}

/** Runs a reading against an asynchronous store. `loadMany` gets distinct hashes and answers with those it knows. */
export async function run<T>(reading: Reading<T>, loadMany: (hashes: readonly Hash[]) => Promise<Objects>): Promise<T> {
  const seen = new Map<Hash, Json>()
  let step = reading.next(seen)
  while (!step.done) {
    const wanted = missing(step.value, seen)
    const loaded = wanted.length > 0 ? await loadMany(wanted) : seen
    for (const hash of wanted) keep(seen, hash, loaded.get(hash))
    step = reading.next(seen)
  }
  return step.value
}

function missing(hashes: readonly Hash[], seen: Objects): Hash[] {
  return [...new Set(hashes)].filter((hash) => !seen.has(hash))
}

function keep(seen: Map<Hash, Json>, hash: Hash, value: Json | undefined): void {
  if (value === undefined) throw new MissingObject(hash)
  seen.set(hash, value)
}

/** Runs a reading for which some objects are at hand and not yet in the store. */
export function* withObjects<T>(objects: Iterable<{ hash: Hash; value: Json }>, reading: Reading<T>): Reading<T> {
  const known = new Map<Hash, Json>()
  for (const { hash, value } of objects) known.set(hash, value)
  let step = reading.next(known)
  while (!step.done) {
    const wanted = missing(step.value, known)
    if (wanted.length > 0) {
      const loaded = yield wanted
      for (const hash of wanted) keep(known, hash, loaded.get(hash))
    }
    step = reading.next(known)
  }
  return step.value
}
