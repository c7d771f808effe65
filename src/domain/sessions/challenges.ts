// Challenges: random values that a passkey signs once. They are rows, so any node can check the answer.
import { randomBytes } from 'node:crypto'
import type { Db, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'

/** How long a person may take to find their device. */
export const CHALLENGE_LIFETIME = 5 * MINUTE
const CHALLENGE_BYTES = 32

export type Purpose = Row<'passkey_challenges'>['purpose']

export async function insertChallenge(
  db: Db,
  purpose: Purpose,
  userId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES))
  const hash = hashOf(Buffer.from(challenge).toString('base64url'))
  await db
    .insertInto('passkey_challenges')
    .values({ hash, purpose, user_id: userId, expires_at: fromNow(CHALLENGE_LIFETIME) })
    .execute()
  return challenge
}

const hashOf = (challenge: string) => sha256(`challenge ${challenge}`)

/** Uses a challenge up. Returns undefined if it is unknown, expired or used. */
export async function takeChallenge(db: Db, challenge: string): Promise<Row<'passkey_challenges'> | undefined> {
  const found = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOf(challenge))
    .returningAll()
    .executeTakeFirst()
  return found && found.expires_at > now() ? found : undefined
}

export async function pruneChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now()).execute()
}
