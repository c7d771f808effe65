// Removes deleted pages from the bins of spaces once they can no longer be restored.
import { purgeBins } from '../domain/bin/index.ts'
import { fromNow, HOUR } from '../lib/time.ts'
import type { Job } from './runner.ts'

export const purgeOldBins: Job = async ({ database }) => {
  await database.write(purgeBins)
  return fromNow(6 * HOUR)
}
