// Removes old mails.
import { fromNow, HOUR } from '../lib/time.ts'
import { pruneMails } from '../mail/index.ts'
import type { Job } from './runner.ts'

export const pruneOldMails: Job = async ({ database }) => {
  await database.write(pruneMails)
  return fromNow(6 * HOUR)
}
