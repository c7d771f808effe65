// Verifies the address of a user. Whoever had the account before may not have owned the address, so what they set up
// ends: credentials, sessions and tokens.
import type { Db, Row } from '../../db/tables.ts'
import { now } from '../../lib/time.ts'
import { removeSignInLinksOf } from './links.ts'
import { removePasskeysOf } from './passkeys.ts'
import { removePassword } from './passwords.ts'
import { removeSessionsOf } from './sessions.ts'

export async function verifyAddress(db: Db, user: Row<'users'>): Promise<Row<'users'>> {
  if (user.email_verified_at !== null) return user
  if (user.vouched_by !== null) await removeEarlierCredentials(db, user)
  return db
    .updateTable('users')
    .set({ email_verified_at: now(), vouched_by: null })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function removeEarlierCredentials(db: Db, { id, vouched_by }: Row<'users'>): Promise<void> {
  await removePassword(db, id)
  await removePasskeysOf(db, id)
  await removeSessionsOf(db, id)
  await removeSignInLinksOf(db, id)
  await db
    .updateTable('tokens')
    .set({ revoked_at: now() })
    .where('user_id', '=', id)
    .where('organization_id', '=', vouched_by)
    .where('revoked_at', 'is', null)
    .execute()
}
