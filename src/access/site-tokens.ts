// Tokens for readers of one published site: short-lived, signed, and never stored. A token says which site and which
// visitor; what that opens is decided anew with every request (`visitor.ts`).
import { hkdfSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { HOUR, MINUTE } from '../lib/time.ts'

export interface Visit {
  organization: string
  site: string
  siteSpace: string
  space: string
  siteSection?: string | undefined
  /** What the site knows about the visitor. */
  claims?: Record<string, unknown> | undefined
  /** The share link that let the visitor in. */
  shareLink?: string | undefined
  /** Names the key of the site that the visitor's own token was signed with. */
  key?: string | undefined
  /** The member who previews the site: drafts and change requests are shown as far as this member may see them. */
  member?: string | undefined
}

/** What a member may do with a link to a preview. */
export interface Preview {
  site: string
  member: string
  claims?: Record<string, unknown> | undefined
}

export interface SiteTokens {
  signVisit(visit: Visit): Promise<string>
  /** The visit and when its token was made, or undefined for what is no valid token. */
  openVisit(token: string): Promise<(Visit & { since: number }) | undefined>
  signPreview(preview: Preview): Promise<string>
  openPreview(token: string): Promise<Preview | undefined>
}

/** Tokens made within one period are the same, so that a renderer can keep what it made with one. */
const PERIOD = 10 * MINUTE
const LASTS = HOUR

export const looksSigned = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

export function createSiteTokens(secret: string): SiteTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'site tokens', 32))
  const open = async (token: string, kind: string) => {
    const payload = await verify(token, key)
    return payload?.kind === kind ? payload : undefined
  }
  return {
    signVisit: (visit) => sign({ kind: 'site', ...visit }, key),
    async openVisit(token) {
      const payload = await open(token, 'site')
      return payload && { ...(payload as unknown as Visit), since: payload.iat! * 1000 }
    },
    signPreview: (preview) => sign({ kind: 'preview', ...preview }, key),
    openPreview: async (token) => (await open(token, 'preview')) as unknown as Preview | undefined,
  }
}

function sign(payload: JWTPayload, key: Uint8Array): Promise<string> {
  const start = Math.floor(Date.now() / PERIOD) * PERIOD
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(new Date(start))
    .setExpirationTime(new Date(start + PERIOD + LASTS))
    .sign(key)
}

async function verify(token: string, key: Uint8Array): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['iat', 'exp'] })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
