// Readings inside a transaction that may take long. Such a reading stops after some steps, runs outside the transaction,
// where it lets others run, and the transaction runs again with its result.
import { readerOf } from '../../db/database.ts'
import type { Db } from '../../db/tables.ts'
import { diffTrees, type TreeDiff } from '../../engine/diff.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { type Reading, withObjects } from '../../engine/reading.ts'
import { AsyncWorkNeeded } from '../../lib/async-work.ts'
import { cacheResult, findResult, TakesLong } from '../documents/index.ts'
import { type ReadContent, readContent, readInSteps } from './revisions.ts'

/** A step reads objects, or processes some hundred entries or one page. */
const MAX_STEPS = 1000
const OBJECTS_PER_STEP = 20
/** Results are kept for the transaction that waits for them. */
const SIZE_OF_RESULT = 4 * 1024 * 1024

/** `name` identifies the result. Throws AsyncWorkNeeded if `outside` has to find it first. */
export async function readOrPrepare<T>(
  db: Db,
  name: string,
  reading: Reading<T>,
  outside: (read: Db) => Promise<T>,
  maxSteps = MAX_STEPS,
): Promise<T> {
  const known = findResult<T>(name)
  if (known) return known.result
  try {
    return await readUpTo(maxSteps)(db, reading)
  } catch (error) {
    if (!(error instanceof TakesLong)) throw error
    const read = readerOf(db)
    throw new AsyncWorkNeeded(() => cacheResult(name, SIZE_OF_RESULT, () => outside(read)))
  }
}

/** As `readContent`; throws TakesLong after that many steps. */
export const readUpTo =
  (maxSteps: number): ReadContent =>
  (db, reading) =>
    readContent(db, limited(reading, maxSteps))

function* limited<T>(reading: Reading<T>, maxSteps: number): Reading<T> {
  let steps = 0
  let step = reading.next()
  while (!step.done) {
    steps += 1 + step.value.length / OBJECTS_PER_STEP
    if (steps > maxSteps) throw new TakesLong()
    step = reading.next(yield step.value)
  }
  return step.value
}

/** A diff has a step for a thousand entries. */
const MAX_DIFF_STEPS = 12

/** The differences between trees. `objects` are those that are not stored yet. */
export function diffInTransaction(db: Db, before: Hash, after: Hash, objects: readonly Encoded[]): Promise<TreeDiff> {
  const diff = () => withObjects(objects, diffTrees(before, after))
  const name = `diff ${before} ${after}`
  return readOrPrepare(db, name, diff(), (read) => readInSteps(read, diff()), MAX_DIFF_STEPS)
}
