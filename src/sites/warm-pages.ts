// Pages that were sent before and that nothing has changed since: they are sent again without asking who reads what.
// Only pages that are the same for everybody are kept. Readers who come at once for a page that is not kept yet wait for the
// first of them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { type State, shownStates } from '../db/shown-states.ts'
import { linkPeriod } from '../files/signing.ts'
import { clientHas } from '../lib/etags.ts'
import { StateCache } from '../lib/lru-cache.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { readerOf } from './look/reader.ts'
import type { KeepWarm, SentPage } from './replies.ts'

interface WarmPage extends SentPage {
  /** The period of links that the page is from. */
  period: number
}

/** By the number of bytes. */
const MAX_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 2000

/** Cookies that let somebody see something else. */
const VISITING = /lectern-(?:visitor|preview|claims)-|-visitor-public|lectern_session=/

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
  send(request: FastifyRequest, reply: FastifyReply): MaybePromise<boolean>
  /** Begins a request. What it calls with the page that was sent keeps the page. */
  begin(request: FastifyRequest): MaybePromise<KeepWarm>
  /** Answers a request, unless the page that it asks for is already being drawn for another and is the same for both. */
  answer(request: FastifyRequest, reply: FastifyReply, draw: () => Promise<unknown>): Promise<unknown>
}

/** What is no page: files, lists for machines, and what readers ask besides pages. */
const NO_PAGE = /^[^?]*(?:\.|\/~)/

const KEEP_NOTHING: KeepWarm = () => {}

export function createWarmPages(database: Database): WarmPages {
  const pages = new StateCache<State, WarmPage>(MAX_BYTES)
  const states = shownStates(database)
  const sendFrom = (state: State | undefined, key: string, request: FastifyRequest, reply: FastifyReply) => {
    const known = state === undefined ? undefined : pages.get(state, key)
    if (!known || known.period !== linkPeriod()) return false
    if (clientHas(request, known.etag)) reply.sendBytes(304, known.headers, undefined)
    else reply.sendBytes(200, known.headers, known.body)
    return true
  }
  const keepAs = (key: string, state: State | undefined, period: number): KeepWarm => {
    if (state === undefined) return KEEP_NOTHING
    pages.renew(state)
    return (sent) => pages.set(state, key, { ...sent, period }, sent.body.length + key.length + ENTRY_BYTES)
  }
  const send: WarmPages['send'] = (request, reply) => {
    const key = keyOf(request)
    if (key === undefined || !pages.has(key)) return false
    const state = states.now()
    return state instanceof Promise
      ? state.then((settled) => !reply.raw.destroyed && sendFrom(settled, key, request, reply))
      : sendFrom(state, key, request, reply)
  }
  const drawing = new Map<string, Promise<unknown>>()
  return {
    send,
    async answer(request, reply, draw) {
      const key = NO_PAGE.test(request.raw.url ?? '') ? undefined : keyOf(request)
      if (key === undefined) return draw()
      const begun = drawing.get(key)
      if (begun) {
        await begun
        return (await send(request, reply)) || draw()
      }
      const begins = draw().finally(() => drawing.delete(key))
      drawing.set(
        key,
        begins.catch(() => {}),
      )
      return begins
    },
    begin(request) {
      const key = keyOf(request)
      if (key === undefined || key.length > MAX_KEY) return KEEP_NOTHING
      const period = linkPeriod()
      const state = states.visible()
      return state instanceof Promise
        ? state.then((settled) => keepAs(key, settled, period))
        : keepAs(key, state, period)
    },
  }
}

/**
 * True if the reply was sent, or the client has gone. What an awaited function returns cannot tell: a reply can be awaited
 * itself, and gives nothing when it has been sent.
 */
export const isAnswered = ({ sent, raw }: FastifyReply): boolean => sent || raw.headersSent || raw.destroyed
