// Follows redirects. Headers that may contain secrets are sent to the original origin only.
import type { OutgoingBody } from './connection.ts'
import { FetchFailure } from './failures.ts'

export interface OutgoingRequest {
  url: URL
  method: string
  headers: Record<string, string>
  body: OutgoingBody | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

export const isRedirect = (status: number): boolean => REDIRECTS.has(status)

export function followRedirect(from: OutgoingRequest, status: number, location: string | undefined): OutgoingRequest {
  const url = location === undefined ? undefined : toWebUrl(location, from.url)
  if (!url) throw new FetchFailure('badAnswer', from.url)
  const staysAtOrigin = url.origin === from.url.origin
  const becomesGet = status === 303 ? from.method !== 'HEAD' : status < 303 && from.method === 'POST'
  const headers = Object.entries(from.headers).filter(
    ([name]) => (staysAtOrigin || SAFE_HEADERS.has(name)) && !(becomesGet && name.startsWith('content-')),
  )
  if (staysAtOrigin && url.username === '') Object.assign(url, credentialsOf(from.url))
  return {
    url,
    method: becomesGet ? 'GET' : from.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? undefined : from.body,
  }
}

const SAFE_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'])

const credentialsOf = ({ username, password }: URL) => ({ username, password })

/** Parses an http or https URL; undefined for any other. */
export function toWebUrl(text: string, base?: URL): URL | undefined {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Converts the credentials of a URL to an Authorization header. */
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
