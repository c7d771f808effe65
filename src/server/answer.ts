// What goes back over the wire, serialized. Made inside the transaction, so that an idempotent retry can be given the
// very same bytes.
import fastJson, { type Schema } from 'fast-json-stringify'
import type { ListOf, Operation, Verb } from './operation.ts'
import { ReadyJson, verbAndPath } from './operation.ts'
import { toList } from './paging.ts'
import { listShape, plain, selfContaining } from './schemas.ts'
import type { Urls } from './urls.ts'

type Externals = Record<string, Schema>

export interface Answer {
  status: number
  location: string | null
  body: Body | null
  etag?: string
  cacheControl?: string | undefined
}

/** Text, or the bytes of a text that was sent before. */
export type Body = string | Buffer

export interface Asked {
  urls: Urls
  /** Of the request. */
  url: string
  /** An operation that updates or creates did the latter. */
  created: boolean
}

/** Turns what a handler returned into an answer. */
export type Answering = (result: unknown, asked: Asked) => Answer

export function compileAnswer(id: string, operation: Operation): Answering {
  const usual = statusOf(operation)
  const shape = operation.list ? listShape(operation.list) : operation.reply
  if (!shape) return () => ({ status: usual, location: null, body: null })
  const serialize = fastJson(plain(shape) as object, {
    schema: Object.fromEntries(selfContaining()) as unknown as Externals,
  })
  const write = onceForFrozen((result) => serialize(operation.list ? toList(id, result as ListOf<unknown>) : result))
  return (result, { urls, url, created }) => {
    const status = created ? 201 : usual
    return {
      status,
      location: status === 201 ? locationOf(result, urls, url) : null,
      body: result instanceof ReadyJson ? result.text : write(result),
      ...(result instanceof ReadyJson && { cacheControl: result.cacheControl }),
    }
  }
}

/** What is frozen does not change, so its text is kept for when the same comes again, and from then on its bytes. */
function onceForFrozen(write: (result: unknown) => string): (result: unknown) => Body {
  const kept = new WeakMap<object, Body>()
  return (result) => {
    const known = kept.get(result as object)
    if (typeof known === 'object') return known
    const body = known === undefined ? write(result) : Buffer.from(known)
    if (typeof result === 'object' && result !== null && Object.isFrozen(result)) kept.set(result, body)
    return body
  }
}

const STATUS_BY_VERB: Record<Verb, number> = { get: 200, post: 200, put: 200, patch: 200, delete: 204 }

export function statusOf(operation: Operation): number {
  if (operation.status) return operation.status
  return operation.reply || operation.list ? STATUS_BY_VERB[verbAndPath(operation).verb] : 204
}

// A created resource says where it is; one that does not is below the path it was posted to.
function locationOf(result: unknown, urls: Urls, url: string): string {
  const { id, urls: own } = result as { id: string; urls?: { location?: string } }
  return own?.location ?? `${urls.base}${url.split('?')[0]!.replace(/\/$/, '')}/${id}`
}
