// What goes back over the wire, serialized. Made inside the transaction, so that an idempotent retry can be given the
// very same bytes.
import fastJson from 'fast-json-stringify'
import type { ListOf, Operation, Verb } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { toList } from './paging.ts'
import { listShape } from './schemas.ts'
import type { Urls } from './urls.ts'
import { plain } from './validation.ts'

export interface Answer {
  status: number
  location: string | null
  body: string | null
}

/** Turns what a handler returned into an answer. `path` is the path of the request. */
export type Answering = (result: unknown, urls: Urls, path: string) => Answer

export function compileAnswer(operation: Operation): Answering {
  const status = statusOf(operation)
  const shape = operation.list ? listShape(operation.list) : operation.reply
  if (!shape) return () => ({ status, location: null, body: null })
  const serialize = fastJson(plain(shape))
  return (result, urls, path) => ({
    status,
    location: status === 201 ? locationOf(result, urls, path) : null,
    body: serialize(operation.list ? toList(result as ListOf<unknown>) : result),
  })
}

const STATUS_BY_VERB: Record<Verb, number> = { get: 200, post: 200, put: 200, patch: 200, delete: 204 }

export function statusOf(operation: Operation): number {
  if (operation.status) return operation.status
  return operation.reply || operation.list ? STATUS_BY_VERB[verbAndPath(operation).verb] : 204
}

// A created resource says where it is; one that does not is below the path it was posted to.
function locationOf(result: unknown, urls: Urls, path: string): string {
  const { id, urls: own } = result as { id: string; urls?: { location?: string } }
  return own?.location ?? `${urls.base}${path}/${id}`
}
