// Callers of the API: users, integrations, and visitors of published sites.

import { type Expression, type SqlBool, sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { now, type Timestamp } from '../lib/time.ts'
import type { Scope } from './scopes.ts'
import { hashToken, isPlausibleToken } from './tokens.ts'

export interface Caller {
  user: Row<'users'>
  /** The id of the token or of the session. */
  tokenId: string
  /** The only organizations that the token or session is valid for; null: all organizations of the user. */
  boundTo: readonly string[] | null
  /** When the token expires. */
  expiresAt?: Timestamp | null
  /** Organizations whose admins revoked the token there. */
  barredFrom?: readonly string[]
  /** Set if the caller is a person in a browser. */
  session?: CallerSession
  /** Set if the caller is an integration: then `user` is the user it acts as. */
  integration?: ActingIntegration
  /** The secret that seals replies stored for Idempotency-Keys, if it is not the token itself. */
  idempotencySecret?: string
}

export interface CallerSession {
  /** When the user last proved who they are. */
  authenticatedAt: Timestamp
  /** The organizations whose identity providers the user signed in through. */
  sso: readonly string[]
  /** The client address of this request. */
  address: string | undefined
}

/** An integration, optionally as one of its installations. */
export interface ActingIntegration {
  id: string
  name: string
  scopes: readonly Scope[]
  installation?: Pick<Row<'integration_installations'>, 'id' | 'organization_id' | 'space_selection' | 'site_selection'>
}

/** Where a token or session is valid. */
export type Reach = Pick<Caller, 'boundTo' | 'barredFrom'>

/** False if the token or session is bound to other organizations, or was revoked for this one. */
export const tokenReaches = ({ boundTo, barredFrom }: Reach, organizationId: string): boolean =>
  (boundTo === null || boundTo.includes(organizationId)) && !barredFrom?.includes(organizationId)

/** The same as a condition on a column of organization ids. */
export function isReached(column: Expression<unknown>, { boundTo, barredFrom }: Reach): Expression<SqlBool> {
  // A column without an organization is about all of them.
  if (barredFrom) return sql<SqlBool>`(${column} is null or ${column} not in (${sql.join(barredFrom)}))`
  if (boundTo === null) return sql<SqlBool>`true`
  return boundTo.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`${column} in (${sql.join(boundTo)})`
}

/** Throws 403 for bound tokens, in operations outside any organization. */
export function refuseBoundToken({ boundTo }: Caller): void {
  if (boundTo !== null) throw problem('boundToken')
}

/** A visitor of a published site. */
export interface Visitor {
  user?: undefined
  /** Equal for all visitors who see the same content. */
  tokenId: string
  site: Row<'sites'>
  /** The site spaces that this visitor sees. */
  siteSpaces: readonly VisibleSiteSpace[]
  claims: Record<string, unknown>
  /** When the token was issued: revisions that were main at that time may still be read. */
  since: Timestamp
  /** The member who previews the site. */
  member?: Caller | undefined
}

export type VisibleSiteSpace = Pick<Row<'site_spaces'>, 'id' | 'space_id' | 'section_id'>

export type AnyCaller = Caller | Visitor

export const isVisitor = (reader: AnyCaller): reader is Visitor => reader.user === undefined

/** The caller that a bearer token identifies; throws 401 if it is unknown, expired or revoked. */
export async function identify(db: Db, token: string): Promise<Caller> {
  const [row] = isPlausibleToken(token) ? await findByToken(db, { hash: hashToken(token) }) : []
  const caller = toCaller(row)
  if (!caller) throw problem('unauthenticated')
  return caller
}

type TokenRow = Row<'users'> &
  Pick<Row<'tokens'>, 'expires_at' | 'revoked_at' | 'barred_from'> & { token_id: string; bound_to: string | null }

function toCaller(row: TokenRow | undefined): Caller | undefined {
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now())) return undefined
  const boundTo = row.bound_to === null ? null : [row.bound_to]
  const caller = { user: row, tokenId: row.token_id, boundTo, expiresAt: row.expires_at }
  return row.barred_from === null ? caller : { ...caller, barredFrom: JSON.parse(row.barred_from) as string[] }
}

const findByToken = prepared<{ hash: string }, TokenRow>((db, param) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('users')
    .select(['tokens.id as token_id', 'tokens.expires_at', 'tokens.revoked_at', 'tokens.organization_id as bound_to'])
    .select('tokens.barred_from')
    .where('tokens.hash', '=', param('hash')),
)
