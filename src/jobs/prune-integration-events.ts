// Removes old deliveries to integrations, abandoned tasks and expired development modes.
import { DAY, fromNow, HOUR, now } from '../lib/time.ts'
import type { Job } from './runner.ts'

const RETENTION = 7 * DAY

export const pruneIntegrationEvents: Job = async ({ database }) => {
  const past = fromNow(-RETENTION)
  await database.write(async (db) => {
    await db.deleteFrom('integration_events').where('created_at', '<', past).where('status', '<>', 'queued').execute()
    await db.deleteFrom('integration_tasks').where('run_at', '<', past).execute()
    await db.deleteFrom('integration_dev_modes').where('expires_at', '<', now()).execute()
  })
  return fromNow(HOUR)
}
