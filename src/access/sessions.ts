// Sessions: browsers whose users signed in. The secret is in a cookie; only its hash is stored. A session opens the
// pages for people and nothing of the API, which takes tokens only.
import type { Db, Row } from '../db/tables.ts'
import { sha256 } from '../lib/hash.ts'
import { newId, randomBase62 } from '../lib/ids.ts'
import { fromNow, HOUR, now, type Timestamp } from '../lib/time.ts'

export const SESSION_LASTS = 12 * HOUR
const SECRET_LENGTH = 40

export interface Session {
  id: string
  user: Row<'users'>
  organization: { id: string; title: string }
  provider: { id: string; label: string }
  expiresAt: Timestamp
}

interface NewSession {
  userId: string
  organizationId: string
  providerId: string
  /** When it has to end, if that is sooner than sessions usually do. */
  until?: Timestamp | undefined
}

export async function insertSession(
  db: Db,
  { userId, organizationId, providerId, until }: NewSession,
): Promise<{ secret: string; expiresAt: Timestamp }> {
  const secret = randomBase62(SECRET_LENGTH)
  const latest = fromNow(SESSION_LASTS)
  const expiresAt = until !== undefined && until < latest ? until : latest
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      hash: sha256(secret),
      user_id: userId,
      organization_id: organizationId,
      provider_id: providerId,
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute()
  return { secret, expiresAt }
}

export async function findSession(db: Db, secret: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('organizations', 'organizations.id', 'sessions.organization_id')
    .innerJoin('saml_providers', 'saml_providers.id', 'sessions.provider_id')
    .selectAll('users')
    .select(['sessions.id as session_id', 'sessions.expires_at', 'organizations.id as organization_id'])
    .select(['organizations.title', 'saml_providers.id as provider_id', 'saml_providers.label'])
    .where('sessions.hash', '=', sha256(secret))
    .where('sessions.expires_at', '>', now())
    .executeTakeFirst()
  return (
    row && {
      id: row.session_id,
      user: row,
      organization: { id: row.organization_id, title: row.title },
      provider: { id: row.provider_id, label: row.label },
      expiresAt: row.expires_at,
    }
  )
}

export async function removeSession(db: Db, secret: string): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', sha256(secret)).execute()
}

/** What forms of this session bring along: another page cannot know it. */
export const formSecretOf = (secret: string): string => sha256(`form ${secret}`)

/** Forgets sessions that have ended. */
export async function pruneSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now()).execute()
}
