// Removes expired sessions, challenges of passkeys, sign-in links, counts of failures, sign-in requests,
// SAML assertions and previews of sites.
import {
  pruneChallenges,
  pruneEmailChanges,
  pruneSessions,
  pruneSignInFailures,
  pruneSignInLinks,
} from '../domain/sessions/index.ts'
import { pruneSitePreviews } from '../domain/visits/index.ts'
import { fromNow, HOUR } from '../lib/time.ts'
import { pruneOidcRequests } from '../resources/oidc/index.ts'
import { pruneRequests } from '../resources/saml/index.ts'
import type { Job } from './runner.ts'

export const pruneSignIns: Job = async ({ database }) => {
  await database.write(async (db) => {
    await pruneSessions(db)
    await pruneChallenges(db)
    await pruneEmailChanges(db)
    await pruneSignInLinks(db)
    await pruneSignInFailures(db)
    await pruneRequests(db)
    await pruneOidcRequests(db)
    await pruneSitePreviews(db)
  })
  return fromNow(HOUR)
}
