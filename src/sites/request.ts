// The public URL of a request, and whether it is for a site.
import type { FastifyRequest } from 'fastify'
import type { Urls } from '../server/urls.ts'

/** Where the request was sent, as the reader's browser shows it; undefined if that is no URL. */
export function urlOf({ protocol, host, raw }: FastifyRequest, { base }: Urls): URL | undefined {
  const own = new URL(base)
  const path = raw.url ?? '/'
  // Behind a proxy that removes the path of the base URL, readers still see it.
  const isShort = host === own.host && own.pathname !== '/' && !path.startsWith(own.pathname)
  const text = `${host === own.host ? own.protocol : `${protocol}:`}//${host}${isShort ? own.pathname : ''}${path}`
  return URL.canParse(text) ? new URL(text) : undefined
}

/** True at a subdomain of the host of sites, where nothing else is served. */
export const isAtSitesHost = ({ host }: URL, { sitesHost }: Urls): boolean =>
  sitesHost !== undefined && host.endsWith(`.${sitesHost}`)
