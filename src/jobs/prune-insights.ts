// Removes site insights after their retention period.
import { DAY, fromNow, HOUR } from '../lib/time.ts'
import { removeEventsBefore, removeFeedbackBefore } from '../resources/insights/index.ts'
import type { Job } from './runner.ts'

/** Each batch is a separate transaction, so that other writes can run in between. */
const BATCH_SIZE = 1000

export const pruneInsights: Job = async ({ database, insightsDays = 400 }) => {
  const past = fromNow(-insightsDays * DAY)
  for (const remove of [removeEventsBefore, removeFeedbackBefore])
    while ((await database.write((db) => remove(db, past, BATCH_SIZE))) === BATCH_SIZE);
  return fromNow(HOUR)
}
