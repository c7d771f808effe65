// Pages that were sent before and that nothing has changed since: they are sent again without asking who reads what.
// Only pages that are the same for everybody are kept. On PostgreSQL nothing tells a server of commits elsewhere in
// time, so there every request is settled anew.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shownState } from '../db/prepared.ts'
import type { Db } from '../db/tables.ts'
import { linkPeriod } from '../files/signing.ts'
import { LruCache } from '../lib/lru-cache.ts'
import { readerOf } from './look/reader.ts'
import { type KeepWarm, knows, type SentPage } from './replies.ts'

interface WarmPage extends SentPage {
  /** The state of the database and the period of links that the page is from. */
  state: object
  period: number
}

/** By the number of bytes. */
const MAX_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 2000

/** Cookies that let somebody see something else. */
const VISITING = /lectern-(?:visitor|preview|claims)-|-visitor-public/

/** What a request asks for, as far as pages for everybody depend on it; undefined if it may see another page. */
function keyOf(request: FastifyRequest): string | undefined {
  const { cookie, accept } = request.headers
  if (request.method !== 'GET' || (cookie !== undefined && VISITING.test(cookie))) return undefined
  const encoding = request.headers['accept-encoding']
  const asked = `${request.protocol} ${request.host} ${request.raw.url} ${accept} ${encoding}`
  if (cookie === undefined) return asked
  const { theme = '', dismissed = '' } = readerOf(request)
  return theme === '' && dismissed === '' ? asked : `${asked} ${theme} ${dismissed}`
}

const MAX_KEY = 2000

export interface WarmPages {
  /** True if the page was sent. */
  send(request: FastifyRequest, reply: FastifyReply): boolean
  /** Begins a request. What it calls with the page that was sent keeps the page, unless something changed meanwhile. */
  begin(request: FastifyRequest): KeepWarm
}

export function createWarmPages(db: Db): WarmPages {
  const pages = new LruCache<WarmPage>(MAX_BYTES)
  return {
    send(request, reply) {
      const state = shownState(db)
      const key = state && keyOf(request)
      const known = key === undefined ? undefined : pages.get(key)
      if (known?.state !== state || known?.period !== linkPeriod()) return false
      if (knows(request, known.etag)) reply.sendBytes(304, known.headers, undefined)
      else reply.sendBytes(200, known.headers, known.body)
      return true
    },
    begin(request) {
      const [state, period] = [shownState(db), linkPeriod()]
      return (sent) => {
        const key = state && keyOf(request)
        if (key === undefined || key.length > MAX_KEY || shownState(db) !== state || linkPeriod() !== period) return
        pages.set(key, { ...sent, state: state!, period }, sent.body.length + key.length + ENTRY_BYTES)
      }
    },
  }
}
