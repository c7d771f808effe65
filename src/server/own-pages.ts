// Recognizes requests from the server's own pages. Browsers send the session cookie along with requests that other sites
// cause, so a session counts only where no other site can be behind the request.
import type { FastifyRequest } from 'fastify'

/** Requests of the console carry it, reads too. No form can send it, and other origins may not. */
export const CONSOLE_HEADER = 'x-lectern-console'

type Headers = FastifyRequest['headers']

export interface OwnPages {
  /** True for requests to the host of the base URL. */
  isOwnHost(headers: Headers): boolean
  /** True if a page of this origin sent the request, as far as the browser says so. */
  isSameOrigin(headers: Headers): boolean
  /** True for requests of the console. */
  isFromConsole(headers: Headers): boolean
}

export function createOwnPages(base: string): OwnPages {
  const { host, origin } = new URL(base)
  const isOwnHost = (headers: Headers) => headers.host === host
  const isSameOrigin = (headers: Headers) => {
    const site = headers['sec-fetch-site']
    return site === undefined ? headers.origin === origin : site === 'same-origin'
  }
  return {
    isOwnHost,
    isSameOrigin,
    isFromConsole: (headers) => headers[CONSOLE_HEADER] === '1' && isOwnHost(headers) && isSameOrigin(headers),
  }
}
