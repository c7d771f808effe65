// Cookies: not readable by scripts, only over TLS where there is TLS, and not sent with forms of other sites.
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined
  write(reply: FastifyReply, value: string, seconds: number): void
  clear(reply: FastifyReply): void
}

export function cookieNamed(label: string, { base }: { base: string }): Cookie {
  const { protocol, pathname } = new URL(base)
  const isSecure = protocol === 'https:'
  // Browsers accept cookies with this prefix only from this very host, over TLS and for all paths.
  const name = isSecure && pathname === '/' ? `__Host-${label}` : label
  const rest = `Path=${pathname}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const write: Cookie['write'] = (reply, value, seconds) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${rest}`)
  return { read: (request) => cookieIn(request, name), write, clear: (reply) => write(reply, '', 0) }
}

/** The cookie that holds the secret of a session. */
export const sessionCookie = (urls: { base: string }): Cookie => cookieNamed('lectern_session', urls)

/** We only set plain values, or sealed ones; anything else is ignored. */
function cookieIn({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const found = headers.cookie?.split(';').map((pair) => pair.trim().split('=')) ?? []
  const value = found.find(([key]) => key === name)?.[1]
  return value && /^[\w-]{1,2000}$/.test(value) ? value : undefined
}
