// Lets synchronous code read objects from an asynchronous store. A reading is a generator: it yields the hashes it
// needs next, as one batch, and resumes with the objects. A driver loads the batches, each hash at most once per run.
// Engine functions call each other with `yield*`.

import type { Hash, Json } from './objects.ts'

export type Objects = ReadonlyMap<Hash, Json>

/** A computation of a `T` that reads objects. */
export type Reading<T> = Generator<readonly Hash[], T, Objects>

/** An object that should be in the store is missing: the store is damaged, or the object is not written yet. */
export class MissingObject extends Error {
  readonly hash: Hash
  constructor(hash: Hash) {
    super(`The object ${hash} is missing.`)
    this.name = 'MissingObject'
    this.hash = hash
  }
}

/** Reads one object, or throws `MissingObject`. */
export function* loadObject<T = Json>(hash: Hash): Reading<T> {
  return (yield [hash]).get(hash) as T
}

/** Runs a reading against a synchronous store. */
export function runSync<T>(reading: Reading<T>, get: (hash: Hash) => Json | undefined): T {
  const seen = new Map<Hash, Json>()
  let step = reading.next(seen)
  while (!step.done) {
    for (const hash of missing(step.value, seen)) keep(seen, hash, get(hash))
    step = reading.next(seen)
  }
  return step.value
}

/**
 * Runs a reading against an asynchronous store. `loadMany` gets distinct hashes and returns the objects that exist.
 * `pause` is called after every step, and may return a promise to wait for.
 */
export async function run<T>(
  reading: Reading<T>,
  loadMany: (hashes: readonly Hash[]) => Promise<Objects>,
  pause?: () => Promise<void> | undefined,
): Promise<T> {
  const seen = new Map<Hash, Json>()
  let step = reading.next(seen)
  while (!step.done) {
    const wanted = missing(step.value, seen)
    const loaded = wanted.length > 0 ? await loadMany(wanted) : seen
    for (const hash of wanted) keep(seen, hash, loaded.get(hash))
    const rest = pause?.()
    if (rest) await rest
    step = reading.next(seen)
  }
  return step.value
}

/** A step that reads nothing: whoever runs the reading may pause here. Long loops have one every few rounds. */
export const PAUSE: readonly Hash[] = []

/** Most steps ask for what an earlier one has read. */
function missing(hashes: readonly Hash[], seen: Objects): readonly Hash[] {
  for (const hash of hashes) if (!seen.has(hash)) return [...new Set(hashes)].filter((each) => !seen.has(each))
  return []
}

function keep(seen: Map<Hash, Json>, hash: Hash, value: Json | undefined): void {
  if (value === undefined) throw new MissingObject(hash)
  seen.set(hash, value)
}

/** Runs a reading with additional objects that are not in the store yet. */
export function* withObjects<T>(objects: Iterable<{ hash: Hash; value: Json }>, reading: Reading<T>): Reading<T> {
  const given = new Map<Hash, { value: Json }>()
  for (const object of objects) given.set(object.hash, object)
  const known = new Map<Hash, Json>()
  let step = reading.next(known)
  while (!step.done) {
    for (const hash of step.value) {
      const object = known.has(hash) ? undefined : given.get(hash)
      if (object) known.set(hash, object.value)
    }
    const wanted = missing(step.value, known)
    if (step.value.length === 0) yield PAUSE
    else if (wanted.length > 0) {
      const loaded = yield wanted
      for (const hash of wanted) keep(known, hash, loaded.get(hash))
    }
    step = reading.next(known)
  }
  return step.value
}
