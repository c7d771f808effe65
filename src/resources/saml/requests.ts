// Pending sign-ins. They are stored in the database, so that any node can continue them.
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { Refusal } from '../../domain/sessions/index.ts'
import type { Identity, Tested } from '../../domain/sso/index.ts'
import { sha256 } from '../../lib/hash.ts'
import { randomBase62 } from '../../lib/ids.ts'
import { fromNow, MINUTE, now, type Timestamp } from '../../lib/time.ts'

/** The time limit at the identity provider. */
export const REQUEST_TTL = 15 * MINUTE
/** The time limit for the browser to return from there. */
const ANSWER_TTL = 2 * MINUTE

export type SamlRequest = Row<'saml_requests'>

// An XML id begins with a letter or an underscore.
export const newRequestId = (): string => `_${randomBase62(32)}`

const isRequestId = (text: string): boolean => /^_[0-9A-Za-z]{32}$/.test(text)

export async function insertRequest(
  db: Db,
  request: { id: string; providerId: string; browser: string; returnTo: string | null; testedBy: string | null },
): Promise<void> {
  await db
    .insertInto('saml_requests')
    .values({
      id: request.id,
      provider_id: request.providerId,
      browser_hash: sha256(request.browser),
      return_to: request.returnTo,
      tested_by: request.testedBy,
      created_at: now(),
      expires_at: fromNow(REQUEST_TTL),
    })
    .execute()
}

/** The pending request to this provider. */
export async function findOpenRequest(db: Db, providerId: string, id: string): Promise<SamlRequest | undefined> {
  if (!isRequestId(id)) return undefined
  return db
    .selectFrom('saml_requests')
    .selectAll()
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('identity', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** Stores the response. A second response to a request, or a replayed assertion, is refused. */
export async function answerRequest(
  db: Db,
  { id, provider_id }: SamlRequest,
  answer: Identity | Tested,
  assertion: { id: string; expiresAt: Timestamp } | undefined,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('saml_requests')
    .set({ identity: JSON.stringify(answer), expires_at: fromNow(ANSWER_TTL) })
    .where('id', '=', id)
    .where('identity', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('unasked', 'answered twice')
  if (!assertion) return
  await db
    .insertInto('saml_assertions')
    .values({ provider_id, assertion_id: sha256(assertion.id), expires_at: assertion.expiresAt })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal('unasked', 'the assertion was used before') : error
    })
}

/** Removes and returns an answered request, only for the browser that started it. */
export async function takeAnsweredRequest(
  db: Db,
  { id, providerId }: { id: string; providerId: string },
  browser: string,
): Promise<{ request: SamlRequest; answer: unknown }> {
  if (!isRequestId(id)) throw new Refusal('unasked', 'not a request id')
  const request = await db
    .deleteFrom('saml_requests')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .returningAll()
    .executeTakeFirst()
  if (!request?.identity || request.expires_at <= now())
    throw new Refusal('unasked', 'no answered request with this id')
  if (request.browser_hash !== sha256(browser)) throw new Refusal('otherBrowser')
  return { request, answer: JSON.parse(request.identity) }
}

/** Deletes expired requests and assertions. */
export async function pruneRequests(db: Db): Promise<void> {
  await db.deleteFrom('saml_requests').where('expires_at', '<=', now()).execute()
  await db.deleteFrom('saml_assertions').where('expires_at', '<=', now()).execute()
}
