// Who is asking: the user behind the token of a request, an integration, or a reader of a published site.

import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { type Sooner, whenThere } from '../lib/sooner.ts'
import { now, type Timestamp } from '../lib/time.ts'
import type { Scope } from './scopes.ts'
import { hashToken, isPlausibleToken } from './tokens.ts'

export interface Caller {
  user: Row<'users'>
  tokenId: string
  /** The only organization the token works in; null: everywhere the user may go. */
  boundTo: string | null
  /** The integration it is: then `user` is who it is when it acts. */
  integration?: Acting
  /** What seals the answers kept for its Idempotency-Keys, where that is not the token itself. */
  answersSealedWith?: string
}

/** An integration, by itself or as it is installed in one organization. */
export interface Acting {
  id: string
  name: string
  scopes: readonly Scope[]
  installation?: Pick<Row<'integration_installations'>, 'id' | 'organization_id' | 'space_selection' | 'site_selection'>
}

/** False for what a token that is bound to another organization must not reach. */
export const reaches = ({ boundTo }: Caller, organizationId: string): boolean =>
  boundTo === null || boundTo === organizationId

/** For what is no organization's: the user's other organizations, and the user themselves. */
export function refuseBound({ boundTo }: Caller): void {
  if (boundTo !== null) throw problem('boundToken')
}

/** Whoever reads a published site. */
export interface Visitor {
  user?: undefined
  /** The same for all who see the same of a site. */
  tokenId: string
  site: Row<'sites'>
  /** The parts of the site that this visitor sees. */
  siteSpaces: readonly VisibleSiteSpace[]
  claims: Record<string, unknown>
  /** The token was made then: what main was at that time may still be read. */
  since: Timestamp
  /** The member who previews the site. */
  member?: Caller | undefined
}

export type VisibleSiteSpace = Pick<Row<'site_spaces'>, 'id' | 'space_id' | 'section_id'>

export type Reader = Caller | Visitor

export const isVisitor = (reader: Reader): reader is Visitor => reader.user === undefined

/** The caller a bearer token stands for; an unknown, expired or revoked one is refused. */
export function identify(db: Db, token: string): Sooner<Caller> {
  if (!isPlausibleToken(token)) throw problem('unauthenticated')
  return whenThere(findByToken(db, { hash: hashToken(token) }), ([row]) => toCaller(row))
}

type Held = Row<'users'> &
  Pick<Row<'tokens'>, 'expires_at' | 'revoked_at'> & { token_id: string; bound_to: string | null }

function toCaller(row: Held | undefined): Caller {
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now())) {
    throw problem('unauthenticated')
  }
  return { user: row, tokenId: row.token_id, boundTo: row.bound_to }
}

const findByToken = prepared<{ hash: string }, Held>((db, param) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('users')
    .select(['tokens.id as token_id', 'tokens.expires_at', 'tokens.revoked_at', 'tokens.organization_id as bound_to'])
    .where('tokens.hash', '=', param('hash')),
)
