// What one reader may ask of a site in a minute, by network address, and what all readers of a site may.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../errors.ts'
import { createAddressLimit } from '../server/address-limit.ts'

/** Counts a request, and throws a 429 above the limit. */
export function limitReaders(max: number): (request: FastifyRequest, reply: FastifyReply) => void {
  const limit = limitBy(max)
  return ({ ip }, reply) => limit(ip, reply)
}

/** As `limitReaders`, for all readers of a site together. */
export const limitSites = (max: number): ((siteId: string, reply: FastifyReply) => void) => limitBy(max)

function limitBy(max: number): (key: string, reply: FastifyReply) => void {
  const count = createAddressLimit(max)
  return (key, reply) => {
    const seconds = count(key)
    if (seconds === undefined) return
    reply.header('retry-after', seconds)
    throw problem('rateLimited')
  }
}
