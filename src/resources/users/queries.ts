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
    email: user.email.includes('@') ? user.email : undefined,
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
    organization: token.organization_id ?? undefined,
    urls: { location: urls.api(`/user/tokens/${token.id}`) },
  }
}

export const findUser = (db: Db, id: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Db, email: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()

/** Somebody, and the only organization their token works in. */
interface Holder {
  user: { id: string }
  boundTo: string | null
}

/** A user the caller can know about: themselves, or somebody, or something installed, in one of their organizations. */
export const findAcquaintance = (
  db: Db,
  { user: { id: of }, boundTo }: Holder,
  id: string,
): Promise<Row<'users'> | undefined> =>
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
            .where('theirs.user_id', '=', id)
            .$if(boundTo !== null, (shared) => shared.where('mine.organization_id', '=', boundTo!)),
        ),
        user.exists(
          user
            .selectFrom('members as mine')
            .innerJoin('integration_installations as installed', 'installed.organization_id', 'mine.organization_id')
            .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
            .select('mine.user_id')
            .where('mine.user_id', '=', of)
            .where('integrations.user_id', '=', id)
            .$if(boundTo !== null, (shared) => shared.where('mine.organization_id', '=', boundTo!)),
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

/** Is the user in any organization but this one? */
export async function isElsewhereToo(db: Db, userId: string, organizationId: string): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '!=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

interface NewToken {
  label: string
  expiresAt?: string | undefined
  secret?: string
  /** The only organization it is to work in. */
  boundTo?: string | null
}

export async function insertToken(
  db: Db,
  userId: string,
  { label, expiresAt, secret = createToken(), boundTo = null }: NewToken,
): Promise<{ token: Row<'tokens'>; secret: string }> {
  const token = await db
    .insertInto('tokens')
    .values({
      id: newId(),
      hash: hashToken(secret),
      user_id: userId,
      label,
      expires_at: expiresAt ?? null,
      organization_id: boundTo,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, secret }
}

/** The caller's tokens; who comes with a bound one sees only those of the same organization. */
export const takeTokens = (db: Db, { user, boundTo }: Holder, page: Page) =>
  takePage(
    db
      .selectFrom('tokens')
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .$if(boundTo !== null, (tokens) => tokens.where('organization_id', '=', boundTo)),
    (tokens) => tokens.selectAll(),
    page,
    { by: ['id'] },
  )

/** False when the caller has no such token in use. */
export async function revokeToken(db: Db, { user, boundTo }: Holder, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ revoked_at: now() })
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .$if(boundTo !== null, (tokens) => tokens.where('organization_id', '=', boundTo))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
