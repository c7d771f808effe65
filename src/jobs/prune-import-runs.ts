// Removes old imports, and marks stalled ones as failed.

import { failStalledRuns, removeRunsBefore } from '../domain/import-runs/index.ts'
import { UPLOADS_KEPT } from '../files/uploads.ts'
import { DAY, fromNow, HOUR } from '../lib/time.ts'
import type { Job } from './runner.ts'

/** A run names its uploads. */
const RETENTION = UPLOADS_KEPT
/** Much longer than the retries of a job take. */
const STALLED_AFTER = DAY
/** Each batch is a separate transaction, so that other writes can run in between. */
const BATCH_SIZE = 1000

export const pruneImportRuns: Job = async ({ database }) => {
  await database.write((db) => failStalledRuns(db, fromNow(-STALLED_AFTER)))
  const past = fromNow(-RETENTION)
  while ((await database.write((db) => removeRunsBefore(db, past, BATCH_SIZE))) === BATCH_SIZE);
  return fromNow(HOUR)
}
