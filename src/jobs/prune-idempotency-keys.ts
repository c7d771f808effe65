// Removes expired idempotency keys.
import { fromNow, HOUR } from '../lib/time.ts'
import { pruneIdempotencyKeys } from '../server/idempotency.ts'
import type { Job } from './runner.ts'

export const pruneIdempotencyKeysHourly: Job = async ({ database }) => {
  await database.write(pruneIdempotencyKeys)
  return fromNow(HOUR)
}
