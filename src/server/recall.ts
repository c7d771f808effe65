// What is known about a reply before the handler runs: what the request is about, with the caller's access to it, the state
// that it is in, and the reply itself if a cache has it. A reply that was sent before can be recalled without its request.
import type { FastifyRequest } from 'fastify'
import { type Caller, isVisitor } from '../access/caller.ts'
import { organizationOf } from '../access/loading/path-objects.ts'
import type { Objects } from '../access/permissions.ts'
import { shownState } from '../db/prepared.ts'
import type { Db } from '../db/tables.ts'
import { type MaybePromise, thenMaybe } from '../lib/maybe-promise.ts'
import { VERSION } from '../lib/version.ts'
import type { KeptReplies } from './kept-replies.ts'
import type { ContentOfReply, Operation } from './operation.ts'
import type { Body, Repeatable, Reply } from './reply.ts'
import type { ReplyCache } from './reply-cache.ts'

/** What a reply depends on besides what is stored. */
export type Asked = Pick<FastifyRequest, 'caller' | 'params' | 'query' | 'url'>

export interface Recalled {
  objects: Partial<Objects>
  etag: string | undefined
  content: ContentOfReply | undefined
  /** True if the ETag is that of a reply that was sent. */
  isCurrent: boolean
  body: Body | undefined
  repeatable: Repeatable | undefined
  /** Keeps what the handler returned. `asked`: the parts of the content that it depends on. */
  keep(body: Body | null, asked: Set<string> | undefined): void
}

export interface Memory {
  /** Records who uses the API. */
  presence: { record(caller: Caller, organization: string | undefined): void }
  replyCache: ReplyCache
  keptReplies: KeptReplies
}

export function compileRecall(
  { presence, replyCache, keptReplies }: Memory,
  operation: Operation,
  load: (db: Db, asked: Asked) => Promise<Partial<Objects>>,
): (db: Db, asked: Asked) => Promise<Recalled> {
  const isKept = !('event' in operation) && operation.kept
  const repeats = !('event' in operation) && (operation.kept || operation.cacheable)
  const recall = async (db: Db, asked: Asked): Promise<Recalled> => {
    const { caller, url } = asked
    const isVisit = caller !== undefined && isVisitor(caller)
    const state = repeats ? shownState(db) : undefined
    const objects = await load(db, asked)
    const organization = organizationOf(objects)
    if (caller && !isVisitor(caller)) presence.record(caller, organization)
    const tag = operation.etag && etagOf(operation, objects, asked, db)
    const etag = tag instanceof Promise ? await tag : tag
    const found = etag && !isVisit ? contentOf(operation, objects, asked, db) : undefined
    const content = found instanceof Promise ? await found : found
    const cached = etag ? replyCache.find(url, etag, content) : undefined
    const place = isKept ? keptReplies.find(db, caller, url) : undefined
    const repeatable: Repeatable | undefined =
      state && (etag || place) ? { state, visited: organization, again: etag ? repeat(asked) : undefined } : undefined
    return {
      objects,
      etag,
      content,
      isCurrent: cached !== undefined,
      body: cached?.body ?? place?.body,
      repeatable,
      keep(body, parts) {
        if (body !== null) place?.keep(body)
        if (!etag) return
        const kept = operation.cacheable && !isVisit ? body! : undefined
        replyCache.set(url, etag, kept, content && { ...content, asked: parts! })
      },
    }
  }
  const repeat =
    ({ params, query, url }: Asked): Repeatable['again'] =>
    async (db, caller) => {
      const { body, etag, repeatable } = await recall(db, { caller, params, query, url })
      return body === undefined ? undefined : { status: 200, location: null, body, etag, repeatable }
    }
  return recall
}

function etagOf({ etag }: Operation, objects: Partial<Objects>, asked: Asked, db: Db): MaybePromise<string> {
  const { caller, query, params } = asked
  const state = etag!(objects, query as Record<string, unknown>, params as Record<string, string>, db)
  // What a visitor sees also depends on their claims.
  return thenMaybe(
    state,
    (known) => known && quoted(caller && isVisitor(caller) ? `${known}.${caller.tokenId}` : known),
  )
}

const contentOf = ({ content }: Operation, objects: Partial<Objects>, { query, params }: Asked, db: Db) =>
  content?.(objects, query as Record<string, unknown>, params as Record<string, string>, db)

// The version represents everything else that the bytes depend on.
const quoted = (state: string) => `"${state}.${VERSION}"`

export const notModified = (etag: string): Reply => ({ status: 304, location: null, body: null, etag })
