// Where an answer sends its reader, and what of the request goes along. What may be secret stays with the origin it was
// meant for.
import { FetchFailure } from './failures.ts'

export interface Outgoing {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

export const isRedirect = (status: number): boolean => REDIRECTS.has(status)

export function followRedirect(from: Outgoing, status: number, location: string | undefined): Outgoing {
  const url = location === undefined ? undefined : toWebUrl(location, from.url)
  if (!url) throw new FetchFailure('badAnswer', from.url)
  const staysAtOrigin = url.origin === from.url.origin
  const becomesGet = status === 303 ? from.method !== 'HEAD' : status < 303 && from.method === 'POST'
  const headers = Object.entries(from.headers).filter(
    ([name]) => (staysAtOrigin || HARMLESS.has(name)) && !(becomesGet && name.startsWith('content-')),
  )
  if (staysAtOrigin && url.username === '') Object.assign(url, credentialsOf(from.url))
  return {
    url,
    method: becomesGet ? 'GET' : from.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? undefined : from.body,
  }
}

const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'])

const credentialsOf = ({ username, password }: URL) => ({ username, password })

/** A URL of the web; undefined for any other. */
export function toWebUrl(text: string, base?: URL): URL | undefined {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Credentials that stand in a URL go into a header, where they belong. */
export function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decoded(username)}:${decoded(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
