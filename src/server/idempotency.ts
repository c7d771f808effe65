// A POST with an Idempotency-Key is done once: a retry with the same key gets the first answer. The key is stored in the
// transaction of the write itself, so either both exist or neither does.
import type { Caller } from '../access/caller.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { sha256 } from '../lib/hash.ts'
import { seal, unseal } from '../lib/sealing.ts'
import { DAY, fromNow, now } from '../lib/time.ts'
import type { Answer } from './answer.ts'

const KEPT_FOR = DAY

export interface Keyed {
  key: string
  /** Tells one request from another: operation, path and body. */
  request: string
  /** Seals the stored answer: it may hold a secret, and only whoever asked has the token. */
  token: string
}

/** Does `work`, or returns what it answered when the key was first used. */
export async function doOnce(db: Db, caller: Caller, keyed: Keyed, work: () => Promise<Answer>): Promise<Answer> {
  const request_hash = sha256(keyed.request)
  const claim = { token_id: caller.tokenId, key: keyed.key, request_hash, status: 0, created_at: now() }
  await forgetOld(db, claim)
  const claimed = await db
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['token_id', 'key']).doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 0n) return (await findFirstAnswer(db, caller, keyed))!
  const answer = await work()
  const { status, location, body } = answer
  await db
    .updateTable('idempotency_keys')
    .set({ status, location, body: body && seal(body.toString(), keyed.token) })
    .where('token_id', '=', claim.token_id)
    .where('key', '=', claim.key)
    .execute()
  return answer
}

/** What was answered when the key was first used, if it was: then nothing needs to be prepared for the write. */
export async function findFirstAnswer(db: Db, { tokenId }: Caller, keyed: Keyed): Promise<Answer | undefined> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'location', 'body'])
    .where('token_id', '=', tokenId)
    .where('key', '=', keyed.key)
    .where('created_at', '>=', fromNow(-KEPT_FOR))
    .executeTakeFirst()
  if (!first) return undefined
  if (first.request_hash !== sha256(keyed.request)) throw problem('idempotencyMismatch')
  const { status, location, body } = first
  return { status, location, body: body && unseal(body, keyed.token) }
}

async function forgetOld(db: Db, { token_id, key }: { token_id: string; key: string }): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('token_id', '=', token_id)
    .where('key', '=', key)
    .where('created_at', '<', fromNow(-KEPT_FOR))
    .execute()
}

/** Removes every key that has served its time. */
export async function pruneIdempotencyKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', fromNow(-KEPT_FOR)).execute()
}
