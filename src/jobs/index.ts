// Background work: one line a job.
import { gitOperation } from './git-operation.ts'
import { indexSpace } from './index-space.ts'
import { pruneIdempotencyKeysHourly } from './prune-idempotency-keys.ts'
import { purgeSpaces } from './purge-spaces.ts'
import type { Jobs } from './runner.ts'

const recurring: Jobs = {
  'purge-spaces': purgeSpaces,
  'prune-idempotency-keys': pruneIdempotencyKeysHourly,
}

export const jobs: Jobs = { ...recurring, 'index-space': indexSpace, 'git-operation': gitOperation }

/** Jobs that come back by themselves; queued once when the server starts. */
export const RECURRING = Object.keys(recurring)
