// Limits failed sign-ins and requests for links, by account and by client network. The counts are rows, so that all
// nodes share them.
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'

const WINDOW = 15 * MINUTE
const LIMITS = { password: { account: 10, network: 50 }, mail: { account: 4, network: 30 } }

/** Who tries to sign in. */
export interface Attempt {
  email: string
  /** The client's address, or its network. */
  network: string
  /** What is tried; a password by default. */
  by?: keyof typeof LIMITS
}

const keysOf = ({ email, network, by }: Attempt) => ({
  account: sha256(`${by === 'mail' ? 'mail ' : ''}account ${email}`),
  network: sha256(`${by === 'mail' ? 'mail ' : ''}network ${network}`),
})

/** True if there were too many failures, or too many requests for links, lately. */
export async function isSignInLimited(db: Db, attempt: Attempt): Promise<boolean> {
  const { account, network } = keysOf(attempt)
  const rows = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('key', 'in', [account, network])
    .where('expires_at', '>', now())
    .execute()
  const limit = LIMITS[attempt.by ?? 'password']
  return rows.some(({ key, count }) => count >= (key === account ? limit.account : limit.network))
}

/**
 * Counts a failure, before the attempt is known to be one. False if attempts at the same time have used up the limit:
 * then this one must not be tried.
 */
export async function countSignInFailure(db: Db, attempt: Attempt): Promise<boolean> {
  const keys = keysOf(attempt)
  const limit = LIMITS[attempt.by ?? 'password']
  const [account, network] = [await countOne(db, keys.account), await countOne(db, keys.network)]
  return account <= limit.account && network <= limit.network
}

async function countOne(db: Db, key: string): Promise<number> {
  const { count } = await db
    .insertInto('sign_in_failures')
    .values({ key, count: 1, expires_at: fromNow(WINDOW) })
    .onConflict((known) =>
      known.column('key').doUpdateSet({
        count: sql`case when sign_in_failures.expires_at > ${now()} then sign_in_failures.count + 1 else 1 end`,
        expires_at: sql`case when sign_in_failures.expires_at > ${now()} then sign_in_failures.expires_at
            else ${fromNow(WINDOW)} end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets the failures of an account after a success; those of the network remain, except this attempt. */
export async function clearSignInFailures(db: Db, attempt: Attempt): Promise<void> {
  const { account, network } = keysOf(attempt)
  await db.deleteFrom('sign_in_failures').where('key', '=', account).execute()
  await db
    .updateTable('sign_in_failures')
    .set({ count: sql`count - 1` })
    .where('key', '=', network)
    .where('count', '>', 0)
    .execute()
}

export async function pruneSignInFailures(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('expires_at', '<=', now()).execute()
}
