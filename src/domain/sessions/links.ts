// Links that sign a user in once. Opening one changes nothing, because mail scanners open links; its button uses it up.
import type { Db, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import { DAY, fromNow, MINUTE, now, type Timestamp } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'

const SECRET_LENGTH = 40

export type LinkKind = Row<'sign_in_links'>['kind']

/** Invitations wait for people; other links are used at once. */
const LIFETIMES: Record<LinkKind, number> = { operator: 30 * MINUTE, mail: 30 * MINUTE, invitation: 7 * DAY }

interface NewLink {
  kind: LinkKind
  /** The organization that invites the user. */
  organizationId?: string
  returnTo?: string | undefined
}

export async function insertSignInLink(
  db: Db,
  user: Pick<Row<'users'>, 'id' | 'email'>,
  { kind, organizationId, returnTo }: NewLink,
): Promise<{ id: string; secret: string; expiresAt: Timestamp }> {
  const secret = randomBase62(SECRET_LENGTH)
  const id = newId()
  const expiresAt = fromNow(LIFETIMES[kind])
  await db
    .insertInto('sign_in_links')
    .values({
      id,
      hash: sha256(secret),
      user_id: user.id,
      kind,
      organization_id: organizationId ?? null,
      email: user.email,
      return_to: returnTo ?? null,
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute()
  return { id, secret, expiresAt }
}

export const signInLinkUrl = ({ base }: Pick<Urls, 'base'>, secret: string): string => `${base}/sign-in/link/${secret}`

export interface SignInLink {
  link: Row<'sign_in_links'>
  user: Row<'users'>
}

/** Finds an unused link. It is void once the user has another address. */
export async function findSignInLink(db: Db, secret: string): Promise<SignInLink | undefined> {
  const link = await db
    .selectFrom('sign_in_links')
    .selectAll()
    .where('hash', '=', sha256(secret))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  const user = link && (await db.selectFrom('users').selectAll().where('id', '=', link.user_id).executeTakeFirst())
  return user && user.email === link.email ? { link, user } : undefined
}

/** Whether a link is known, but was not used in time. */
export const isExpiredSignInLink = async (db: Db, secret: string): Promise<boolean> =>
  (await db
    .selectFrom('sign_in_links')
    .select('id')
    .where('hash', '=', sha256(secret))
    .where('expires_at', '<=', now())
    .executeTakeFirst()) !== undefined

/** Uses the link up. Returns false if another request was faster. */
export async function takeSignInLink(db: Db, { link }: SignInLink): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_links').where('id', '=', link.id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Voids all links of a user. */
export async function removeSignInLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
}

export async function pruneSignInLinks(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_links').where('expires_at', '<=', now()).execute()
}
