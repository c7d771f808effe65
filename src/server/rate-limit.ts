// Limits the requests per minute of each token, or of each network without one. The minutes are this process's own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isVisitor } from '../access/caller.ts'
import { networkOf, refuse } from './address-limit.ts'
import { createWindows } from './windows.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for routes without a limit. */
    rateLimit?: false
  }
}

/** A renderer serves all visitors of a site with one token. */
const VISITOR_RATE_MULTIPLIER = 100

/** What is left of a limit. */
export interface Allowance {
  max: number
  remaining: number
  /** Until all of it is there again. */
  seconds: number
  isExceeded: boolean
}

export interface RateLimit {
  /** Counts a request. */
  count(key: string, isForMany?: boolean): Allowance
}

/** The headers that tell clients about a limit: names and values, in turn. */
export const limitHeaders = ({ max, remaining, seconds }: Allowance): string[] => [
  'ratelimit-limit',
  String(max),
  'ratelimit-remaining',
  String(remaining),
  'ratelimit-reset',
  String(seconds),
]

export function createRateLimit(usual: number): RateLimit {
  const counted = createWindows()
  return {
    count(key, isForMany = false) {
      const max = isForMany ? VISITOR_RATE_MULTIPLIER * usual : usual
      const { count, seconds } = counted(key)
      return { max, remaining: Math.max(0, max - count), seconds, isExceeded: count > max }
    },
  }
}

/** Counts the requests to every route that is added from now on, once the caller is known. */
export function limitRoutes(http: FastifyInstance, limit: RateLimit): void {
  const count = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    const { caller } = request
    const allowance = limit.count(caller?.tokenId ?? networkOf(request.ip), caller && isVisitor(caller))
    if (allowance.isExceeded) return done(refuse(reply, allowance.max, allowance.seconds))
    const headers = limitHeaders(allowance)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]!)
    done()
  }
  http.addHook('onRoute', (route) => {
    if (route.config?.rateLimit === false) return
    route.onRequest = [...[route.onRequest ?? []].flat(), count]
  })
}

type Done = (error?: Error) => void
