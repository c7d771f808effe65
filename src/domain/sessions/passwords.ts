// Passwords: hashed with scrypt, outside the event loop, a few at a time. The parameters are part of the stored hash, so
// they can be raised later.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { createLimiter } from '../../lib/limiter.ts'
import { now } from '../../lib/time.ts'

/** 32 MB and about 100 ms for each hash. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const MEMORY_LIMIT = 64 * 1024 * 1024
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashing uses a thread and 32 MB each: more at once would slow down everything else. */
const limit = createLimiter({ concurrency: 2, maxQueued: 50 })

async function derive(password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: MEMORY_LIMIT }
  const made = await limit(
    () =>
      new Promise<Buffer>((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  )
  if (!made) throw problem('unavailable')
  return made
}

/** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long for an unknown account as for a wrong password. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? DECOY).split('$')
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  const expected = Buffer.from(hash!, 'base64url')
  return timingSafeEqual(derived, expected) && stored !== undefined
}

const DECOY = ['scrypt', COST.N, COST.r, COST.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return row?.hash
}

export async function putPasswordHash(db: Db, userId: string, hash: string): Promise<void> {
  const row = { user_id: userId, hash, changed_at: now() }
  await db
    .insertInto('passwords')
    .values(row)
    .onConflict((known) => known.column('user_id').doUpdateSet({ hash, changed_at: row.changed_at }))
    .execute()
}

export async function removePassword(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passwords').where('user_id', '=', userId).execute()
}
