// Replies that were sent before and that nothing has changed since: they are sent again before the framework sees the
// request. What a reply depends on is the token, the URL and what is committed, so whoever may not read it any more gets no
// warm reply: a change of access is committed too. Once something is committed, the caller is authorized again, and the
// reply is sent if it is still current. Only replies of operations that are kept or cacheable are warm.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Caller, identifyByHash, isVisitor } from '../access/caller.ts'
import { hashToken } from '../access/tokens.ts'
import type { Database } from '../db/database.ts'
import { shownState } from '../db/prepared.ts'
import type { Db } from '../db/tables.ts'
import { LruCache } from '../lib/lru-cache.ts'
import { type MaybePromise, thenMaybe } from '../lib/maybe-promise.ts'
import { bearerOf } from './bearer.ts'
import type { Body, Repeatable, Reply } from './reply.ts'

/** By the number of bytes. Most bodies are shared with the caches that replies are made from. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_BODY_BYTES = 256 * 1024
const MAX_URL_LENGTH = 2000
/** What an entry costs besides its body. */
const ENTRY_BYTES = 1024

interface Entry extends Repeatable {
  tokenHash: string
  /** Where the token was valid. */
  reach: string
  operationId: string
  etag: string | undefined
  body: Buffer
}

export interface WarmReply extends Pick<Entry, 'operationId' | 'etag' | 'body'> {
  caller: Caller
}

export interface WarmReplies {
  /** The reply to a request; undefined if there is none, or it may have changed. */
  find(request: IncomingMessage): MaybePromise<WarmReply | undefined>
  keep(request: FastifyRequest, operationId: string, reply: Reply): void
}

const reachOf = ({ tokenId, boundTo, barredFrom }: Caller): string =>
  `${tokenId} ${boundTo?.join() ?? '*'} ${barredFrom?.join() ?? ''}`

/** What the reply to a request depends on besides what is committed; undefined if it may depend on more. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || !url.startsWith('/v1/') || url.length > MAX_URL_LENGTH) return undefined
  if (headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined) return undefined
  if (headers.accept?.includes('text/event-stream')) return undefined
  return `${headers.authorization} ${headers.host} ${headers['x-forwarded-host'] ?? ''} ${url}`
}

const isSmall = (body: Body | null): body is Buffer => Buffer.isBuffer(body) && body.length <= MAX_BODY_BYTES

export interface WarmReplyOptions {
  database: Pick<Database, 'reader'>
  /** The host of the API. */
  host: string
  /** Records who uses the API. */
  presence: { record(caller: Caller, organization: string | undefined): void }
}

export function createWarmReplies({ database, host, presence }: WarmReplyOptions): WarmReplies {
  const entries = new LruCache<Entry>(MAX_BYTES)
  const keep = (key: string, entry: Entry) => entries.set(key, entry, ENTRY_BYTES + key.length + entry.body.length)
  /** The reply after something changed, if it is known to be the same or in another cache. */
  const recall = async (db: Db, key: string, entry: Entry, caller: Caller): Promise<WarmReply | undefined> => {
    // Whatever fails here fails in the framework again, which replies with it.
    const reply = await entry.again?.(db, caller).catch(() => undefined)
    if (!reply || !isSmall(reply.body)) {
      entries.delete(key)
      return undefined
    }
    const { repeatable, etag, body } = reply
    // On PostgreSQL, there is no state to keep it for while somebody writes.
    if (repeatable) keep(key, { ...entry, ...repeatable, etag, body })
    return { operationId: entry.operationId, etag, body, caller }
  }
  const check = (db: Db, key: string, entry: Entry, caller: Caller): MaybePromise<WarmReply | undefined> => {
    if (entry.reach !== reachOf(caller)) {
      entries.delete(key)
      return undefined
    }
    if (entry.state !== shownState(db)) return recall(db, key, entry, caller)
    presence.record(caller, entry.visited)
    return { operationId: entry.operationId, etag: entry.etag, body: entry.body, caller }
  }
  return {
    find(request) {
      const key = keyOf(request)
      const entry = key && entries.get(key)
      if (!entry) return undefined
      return thenMaybe(database.reader(), (db) => {
        request.reader = db
        return thenMaybe(identifyByHash(db, entry.tokenHash), (caller) => caller && check(db, key, entry, caller))
      })
    },
    keep(request, operationId, { repeatable, status, body, etag }) {
      const { caller } = request
      // Replies that were sent once are text still: few of them are asked for again before something changes.
      if (!repeatable || status !== 200 || !isSmall(body)) return
      if (!caller || isVisitor(caller) || caller.integration || caller.session || request.host !== host) return
      const token = bearerOf(request)
      const key = keyOf(request.raw)
      if (key === undefined || token === undefined) return
      keep(key, { tokenHash: hashToken(token), reach: reachOf(caller), operationId, etag, body, ...repeatable })
    },
  }
}
