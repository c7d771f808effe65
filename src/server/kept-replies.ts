// Replies that are sent again. Each says what it was made from, and is right for as long as that is the same:
//
// - a reply to a token is from one state of the whole database: `Database.state` tells when anything was committed. It is
//   sent again without any query;
// - a reply with an ETag is from one state of the content, such as a revision. It is sent again to everybody who may read
//   it, once they were authorized.
import type { FastifyRequest } from 'fastify'
import { type Caller, isVisitor } from '../access/caller.ts'
import { looksLikeJwt } from '../access/site-tokens.ts'
import { isIntegrationToken } from '../access/tokens.ts'
import type { Database } from '../db/database.ts'
import { linkPeriod } from '../files/signing.ts'
import { createCache } from '../lib/cache.ts'
import { now, type Timestamp } from '../lib/time.ts'
import { bearerOf } from './bearer.ts'
import type { Operation } from './operation.ts'
import type { Reply } from './reply.ts'

const MAX_BYTES = 16 * 1024 * 1024

export interface KeptReply {
  body: Buffer
  etag: string | undefined
}

/** A reply to one token. */
interface Answer extends KeptReply {
  state: string
  caller: Caller
  /** When the token expires. */
  until: Timestamp | null
  /** The organization that was visited. */
  visited: string | undefined
}

export interface KeptReplies {
  /** The reply to this request, if nothing was committed since it was made. Call it before anything is read. */
  find(request: FastifyRequest): Promise<Answer | undefined>
  /** The reply with this ETag. */
  findByEtag(url: string, etag: string): KeptReply | undefined
  keep(request: FastifyRequest, reply: Reply, visited: string | undefined): void
}

/** True if the reply to an operation depends on nothing but the caller, the URL and what is stored. */
export const isKept = (operation: Operation): boolean =>
  !('event' in operation) && (operation.kept === true || operation.cacheable === true)

export function createKeptReplies(database: Pick<Database, 'state'>): KeptReplies {
  const cache = createCache<KeptReply>(MAX_BYTES)
  const keep = (key: string, reply: KeptReply) => cache.set(key, reply, reply.body.length)
  return {
    async find(request) {
      const key = keyOf(request)
      if (key === undefined) return undefined
      // Links in replies are signed for a period of time.
      request.state = `${await database.state()} ${linkPeriod()}`
      const answer = cache.get(key) as Answer | undefined
      if (answer?.state !== request.state || (answer.until !== null && answer.until <= now())) return undefined
      return answer
    },
    findByEtag: (url, etag) => cache.get(`${etag} ${url}`),
    keep(request, { status, body, etag }, visited) {
      const { caller, state, url } = request
      if (status !== 200 || body === null || !caller || isVisitor(caller)) return
      const kept = { body: typeof body === 'string' ? Buffer.from(body) : body, etag }
      if (etag !== undefined) keep(`${etag} ${url}`, kept)
      const key = keyOf(request)
      if (key === undefined || state === undefined) return
      keep(key, { ...kept, state, caller, until: caller.expiresAt ?? null, visited } as Answer)
    },
  }
}

/** Tokens of users alone: what sessions, visitors and integrations see also depends on time. */
function keyOf(request: FastifyRequest): string | undefined {
  const token = bearerOf(request)
  if (request.method !== 'GET' || token === undefined || isIntegrationToken(token) || looksLikeJwt(token))
    return undefined
  return `${token} ${request.url}`
}
