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

const MAX_BYTES = 32 * 1024 * 1024
/** What is kept of a reply besides its body. */
const ANSWER_BYTES = 500

export interface KeptReply {
  body: Buffer
  etag: string | undefined
}

/** A reply to one token. Where it has an ETag, the body is kept under that alone. */
interface Answer {
  state: string
  etag: string | undefined
  body: Buffer | undefined
  caller: Caller
  /** When the token expires. */
  until: Timestamp | null
  /** The organization that was visited. */
  visited: string | undefined
}

export interface KeptReplies {
  /** The reply to this request, if nothing was committed since it was made. Call it before anything is read. */
  find(request: FastifyRequest): Promise<(KeptReply & Pick<Answer, 'caller' | 'visited'>) | undefined>
  /** The reply with this ETag. */
  findByEtag(url: string, etag: string): KeptReply | undefined
  keep(request: FastifyRequest, reply: Reply, visited: string | undefined): void
}

/** True if the reply to an operation depends on nothing but the caller, the URL and what is stored. */
export const isKept = (operation: Operation): boolean =>
  !('event' in operation) && (operation.kept === true || operation.cacheable === true)

export function createKeptReplies(database: Pick<Database, 'state'>): KeptReplies {
  const cache = createCache<KeptReply | Answer>(MAX_BYTES)
  const findByEtag = (url: string, etag: string) => cache.get(`${etag} ${url}`) as KeptReply | undefined
  return {
    async find(request) {
      const key = keyOf(request)
      if (key === undefined) return undefined
      // Links in replies are signed for a period of time.
      request.state = `${await database.state()} ${linkPeriod()}`
      const answer = cache.get(key) as Answer | undefined
      if (answer?.state !== request.state || (answer.until !== null && answer.until <= now())) return undefined
      const { etag, caller, visited } = answer
      const body = etag === undefined ? answer.body : findByEtag(request.url, etag)?.body
      return body && { body, etag, caller, visited }
    },
    findByEtag,
    keep(request, { status, body, etag }, visited) {
      const { caller, state, url } = request
      if (status !== 200 || body === null || !caller || isVisitor(caller)) return
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      if (etag !== undefined && !findByEtag(url, etag)) cache.set(`${etag} ${url}`, { body: bytes, etag }, bytes.length)
      const key = keyOf(request)
      if (key === undefined || state === undefined) return
      const answer = { state, etag, caller, until: caller.expiresAt ?? null, visited }
      if (etag !== undefined) cache.set(key, { ...answer, body: undefined }, ANSWER_BYTES)
      else cache.set(key, { ...answer, body: bytes }, ANSWER_BYTES + bytes.length)
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
