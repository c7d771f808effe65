// Who asks for an operation: found out from the token of the request, before anything else is looked at.
import type { FastifyRequest } from 'fastify'
import { identify, type Reader } from '../access/caller.ts'
import { isOfIntegration } from '../access/integration-tokens.ts'
import { looksSigned, type SiteTokens } from '../access/site-tokens.ts'
import { identifyVisitor } from '../access/visitor.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import type { Sooner } from '../lib/sooner.ts'
import { bearerOf } from './bearer.ts'
import type { Operation, Tools } from './operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Reader | undefined
  }
}

type SignedTokens = Pick<Tools, 'siteTokens' | 'integrationTokens'>
type Hook = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void

/** What a route does first, unless it is for everybody. */
export function identifying(db: Db, tokens: SignedTokens, { can, visitors }: Operation): Hook | undefined {
  if (can === 'public') return undefined
  return (request, _reply, done) => {
    const goOn = (caller: Reader) => {
      request.caller = caller
      done()
    }
    const caller = readerOf(db, tokens, request, visitors === true)
    if (caller instanceof Promise) caller.then(goOn, done)
    else goOn(caller)
  }
}

function readerOf(db: Db, tokens: SignedTokens, request: FastifyRequest, visitors: boolean): Sooner<Reader> {
  const token = bearerOf(request)
  if (!token) throw problem('unauthenticated')
  if (isOfIntegration(token)) return tokens.integrationTokens.identify(db, token)
  return looksSigned(token) ? identifySigned(db, tokens.siteTokens, token, visitors) : identify(db, token)
}

async function identifySigned(db: Db, siteTokens: SiteTokens, token: string, visitors: boolean): Promise<Reader> {
  const visitor = await identifyVisitor(db, siteTokens, token)
  if (visitor && !visitors) throw problem('forbidden')
  return visitor ?? identify(db, token)
}
