// Runs a POST with an Idempotency-Key once: a retry with the same key gets the first reply. The key is stored in the
// transaction of the write, so either both exist or neither.
import type { Caller } from '../access/caller.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { sha256 } from '../lib/hash.ts'
import { seal, unseal } from '../lib/sealing.ts'
import { DAY, fromNow, now } from '../lib/time.ts'
import type { Reply } from './reply.ts'

const RETENTION = DAY

export interface IdempotentRequest {
  key: string
  /** Identifies the request: URL and body. */
  request: string
  /** Seals the stored reply, which may contain a secret: only the caller has the token. */
  token: string
}

/** Runs `work`, or returns the reply of the first request with the key. */
export async function runOnce(
  db: Db,
  caller: Caller,
  keyed: IdempotentRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const request_hash = sha256(keyed.request)
  const claim = { token_id: caller.tokenId, key: keyed.key, request_hash, status: 0, created_at: now() }
  await removeExpired(db, claim)
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['token_id', 'key']).doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 0n) return (await findStoredReply(db, caller, keyed))!
  const reply = await work()
  const { status, location, body } = reply
  await db
    .updateTable('idempotency_keys')
    .set({ status, location, body: body && seal(body.toString(), keyed.token) })
    .where('token_id', '=', claim.token_id)
    .where('key', '=', claim.key)
    .execute()
  return reply
}

/** The reply of the first request with the key, if there was one. A caller checks this before it prepares a write. */
export async function findStoredReply(
  db: Db,
  { tokenId }: Caller,
  keyed: IdempotentRequest,
): Promise<Reply | undefined> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'location', 'body'])
    .where('token_id', '=', tokenId)
    .where('key', '=', keyed.key)
    .where('created_at', '>=', fromNow(-RETENTION))
    .executeTakeFirst()
  if (!first) return undefined
  if (first.request_hash !== sha256(keyed.request)) throw problem('idempotencyMismatch')
  const { status, location, body } = first
  return { status, location, body: body && unseal(body, keyed.token) }
}

async function removeExpired(db: Db, { token_id, key }: { token_id: string; key: string }): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('token_id', '=', token_id)
    .where('key', '=', key)
    .where('created_at', '<', fromNow(-RETENTION))
    .execute()
}

/** Removes all expired keys. */
export async function pruneIdempotencyKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', fromNow(-RETENTION)).execute()
}
