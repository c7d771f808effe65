// Forgets deliveries that nobody will ask about any more. The events themselves are kept.
import { DAY, fromNow, HOUR } from '../lib/time.ts'
import type { Job } from './runner.ts'

const KEPT_FOR = 30 * DAY

export const pruneWebhookDeliveries: Job = async ({ database }) => {
  await database.write((db) =>
    db
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', fromNow(-KEPT_FOR))
      .where('state', '<>', 'retrying')
      .execute(),
  )
  return fromNow(HOUR)
}
