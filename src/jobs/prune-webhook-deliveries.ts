// Removes old records of webhook deliveries. The events themselves are kept.
import { DAY, fromNow, HOUR } from '../lib/time.ts'
import type { Job } from './runner.ts'

const RETENTION = 30 * DAY

export const pruneWebhookDeliveries: Job = async ({ database }) => {
  await database.write((db) =>
    db
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', fromNow(-RETENTION))
      .where('state', '<>', 'retrying')
      .execute(),
  )
  return fromNow(HOUR)
}
