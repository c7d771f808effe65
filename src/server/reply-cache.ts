// Caches replies by URL and ETag. An ETag identifies the state of the content, so a cached reply is valid for every
// caller with access. Callers are authorized before the cache is consulted. A reply whose content knows which parts changed
// when is kept under many ETags: until a part that it depends on changes.
import { LruCache } from '../lib/lru-cache.ts'
import type { ContentOfReply } from './operation.ts'
import type { Body } from './reply.ts'

const MAX_SIZE = 32 * 1024 * 1024
const MAX_BODY_LENGTH = 128 * 1024
/** What an entry costs besides its body, and each part that it depends on. */
const ENTRY_SIZE = 512
const PART_SIZE = 128
/** A reply that depends on more parts is kept by its ETag alone. */
const MAX_PARTS = 100

/** An entry without a body records only that the ETag is current, which is enough for a 304. */
export interface CachedReply {
  body: Body | undefined
}

interface Entry extends CachedReply {
  /** The parts that the reply depends on, and the state since which none of them has changed. */
  asked: ReadonlySet<string> | undefined
  since: number
}

export interface ReplyCache {
  find(url: string, etag: string, content?: ContentOfReply): CachedReply | undefined
  set(url: string, etag: string, body: Body | undefined, content?: ContentOfReply & { asked: Set<string> }): void
}

export function createReplyCache(): ReplyCache {
  const cache = new LruCache<Entry>(MAX_SIZE)
  const keep = (key: string, body: Body | undefined, asked: Entry['asked'], since: number): CachedReply => {
    const reply = { body, asked, since }
    cache.set(key, reply, ENTRY_SIZE + PART_SIZE * (asked?.size ?? 0) + (body?.length ?? 0))
    return reply
  }
  const findCurrent = (key: string, content: ContentOfReply | undefined): CachedReply | undefined => {
    const entry = cache.get(key)
    if (!entry) return undefined
    if (content && entry.asked) {
      if (!content.state.hasKept(entry.asked, entry.since)) return undefined
      entry.since = content.state.count
    }
    // A body that is requested again is encoded once: bytes are sent without another conversion.
    return typeof entry.body === 'string' ? keep(key, Buffer.from(entry.body), entry.asked, entry.since) : entry
  }
  return {
    find: (url, etag, content) =>
      (content && findCurrent(partsKey(url, content), content)) ?? findCurrent(`${etag} ${url}`, undefined),
    set(url, etag, body, content) {
      const kept = body !== undefined && body.length <= MAX_BODY_LENGTH ? body : undefined
      const parts = content?.asked.size ?? 0
      if (content && parts > 0 && parts <= MAX_PARTS)
        keep(partsKey(url, content), kept, content.asked, content.state.count)
      else keep(`${etag} ${url}`, kept, undefined, 0)
    },
  }
}

const partsKey = (url: string, { state, variant }: ContentOfReply): string => `${state.name} ${variant} ${url}`
