// Cookies of ours: out of reach of scripts, only over TLS where there is TLS, and not sent along by other sites' forms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Urls } from '../../server/urls.ts'

export interface Cookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, value: string, seconds: number): void
  clear(reply: FastifyReply): void
}

export function cookieNamed(label: string, { base }: Urls): Cookie {
  const { protocol, pathname } = new URL(base)
  const isSecure = protocol === 'https:'
  // Browsers take a cookie of such a name from this very host only, over TLS and for all of it.
  const name = isSecure && pathname === '/' ? `__Host-${label}` : label
  const rest = `Path=${pathname}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const write: Cookie['write'] = (reply, value, seconds) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${rest}`)
  return { read: (request) => cookieIn(request, name), write, clear: (reply) => write(reply, '', 0) }
}

/** Values of ours are plain: what is not cannot be ours. */
function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  const found = headers.cookie?.split(';').map((pair) => pair.trim().split('=')) ?? []
  const value = found.find(([key]) => key === name)?.[1]
  return value && /^\w{1,128}$/.test(value) ? value : undefined
}
