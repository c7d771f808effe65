// Forgets sessions, sign-ins and answers of identity providers whose time is over.
import { pruneSessions } from '../access/sessions.ts'
import { fromNow, HOUR } from '../lib/time.ts'
import { pruneRequests } from '../resources/saml/requests.ts'
import type { Job } from './runner.ts'

export const pruneSignIns: Job = async ({ database }) => {
  await database.write(async (db) => {
    await pruneSessions(db)
    await pruneRequests(db)
  })
  return fromNow(HOUR)
}
