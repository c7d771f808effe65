// Authenticates requests: finds the caller by the bearer token, or by the session of the console, before anything else
// runs.
import type { FastifyRequest } from 'fastify'
import { type AnyCaller, identify } from '../access/caller.ts'
import { findSession, toCaller } from '../access/sessions.ts'
import { looksLikeJwt, type SiteTokens } from '../access/site-tokens.ts'
import { isIntegrationToken } from '../access/tokens.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { later } from '../lib/later.ts'
import { type MaybePromise, thenMaybe } from '../lib/maybe-promise.ts'
import { networkOf } from './address-limit.ts'
import { bearerOf } from './bearer.ts'
import type { Cookie } from './cookies.ts'
import type { Operation, Tools } from './operation.ts'
import type { OwnPages } from './own-pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: AnyCaller | undefined
    /** What the request reads with outside transactions; set with the caller. */
    reader: Db | undefined
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The reader of this moment, if it was asked for before the framework saw the request. */
    reader?: Db | undefined
  }
}

type SignedTokens = Pick<Tools, 'siteTokens' | 'integrationTokens'>

/** What recognizes people in the console. */
export interface ConsoleSessions {
  cookie: Cookie
  ownPages: OwnPages
}

/** What requests are authenticated with. */
interface Means {
  database: Pick<Database, 'read' | 'reader'>
  tokens: SignedTokens
  sessions: ConsoleSessions
}
type Hook = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void

/** The hook that authenticates a route; undefined for public operations. */
export function authenticationHook(means: Means, operation: Operation): Hook | undefined {
  if (operation.can === 'public') return undefined
  const how = { visitors: operation.visitors === true, forWrite: 'event' in operation }
  return (request, _reply, done) => {
    const goOn = (caller: AnyCaller) => {
      request.caller = caller
      done()
    }
    const caller = readAndAuthenticate(means, request, how)
    if (caller instanceof Promise) caller.then(goOn, done)
    else goOn(caller)
  }
}

/** Finds the caller of a request once more. */
export const authenticateAgain =
  (means: Means) =>
  async (request: FastifyRequest): Promise<void> => {
    request.caller = await readAndAuthenticate(means, request, { visitors: false, forWrite: false })
  }

interface How {
  visitors: boolean
  forWrite: boolean
}

function readAndAuthenticate(means: Means, request: FastifyRequest, how: How): MaybePromise<AnyCaller> {
  return thenMaybe(readerFor(means, request, how), (db) => {
    request.reader = db
    return authenticate(db, means, request, how.visitors)
  })
}

/** A write reads its caller alone outside its transaction: to ask whether that is known takes as long as to read it. */
function readerFor({ database }: Means, { raw }: FastifyRequest, { forWrite }: How): MaybePromise<Db> {
  const known = raw.reader
  raw.reader = undefined
  return known ?? (forWrite ? database.read : database.reader())
}

function authenticate(db: Db, means: Means, request: FastifyRequest, visitors: boolean): MaybePromise<AnyCaller> {
  const { tokens } = means
  const token = bearerOf(request)
  if (!token) return identifySession(db, means, request)
  if (isIntegrationToken(token)) return tokens.integrationTokens.identify(db, token)
  return looksLikeJwt(token) ? identifySigned(db, tokens.siteTokens, token, visitors) : identify(db, token)
}

async function identifySession(db: Db, { sessions }: Means, { headers, ip }: FastifyRequest): Promise<AnyCaller> {
  const secret = sessions.ownPages.isFromConsole(headers) ? sessions.cookie.read({ headers }) : undefined
  const session = secret && (await findSession(db, secret))
  if (!session) throw problem('unauthenticated')
  return toCaller(session, secret, networkOf(ip))
}

const identifyVisitor = later(async () => (await import('../access/visitor.ts')).identifyVisitor)

async function identifySigned(db: Db, siteTokens: SiteTokens, token: string, visitors: boolean): Promise<AnyCaller> {
  const visitor = await identifyVisitor(db, siteTokens, token)
  if (visitor && !visitors) throw problem('forbidden')
  return visitor ?? identify(db, token)
}
