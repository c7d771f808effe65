// Users and tokens in the database, and how replies show them.
import type { Static } from 'typebox'
import { createToken, hashToken } from '../../access/tokens.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Token, User, UserPatch } from './schemas.ts'

export function toUser(user: Row<'users'>, urls: Urls): Static<typeof User> {
  return {
    object: 'user',
    id: user.id,
    displayName: user.display_name,
    email: user.email,
    photoURL: user.photo_url ?? undefined,
    urls: { location: urls.api(`/users/${user.id}`) },
  }
}

export function toToken(token: Row<'tokens'>, urls: Urls): Static<typeof Token> {
  return {
    object: 'token',
    id: token.id,
    label: token.label,
    createdAt: token.created_at,
    expiresAt: token.expires_at ?? undefined,
    lastUsedAt: token.last_used_at ?? undefined,
    urls: { location: urls.api(`/user/tokens/${token.id}`) },
  }
}

export const findUser = (db: Db, id: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Db, email: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()

/** A user the other one can know about: themselves, or somebody in one of their organizations. */
export const findAcquaintance = (db: Db, of: string, id: string): Promise<Row<'users'> | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where((user) =>
      user.or([
        user('id', '=', of),
        user.exists(
          user
            .selectFrom('members as mine')
            .innerJoin('members as theirs', 'theirs.organization_id', 'mine.organization_id')
            .select('mine.user_id')
            .where('mine.user_id', '=', of)
            .where('theirs.user_id', '=', id),
        ),
      ]),
    )
    .executeTakeFirst()

export async function insertUser(
  db: Db,
  { email, displayName }: { email: string; displayName?: string },
): Promise<Row<'users'>> {
  const address = normalizeEmail(email)
  return db
    .insertInto('users')
    .values({ id: newId(), email: address, display_name: displayName ?? address.split('@')[0]!, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateUser = (db: Db, id: string, patch: Static<typeof UserPatch>): Promise<Row<'users'>> =>
  db
    .updateTable('users')
    .set({ id, display_name: patch.displayName, photo_url: patch.photoURL })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function insertToken(
  db: Db,
  userId: string,
  { label, expiresAt, secret = createToken() }: { label: string; expiresAt?: string | undefined; secret?: string },
): Promise<{ token: Row<'tokens'>; secret: string }> {
  const token = await db
    .insertInto('tokens')
    .values({
      id: newId(),
      hash: hashToken(secret),
      user_id: userId,
      label,
      expires_at: expiresAt ?? null,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, secret }
}

export const takeTokens = (db: Db, userId: string, page: Page) =>
  takePage(
    db.selectFrom('tokens').where('user_id', '=', userId).where('revoked_at', 'is', null),
    (tokens) => tokens.selectAll(),
    page,
    { by: ['id'] },
  )

/** False when the user has no such token in use. */
export async function revokeToken(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ revoked_at: now() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
