// What an operation replies, before it is sent.
import type { Operation, Verb } from './operation.ts'
import { verbAndPath } from './operation.ts'
import type { Urls } from './urls.ts'

export interface Reply {
  status: number
  location: string | null
  /** Serialized; text, or the bytes of a text. */
  body: string | Buffer | null
  etag?: string | undefined
  cacheControl?: string | undefined
}

export const notModified = (etag: string): Reply => ({ status: 304, location: null, body: null, etag })

const STATUS_BY_VERB: Record<Verb, number> = { get: 200, post: 200, put: 200, patch: 200, delete: 204 }

export function statusOf(operation: Operation): number {
  if (operation.status) return operation.status
  return operation.reply || operation.list ? STATUS_BY_VERB[verbAndPath(operation).verb] : 204
}

/** The Location of a created object: its own `urls.location`, or else its id below the path of the request. */
export function locationOf(result: unknown, urls: Urls, url: string): string {
  const { id, urls: own } = result as { id: string; urls?: { location?: string } }
  return own?.location ?? `${urls.base}${url.split('?')[0]!.replace(/\/$/, '')}/${id}`
}
