// Authenticates requests: finds the caller by the bearer token, or by the session of the console, before anything else
// runs.
import type { FastifyRequest } from 'fastify'
import { type AnyCaller, identify } from '../access/caller.ts'
import { findSession, toCaller } from '../access/sessions.ts'
import { looksLikeJwt, type SiteTokens } from '../access/site-tokens.ts'
import { isIntegrationToken } from '../access/tokens.ts'
import { identifyVisitor } from '../access/visitor.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { networkOf } from './address-limit.ts'
import { bearerOf } from './bearer.ts'
import type { Cookie } from './cookies.ts'
import type { Operation, Tools } from './operation.ts'
import type { OwnPages } from './own-pages.ts'

type SignedTokens = Pick<Tools, 'siteTokens' | 'integrationTokens'>

/** What recognizes people in the console. */
export interface ConsoleSessions {
  cookie: Cookie
  ownPages: OwnPages
}

/** What requests are authenticated with. */
interface Means {
  database: Pick<Database, 'read'>
  tokens: SignedTokens
  sessions: ConsoleSessions
}

/** The hook that authenticates a route; undefined for public operations. */
export function authenticationHook(
  means: Means,
  operation: Operation,
): ((request: FastifyRequest) => Promise<void>) | undefined {
  if (operation.can === 'public') return undefined
  const visitors = operation.visitors === true
  return async (request) => {
    request.caller ??= await authenticate(means, request, visitors)
  }
}

/** Finds the caller of a request once more. */
export const authenticateAgain =
  (means: Means) =>
  async (request: FastifyRequest): Promise<void> => {
    request.caller = await authenticate(means, request, false)
  }

async function authenticate(means: Means, request: FastifyRequest, visitors: boolean): Promise<AnyCaller> {
  const { read } = means.database
  const { integrationTokens, siteTokens } = means.tokens
  const token = bearerOf(request)
  if (!token) return identifySession(read, means, request)
  if (isIntegrationToken(token)) return integrationTokens.identify(read, token)
  return looksLikeJwt(token) ? identifySigned(read, siteTokens, token, visitors) : identify(read, token)
}

async function identifySession(db: Db, { sessions }: Means, { headers, ip }: FastifyRequest): Promise<AnyCaller> {
  const secret = sessions.ownPages.isFromConsole(headers) ? sessions.cookie.read({ headers }) : undefined
  const session = secret && (await findSession(db, secret))
  if (!session) throw problem('unauthenticated')
  return toCaller(session, secret, networkOf(ip))
}

async function identifySigned(db: Db, siteTokens: SiteTokens, token: string, visitors: boolean): Promise<AnyCaller> {
  const visitor = await identifyVisitor(db, siteTokens, token)
  if (visitor && !visitors) throw problem('forbidden')
  return visitor ?? identify(db, token)
}
