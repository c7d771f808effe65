// Removes old notifications.
import { pruneNotifications } from '../domain/notifications/index.ts'
import { fromNow, HOUR } from '../lib/time.ts'
import type { Job } from './runner.ts'

export const pruneOldNotifications: Job = async ({ database }) => {
  await database.write(pruneNotifications)
  return fromNow(6 * HOUR)
}
