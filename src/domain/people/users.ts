// User and token rows, and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Caller, isReached, type Reach } from '../../access/caller.ts'
import { createToken, hashToken } from '../../access/tokens.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Token, User, UserPatch } from '../../shapes/users.ts'

/** What replies show of a user. */
export type PublicUser = Pick<Row<'users'>, 'id' | 'display_name' | 'email' | 'photo_url' | 'created_at'>

export function toUser(user: PublicUser, urls: Urls): Static<typeof User> {
  return {
    object: 'user',
    id: user.id,
    displayName: user.display_name,
    email: user.email.includes('@') ? user.email : undefined,
    // Pictures that were uploaded are at this server, whatever its address is.
    photoURL: user.photo_url?.startsWith('/') ? urls.base + user.photo_url : (user.photo_url ?? undefined),
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
    revokedIn: token.barred_from === null ? undefined : JSON.parse(token.barred_from),
    urls: { location: urls.api(`/user/tokens/${token.id}`) },
  }
}

/** The address of the first admin, until they name their own. */
export const FIRST_ADMIN_EMAIL = 'admin@lectern.local'

export const findUser = (db: Db, id: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Db, email: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()

/** A user, and the organizations that their token is bound to, if any. */
type TokenHolder = Reach & { user: { id: string } }

/**
 * Finds a user visible to the caller: themselves, a member of a shared organization, or an integration installed there.
 */
export const findVisibleUser = (db: Db, holder: TokenHolder, id: string): Promise<Row<'users'> | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where((user) =>
      user.or([
        user('id', '=', holder.user.id),
        user.exists(
          user
            .selectFrom('members as mine')
            .innerJoin('members as theirs', 'theirs.organization_id', 'mine.organization_id')
            .select('mine.user_id')
            .where('mine.user_id', '=', holder.user.id)
            .where('theirs.user_id', '=', id)
            .where(isReached(sql.ref('mine.organization_id'), holder)),
        ),
        user.exists(
          user
            .selectFrom('members as mine')
            .innerJoin('integration_installations as installed', 'installed.organization_id', 'mine.organization_id')
            .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
            .select('mine.user_id')
            .where('mine.user_id', '=', holder.user.id)
            .where('integrations.user_id', '=', id)
            .where(isReached(sql.ref('mine.organization_id'), holder)),
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

/** Whether the user is a member of an organization that the token does not reach. */
export async function isBeyondBinding(db: Db, holder: TokenHolder): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', holder.user.id)
    .where(({ not }) => not(isReached(sql.ref('organization_id'), holder)))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Throws 403 if the account is also that of a member of an organization that the caller does not reach. */
export async function refuseBeyondBinding(db: Db, holder: TokenHolder): Promise<void> {
  if (await isBeyondBinding(db, holder)) throw problem('boundToken')
}

/**
 * Whether a session decides about the whole account: an unbound one, or one that came through no identity provider and
 * reaches every organization of the account.
 */
export const ownsAccount = async (db: Db, caller: Caller): Promise<boolean> =>
  caller.boundTo === null || (caller.session?.sso.length === 0 && !(await isBeyondBinding(db, caller)))

interface NewToken {
  label: string
  expiresAt?: string | undefined
  secret?: string
  /** The only organization the token works in. */
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
      barred_from: null,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, secret }
}

/** Lists the caller's tokens. A bound token only lists tokens of its organization. */
export const listTokens = (db: Db, holder: TokenHolder, page: Page) =>
  selectPage(
    db
      .selectFrom('tokens')
      .where('user_id', '=', holder.user.id)
      .where('revoked_at', 'is', null)
      .where(isReached(sql.ref('organization_id'), holder)),
    (tokens) => tokens.selectAll(),
    page,
    { by: ['id'] },
  )

export const listTokensOf = (db: Db, userId: string): Promise<Row<'tokens'>[]> =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()

/** Returns false if the caller has no such active token. */
export async function revokeToken(db: Db, holder: TokenHolder, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ revoked_at: now() })
    .where('id', '=', id)
    .where('user_id', '=', holder.user.id)
    .where('revoked_at', 'is', null)
    .where(isReached(sql.ref('organization_id'), holder))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
