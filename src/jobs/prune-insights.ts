// Removes site insights after their retention period: that of the server, or a shorter one of the site.
import { DAY, fromNow, HOUR } from '../lib/time.ts'
import { listRetentions, removeEvents, removeFeedback } from '../resources/insights/index.ts'
import type { Job } from './runner.ts'

/** Each batch is a separate transaction, so that other writes can run in between. */
const BATCH_SIZE = 1000

export const pruneInsights: Job = async ({ database, insightsDays = 400 }) => {
  const sites = await listRetentions(database.read)
  const pasts = [
    { before: fromNow(-insightsDays * DAY) },
    ...sites.map(({ id, insights_days }) => ({ before: fromNow(-insights_days! * DAY), siteId: id })),
  ]
  for (const past of pasts)
    for (const remove of [removeEvents, removeFeedback])
      while ((await database.write((db) => remove(db, past, BATCH_SIZE))) === BATCH_SIZE);
  return fromNow(HOUR)
}
