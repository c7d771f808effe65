// Begins and ends the sessions of people. Every sign-in gets a new secret, so that nobody can plant one in a browser.
import { findSession, SESSION_LIFETIME, type Session } from '../../access/sessions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import { clip } from '../../lib/text.ts'
import { fromNow, HOUR, now, type Timestamp } from '../../lib/time.ts'

/** How long an identity provider vouches for a user. */
export const SSO_LIFETIME = 12 * HOUR
const SECRET_LENGTH = 40
const MAX_USER_AGENT = 300

/** The browser that signs in. */
export interface Browser {
  userAgent: string | undefined
  /** The client address. */
  address: string
  /** The secret of the session that the browser already has. */
  secret: string | undefined
}

export interface BegunSession {
  id: string
  secret: string
  expiresAt: Timestamp
}

/** How users prove who they are to the server itself. */
export type OwnMethod = Extract<Row<'sessions'>['method'], 'password' | 'passkey' | 'link' | 'oidc'>

/**
 * Begins a session of a user who proved who they are. Until the address of the user is verified, the session is valid
 * only for the organization that invited them. Returns undefined if there is none.
 */
export async function beginSession(
  db: Db,
  user: Row<'users'>,
  method: OwnMethod,
  browser: Browser,
): Promise<BegunSession | undefined> {
  const isVerified = user.email_verified_at !== null
  if (!isVerified && user.vouched_by === null) return undefined
  if (browser.secret) await removeSession(db, browser.secret)
  const expiresAt = fromNow(SESSION_LIFETIME)
  const begun = await insertSession(db, user, { method, bound: isVerified ? 0 : 1, expiresAt }, browser)
  if (!isVerified) await vouch(db, begun.id, { organization_id: user.vouched_by!, expires_at: null })
  return begun
}

/** The provider of an organization that a user signed in through. */
export interface SignedInThrough {
  method: 'saml' | 'oidc'
  organizationId: string
  providerId: string
  /** When the session at the provider ends. */
  until?: Timestamp | undefined
}

/**
 * Adds the organization to the session that the browser has for the same user, or begins a session that is valid for
 * this organization only.
 */
export async function beginProviderSession(
  db: Db,
  user: Row<'users'>,
  { method, organizationId, providerId, until }: SignedInThrough,
  browser: Browser,
): Promise<BegunSession> {
  const latest = fromNow(SSO_LIFETIME)
  const expiresAt = until !== undefined && until < latest ? until : latest
  const before = browser.secret ? await findSession(db, browser.secret) : undefined
  const begun =
    before?.user.id === user.id
      ? await renewSession(db, before, expiresAt)
      : await replaceSession(db, user, { method, bound: 1, expiresAt }, browser)
  await vouch(db, begun.id, {
    organization_id: organizationId,
    ...(method === 'saml' ? { saml_provider_id: providerId } : { oidc_provider_id: providerId }),
    expires_at: expiresAt,
  })
  return begun
}

type NewSession = Pick<Row<'sessions'>, 'method' | 'bound'> & { expiresAt: Timestamp }

async function replaceSession(db: Db, user: Row<'users'>, session: NewSession, browser: Browser) {
  if (browser.secret) await removeSession(db, browser.secret)
  return insertSession(db, user, session, browser)
}

async function insertSession(
  db: Db,
  { id: userId }: Row<'users'>,
  { method, bound, expiresAt }: NewSession,
  { userAgent, address }: Browser,
): Promise<BegunSession> {
  const secret = randomBase62(SECRET_LENGTH)
  const at = now()
  const row = {
    id: newId(),
    hash: sha256(secret),
    user_id: userId,
    method,
    bound,
    user_agent: userAgent === undefined ? null : clip(userAgent, MAX_USER_AGENT),
    address,
    created_at: at,
    authenticated_at: at,
    last_used_at: at,
    expires_at: expiresAt,
  }
  await db.insertInto('sessions').values(row).execute()
  await db.updateTable('users').set({ signed_in_at: at }).where('id', '=', userId).execute()
  return { id: row.id, secret, expiresAt }
}

// A provider of one organization proves nothing for the others, so an unbound session keeps its time of proof.
async function renewSession(db: Db, { row }: Session, expiresAt: Timestamp): Promise<BegunSession> {
  const secret = randomBase62(SECRET_LENGTH)
  const latest = row.expires_at > expiresAt ? row.expires_at : expiresAt
  await db
    .updateTable('sessions')
    .set({
      hash: sha256(secret),
      expires_at: latest,
      authenticated_at: row.bound === 1 ? now() : row.authenticated_at,
    })
    .where('id', '=', row.id)
    .execute()
  return { id: row.id, secret, expiresAt: latest }
}

type Voucher = Pick<Row<'session_organizations'>, 'organization_id' | 'expires_at'> & {
  saml_provider_id?: string
  oidc_provider_id?: string
}

async function vouch(db: Db, sessionId: string, { organization_id, ...voucher }: Voucher): Promise<void> {
  const given = { saml_provider_id: null, oidc_provider_id: null, ...voucher }
  await db
    .insertInto('session_organizations')
    .values({ session_id: sessionId, organization_id, ...given })
    .onConflict((known) => known.columns(['session_id', 'organization_id']).doUpdateSet(given))
    .execute()
}

export async function removeSession(db: Db, secret: string): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', sha256(secret)).execute()
}

/** Ends all sessions of a user except one. */
export async function removeSessionsOf(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (sessions) => sessions.where('id', '!=', exceptId!))
    .execute()
}

/** Records that the user of a session has just proved who they are. */
export async function confirmSession(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: now() }).where('id', '=', id).execute()
}

/** The CSRF token of this session's forms, which other origins cannot know. */
export const csrfTokenOf = (secret: string): string => sha256(`form ${secret}`)

/** Removes expired sessions. */
export async function pruneSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now()).execute()
  await db.deleteFrom('session_organizations').where('expires_at', '<=', now()).execute()
}
