// Keeps replies by caller and URL for as long as nothing is committed that people may see, by this process or another.
// Callers are authorized before a reply is looked up. Only operations that say so are kept (`kept: true`).
import { type AnyCaller, isVisitor } from '../access/caller.ts'
import { shownState } from '../db/prepared.ts'
import type { Db } from '../db/tables.ts'
import { StateCache } from '../lib/lru-cache.ts'
import type { Body } from './reply.ts'

const MAX_SIZE = 16 * 1024 * 1024
const MAX_BODY_LENGTH = 256 * 1024
/** What an entry costs besides its body. */
const ENTRY_SIZE = 1024

/** The place of a reply that may be kept. */
export interface Place {
  body: Body | undefined
  keep(body: Body): void
}

export interface KeptReplies {
  /** The place of a reply; undefined if it must not be kept. */
  find(db: Db, caller: AnyCaller | undefined, url: string): Place | undefined
}

/**
 * What replies depend on besides the URL and the database; undefined for callers whose replies depend on more. The
 * organizations of a session end with time.
 */
function keyOf(caller: AnyCaller | undefined, url: string): string | undefined {
  if (!caller || isVisitor(caller) || caller.integration) return undefined
  const { tokenId, boundTo, barredFrom, session } = caller
  return `${tokenId} ${boundTo?.join() ?? '*'} ${barredFrom?.join() ?? ''} ${session?.sso.join() ?? ''} ${url}`
}

export function createKeptReplies(): KeptReplies {
  const cache = new StateCache<object, Body>(MAX_SIZE)
  const keep = (key: string, state: object, body: Body) => {
    if (body.length <= MAX_BODY_LENGTH) cache.set(state, key, body, ENTRY_SIZE + 2 * key.length + 2 * body.length)
  }
  return {
    find(db, caller, url) {
      const state = shownState(db)
      const key = state && keyOf(caller, url)
      if (!key) return undefined
      cache.renew(state)
      const known = cache.get(state, key)
      if (known === undefined) return { body: undefined, keep: (body) => keep(key, state, body) }
      // A body that is requested again is encoded once: bytes are sent without another conversion.
      if (typeof known === 'string') {
        const body = Buffer.from(known)
        keep(key, state, body)
        return { body, keep: () => {} }
      }
      return { body: known, keep: () => {} }
    },
  }
}
