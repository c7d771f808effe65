// Pending sign-ins. They are rows, so that any node can continue them. Nonce and PKCE verifier are derived from a secret
// that only the browser has.
import type { Db, Row } from '../../db/tables.ts'
import { Refusal } from '../../domain/sessions/index.ts'
import { sha256 } from '../../lib/hash.ts'
import { randomBase62 } from '../../lib/ids.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'

/** The time limit at the identity provider. */
export const REQUEST_TTL = 15 * MINUTE

const STATE_LENGTH = 32

/** What the identity provider has to return unchanged, or to prove that it received. */
export interface Challenge {
  state: string
  nonce: string
  verifier: string
}

const challengeOf = (state: string, browser: string): Challenge => ({
  state,
  nonce: sha256(`nonce ${state} ${browser}`),
  verifier: sha256(`verifier ${state} ${browser}`),
})

export async function insertRequest(
  db: Db,
  request: { providerId: string | null; browser: string; returnTo: string | null; testedBy: string | null },
): Promise<Challenge> {
  const state = randomBase62(STATE_LENGTH)
  await db
    .insertInto('oidc_requests')
    .values({
      id: state,
      provider_id: request.providerId,
      browser_hash: sha256(request.browser),
      return_to: request.returnTo,
      tested_by: request.testedBy,
      created_at: now(),
      expires_at: fromNow(REQUEST_TTL),
    })
    .execute()
  return challengeOf(state, request.browser)
}

/** Removes and returns a pending request, only for the browser that started it. */
export async function takeRequest(
  db: Db,
  { state, providerId }: { state: string; providerId: string | null },
  browser: string,
): Promise<{ request: Row<'oidc_requests'>; challenge: Challenge }> {
  if (!/^[0-9A-Za-z]{32}$/.test(state)) throw new Refusal('unasked', 'not a state')
  const request = await db
    .selectFrom('oidc_requests')
    .selectAll()
    .where('id', '=', state)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (request?.provider_id !== providerId) throw new Refusal('unasked', 'no pending request with this state')
  if (request.browser_hash !== sha256(browser)) throw new Refusal('otherBrowser')
  const { numDeletedRows } = await db.deleteFrom('oidc_requests').where('id', '=', state).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('unasked', 'answered twice')
  return { request, challenge: challengeOf(state, browser) }
}

/** Deletes expired requests. */
export async function pruneOidcRequests(db: Db): Promise<void> {
  await db.deleteFrom('oidc_requests').where('expires_at', '<=', now()).execute()
}
