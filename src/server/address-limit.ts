// Limits failures per client address and minute: invalid tokens and unknown paths. Requests with a valid token count
// against that token instead, so that one client cannot lock out others behind the same address.
import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { problem } from '../errors.ts'
import { createWindows } from './windows.ts'

/** Maps an IPv6 address to its /64 network, because a client usually controls a whole network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv6' ? (ip as ipaddr.IPv6).parts.slice(0, 4).join(':') : ip.toString()
}

/** Counts a failure and returns the error to send: `failure`, or a 429 above the limit. */
export type CountFailure = (request: FastifyRequest, reply: FastifyReply, failure: Error) => Error

export function limitFailures(max: number): CountFailure {
  const count = createAddressLimit(max)
  return (request, reply, failure) => {
    if (request.caller) return failure
    const seconds = count(request.ip)
    return seconds === undefined ? failure : refuse(reply, max, seconds)
  }
}

/** Counts a request and returns a 429 above the limit of its network. */
export function limitRequests(max: number): (request: FastifyRequest, reply: FastifyReply) => Error | undefined {
  const count = createAddressLimit(max)
  return (request, reply) => {
    const seconds = count(request.ip)
    return seconds === undefined ? undefined : refuse(reply, max, seconds)
  }
}

/** Tells the client when to come again, and returns the error to send. */
export function refuse(reply: FastifyReply, max: number, seconds: number): Error {
  reply.headers({
    'retry-after': seconds,
    'ratelimit-limit': max,
    'ratelimit-remaining': 0,
    'ratelimit-reset': seconds,
  })
  return problem('rateLimited')
}

/** Counts something for an address; returns the seconds to wait once there were more than `max` in a minute. */
export function createAddressLimit(max: number): (address: string) => number | undefined {
  const counted = createWindows()
  return (address) => {
    const { count, seconds } = counted(networkOf(address))
    return count <= max ? undefined : seconds
  }
}
