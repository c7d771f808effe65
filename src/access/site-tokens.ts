// Tokens for visitors of a published site: short-lived, signed and never stored. A token names the site and the
// visitor; `visitor.ts` decides on every request what it gives access to.
import { hkdfSync } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { HOUR, MINUTE } from '../lib/time.ts'

export interface Visit {
  organization: string
  site: string
  siteSpace: string
  space: string
  siteSection?: string | undefined
  /** The visitor's claims. */
  claims?: Record<string, unknown> | undefined
  /** The state of the site: when it changes, so does the token. */
  state?: string | undefined
  /** The share link that the visitor used. */
  shareLink?: string | undefined
  /** The fingerprint of the site key that signed the visitor's own token. */
  key?: string | undefined
  /** The member who previews the site. The preview includes drafts and change requests that this member may see. */
  member?: string | undefined
}

/** The claims of a preview link. */
export interface Preview {
  site: string
  member: string
  /** The stored preview that the member opened, if any. */
  preview?: string | undefined
  claims?: Record<string, unknown> | undefined
}

export interface SiteTokens {
  signVisit(visit: Visit): Promise<string>
  /** The visit and when its token was issued; undefined if the token is invalid. */
  verifyVisit(token: string): Promise<(Visit & { since: number }) | undefined>
  signPreview(preview: Preview): Promise<string>
  verifyPreview(token: string): Promise<Preview | undefined>
}

/** Within a period, tokens for the same state of a site are equal, so that clients can cache replies by token. */
const PERIOD = 10 * MINUTE
const LIFETIME = HOUR

export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

export function createSiteTokens(secret: string): SiteTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'site tokens', 32))
  const open = async (token: string, kind: string) => {
    const payload = await verify(token, key)
    return payload?.kind === kind ? payload : undefined
  }
  return {
    signVisit: (visit) => sign({ kind: 'site', ...visit }, key),
    async verifyVisit(token) {
      const payload = await open(token, 'site')
      return payload && { ...(payload as unknown as Visit), since: payload.iat! * 1000 }
    },
    signPreview: (preview) => sign({ kind: 'preview', ...preview }, key),
    verifyPreview: async (token) => (await open(token, 'preview')) as unknown as Preview | undefined,
  }
}

async function sign(payload: JWTPayload, key: Uint8Array): Promise<string> {
  const { SignJWT } = await import('jose')
  const start = Math.floor(Date.now() / PERIOD) * PERIOD
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(new Date(start))
    .setExpirationTime(new Date(start + PERIOD + LIFETIME))
    .sign(key)
}

async function verify(token: string, key: Uint8Array): Promise<JWTPayload | undefined> {
  const { errors, jwtVerify } = await import('jose')
  try {
    return (await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['iat', 'exp'] })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
