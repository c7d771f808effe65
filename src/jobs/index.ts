// Background work: one line a job.
import { pruneIdempotencyKeysHourly } from './prune-idempotency-keys.ts'
import { purgeSpaces } from './purge-spaces.ts'
import type { Jobs } from './runner.ts'

export const jobs: Jobs = {
  'purge-spaces': purgeSpaces,
  'prune-idempotency-keys': pruneIdempotencyKeysHourly,
}

/** Jobs that come back by themselves; queued once when the server starts. */
export const RECURRING = Object.keys(jobs)
