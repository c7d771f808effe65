// Serializes the result of an operation into a reply. This runs inside the transaction, so that an idempotent retry
// gets exactly the same bytes.
import fastJson, { type Schema } from 'fast-json-stringify'
import type { Caller } from '../access/caller.ts'
import type { Db } from '../db/tables.ts'
import type { ListOf, Operation, Verb } from './operation.ts'
import { RawJson, verbAndPath } from './operation.ts'
import { toList } from './paging.ts'
import { listShape, recursiveSchemas, toJsonSchema } from './schemas.ts'
import type { Urls } from './urls.ts'

type Externals = Record<string, Schema>

export interface Reply {
  status: number
  location: string | null
  body: Body | null
  etag?: string | undefined
  cacheControl?: string | undefined
  /** Set if the same request gets the same reply for as long as nothing changes. */
  repeatable?: Repeatable | undefined
}

/** When a reply can be repeated. */
export interface Repeatable {
  /** The state of the database that it is from (`shownState`). */
  state: object
  /** The organization that was visited. */
  visited: string | undefined
  /**
   * The reply to the same request by this caller, after something changed; undefined if it has to be made anew. Records the
   * visit. Absent if any change may be one of the reply.
   */
  again?: ((db: Db, caller: Caller) => Promise<Reply | undefined>) | undefined
}

/** Text, or the encoded bytes of a text that was sent before. */
export type Body = string | Buffer

export interface ReplyOptions {
  urls: Urls
  /** The URL of the request. */
  url: string
  /** True if an upsert created the object. */
  created: boolean
}

/** Serializes the result of a handler. */
export type SerializeReply = (result: unknown, asked: ReplyOptions) => Reply

export function compileReply(id: string, operation: Operation): SerializeReply {
  const usual = statusOf(operation)
  const shape = operation.list ? listShape(operation.list) : operation.reply
  if (!shape) return () => ({ status: usual, location: null, body: null })
  const serialize = fastJson(toJsonSchema(shape) as object, {
    schema: Object.fromEntries(recursiveSchemas()) as unknown as Externals,
  })
  const write = cacheFrozen((result) => serialize(operation.list ? toList(id, result as ListOf<unknown>) : result))
  return (result, { urls, url, created }) => {
    const status = created ? 201 : usual
    return {
      status,
      location: status === 201 ? locationOf(result, urls, url) : null,
      body: result instanceof RawJson ? result.text : write(result),
      ...(result instanceof RawJson && { cacheControl: result.cacheControl }),
    }
  }
}

/** Caches the text of frozen results, which cannot change, and from the second use their bytes. */
function cacheFrozen(write: (result: unknown) => string): (result: unknown) => Body {
  const cache = new WeakMap<object, Body>()
  return (result) => {
    const cached = cache.get(result as object)
    if (typeof cached === 'object') return cached
    const body = cached === undefined ? write(result) : Buffer.from(cached)
    if (typeof result === 'object' && result !== null && Object.isFrozen(result)) cache.set(result, body)
    return body
  }
}

const STATUS_BY_VERB: Record<Verb, number> = { get: 200, post: 200, put: 200, patch: 200, delete: 204 }

export function statusOf(operation: Operation): number {
  if (operation.status) return operation.status
  return operation.reply || operation.list ? STATUS_BY_VERB[verbAndPath(operation).verb] : 204
}

// The Location of a created object: its own `urls.location`, or else its id below the path of the request.
function locationOf(result: unknown, urls: Urls, url: string): string {
  const { id, urls: own } = result as { id: string; urls?: { location?: string } }
  return own?.location ?? `${urls.base}${url.split('?')[0]!.replace(/\/$/, '')}/${id}`
}
