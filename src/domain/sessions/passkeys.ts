// The passkeys of users.
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { findPasswordHash } from './passwords.ts'
import { Refusal } from './refusals.ts'

/** More would only be forgotten. */
export const MAX_PASSKEYS = 50
export const MAX_PASSKEY_NAME = 64

export interface NewPasskey {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

export async function insertPasskey(db: Db, userId: string, name: string, made: NewPasskey): Promise<Row<'passkeys'>> {
  if ((await listPasskeysOf(db, userId)).length >= MAX_PASSKEYS) throw new Refusal('tooManyPasskeys')
  if (await findPasskeyByCredential(db, made.credentialId)) throw new Refusal('passkeyTaken')
  return db
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: JSON.stringify(made.transports),
      name,
      created_at: now(),
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const listPasskeysOf = (db: Db, userId: string): Promise<Row<'passkeys'>[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const listPasskeys = (db: Db, userId: string, page: Page) =>
  selectPage(db.selectFrom('passkeys').where('user_id', '=', userId), (passkeys) => passkeys.selectAll(), page, {
    by: ['id'],
  })

export const findPasskey = (db: Db, userId: string, id: string): Promise<Row<'passkeys'> | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const findPasskeyByCredential = (db: Db, credentialId: string): Promise<Row<'passkeys'> | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** Whether a user has any passkey besides one. */
export const hasPasskey = async (db: Db, userId: string, exceptId = ''): Promise<boolean> =>
  (await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const renamePasskey = (db: Db, id: string, name: string): Promise<Row<'passkeys'>> =>
  db.updateTable('passkeys').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function recordPasskeyUse(db: Db, id: string, counter: number): Promise<void> {
  await db.updateTable('passkeys').set({ counter, last_used_at: now() }).where('id', '=', id).execute()
}

/** Removes a passkey. Without any, none can be required after the password. */
export async function removePasskey(db: Db, passkey: Row<'passkeys'>): Promise<void> {
  const { id, user_id } = passkey
  if (await isOnlyCredential(db, passkey)) throw new Refusal('onlyCredential')
  await db.deleteFrom('passkeys').where('id', '=', id).execute()
  if (!(await hasPasskey(db, user_id))) await requirePasskey(db, user_id, false)
}

export async function removePasskeysOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await requirePasskey(db, userId, false)
}

/** Asks for a passkey after the password from now on, or no longer. */
export async function requirePasskey(db: Db, userId: string, required: boolean): Promise<void> {
  if (required && !(await hasPasskey(db, userId))) throw new Refusal('noPasskeyYet')
  await db
    .updateTable('users')
    .set({ passkey_required: required ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

/** True if a user can sign in by themselves. */
export const hasCredentials = async (db: Db, userId: string): Promise<boolean> =>
  (await findPasswordHash(db, userId)) !== undefined || (await hasPasskey(db, userId))

/** True if nothing else lets the user sign in: removing it would lock them out. */
export async function isOnlyCredential(db: Db, { id, user_id }: Row<'passkeys'>): Promise<boolean> {
  return (await findPasswordHash(db, user_id)) === undefined && !(await hasPasskey(db, user_id, id))
}
