// Caches replies by URL and ETag. An ETag identifies the state of the content, so a cached reply is valid for every
// caller with access. Callers are authorized before the cache is consulted.
import { LruCache } from '../lib/lru-cache.ts'
import type { Body } from './reply.ts'

const MAX_SIZE = 32 * 1024 * 1024
const MAX_BODY_LENGTH = 128 * 1024
/** What an entry costs besides its body. */
const ENTRY_SIZE = 512

/** An entry without a body records only that the ETag is current, which is enough for a 304. */
export interface CachedReply {
  body: Body | undefined
}

export interface ReplyCache {
  find(url: string, etag: string): CachedReply | undefined
  set(url: string, etag: string, body: Body | undefined): void
}

export function createReplyCache(): ReplyCache {
  const cache = new LruCache<CachedReply>(MAX_SIZE)
  const keep = (key: string, body: Body | undefined): CachedReply => {
    const reply = { body }
    cache.set(key, reply, ENTRY_SIZE + (body?.length ?? 0))
    return reply
  }
  return {
    find(url, etag) {
      const key = `${etag} ${url}`
      const reply = cache.get(key)
      // A body that is requested again is encoded once: bytes are sent without another conversion.
      return typeof reply?.body === 'string' ? keep(key, Buffer.from(reply.body)) : reply
    },
    set(url, etag, body) {
      keep(`${etag} ${url}`, body !== undefined && body.length <= MAX_BODY_LENGTH ? body : undefined)
    },
  }
}
