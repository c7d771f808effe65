// Visitor tokens and claims.
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { keyFingerprint } from '../../access/visitor.ts'
import type { Db, Row } from '../../db/tables.ts'
import { type ErrorName, invalid, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { findAdaptiveSchema, toAdaptiveSchema } from './adaptive-schema.ts'
import { type Claims, filterClaims } from './claims.ts'

/** What a renderer passes on about its visitor. */
export interface VisitorInput {
  jwtToken?: string | undefined
  unsignedClaims?: Claims | undefined
  /** The token of a preview. */
  previewToken?: string | undefined
}

export interface VisitorIdentity {
  claims: Claims
  /** The id of the key that signed the visitor's token. */
  key?: string | undefined
}

/** Tolerated clock skew in seconds. */
const SKEW = 60
const MAX_CLAIMS = 8 * 1024

const REASONS: [new (...args: never[]) => Error, ErrorName][] = [
  [errors.JWSSignatureVerificationFailed, 'visitorTokenSignature'],
  [errors.JWTExpired, 'visitorTokenExpired'],
  [errors.JWTClaimValidationFailed, 'visitorTokenEarly'],
]

/** Verifies a token with the site's private key, and returns its claims. */
export async function openVisitorToken(
  auth: Row<'site_auth'>,
  vault: Vault,
  token: string,
): Promise<{ claims: JWTPayload; key: string }> {
  const key = new TextEncoder().encode(vault.unseal(auth.private_key))
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], clockTolerance: SKEW })
    return { claims: payload, key: keyFingerprint(auth.private_key) }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw problem(REASONS.find(([kind]) => error instanceof kind)?.[1] ?? 'visitorTokenMalformed')
  }
}

export const loadSiteAuth = (db: Db, siteId: string): Promise<Row<'site_auth'>> =>
  db.selectFrom('site_auth').selectAll().where('site_id', '=', siteId).executeTakeFirstOrThrow()

/** The claims that the site accepts, by its schema. Empty without adaptive content. */
export async function loadVisitorClaims(
  db: Db,
  site: Row<'sites'>,
  { signed, unsigned }: { signed: Claims; unsigned: Claims },
): Promise<Claims> {
  const row = site.adaptive_content === 1 ? await findAdaptiveSchema(db, site.id) : undefined
  if (!row) return {}
  const claims = filterClaims(toAdaptiveSchema(row).jsonSchema, signed, unsigned)
  if (JSON.stringify(claims).length <= MAX_CLAIMS) return claims
  throw invalid({ path: 'visitor', message: `must not have claims of more than ${MAX_CLAIMS} characters` })
}
