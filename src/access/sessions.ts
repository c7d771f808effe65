// Identifies people by the session of their browser. The secret is in a cookie; only its hash is stored.
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { sha256 } from '../lib/hash.ts'
import { DAY, fromNow, now, type Timestamp } from '../lib/time.ts'
import type { Caller } from './caller.ts'

/** Extended with every use. */
export const SESSION_LIFETIME = 30 * DAY

export interface Session {
  row: Row<'sessions'>
  user: Row<'users'>
  /** The organizations that vouch for the user, as long as they do. */
  organizations: readonly SessionOrganization[]
}

export interface SessionOrganization {
  id: string
  /** True if the user signed in through the organization's identity provider. */
  sso: boolean
}

/** Finds a live session. A bound session ends with the last organization that it is valid for. */
export async function findSession(db: Db, secret: string): Promise<Session | undefined> {
  const [found] = await findByHash(db, { hash: sha256(secret) })
  if (!found || found.expires_at <= now()) return undefined
  const [user] = await findUser(db, { id: found.user_id })
  const organizations = (await findOrganizations(db, { session: found.id }))
    .filter(({ expires_at }) => expires_at === null || expires_at > now())
    .map(({ organization_id, saml_provider_id, oidc_provider_id }) => ({
      id: organization_id,
      sso: (saml_provider_id ?? oidc_provider_id) !== null,
    }))
  if (!user || (found.bound === 1 && organizations.length === 0)) return undefined
  return { row: found, user, organizations }
}

const findByHash = prepared<{ hash: string }, Row<'sessions'>>((db, param) =>
  db.selectFrom('sessions').selectAll().where('hash', '=', param('hash')),
)

const findUser = prepared<{ id: string }, Row<'users'>>((db, param) =>
  db.selectFrom('users').selectAll().where('id', '=', param('id')),
)

const findOrganizations = prepared<{ session: string }, Row<'session_organizations'>>((db, param) =>
  db.selectFrom('session_organizations').selectAll().where('session_id', '=', param('session')),
)

export function toCaller({ row, user, organizations }: Session, secret: string, address?: string): Caller {
  return {
    user,
    tokenId: row.id,
    boundTo: row.bound === 1 ? organizations.map(({ id }) => id) : null,
    session: {
      authenticatedAt: row.authenticated_at,
      sso: organizations.filter(({ sso }) => sso).map(({ id }) => id),
      address,
    },
    idempotencySecret: secret,
  }
}

/** True if an identity provider of an organization vouches for the whole session. */
export const isBoundBySso = ({ bound, method }: Row<'sessions'>): boolean =>
  bound === 1 && (method === 'saml' || method === 'oidc')

/** Records the use of a session and extends it, unless an identity provider limits it. */
export async function extendSession(db: Db, id: string, at: Timestamp, address?: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at, address }).where('id', '=', id).execute()
  await db
    .updateTable('sessions')
    .set({ expires_at: fromNow(SESSION_LIFETIME) })
    .where('id', '=', id)
    .where((session) => session.or([session('bound', '=', 0), session('method', 'not in', ['saml', 'oidc'])]))
    .execute()
}
