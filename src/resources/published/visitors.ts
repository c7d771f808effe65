// Who visits a site, and what the site may know about them.
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { nameOfKey } from '../../access/visitor.ts'
import type { Db, Row } from '../../db/tables.ts'
import { type ErrorName, invalid, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { type Claims, keepClaims } from '../adaptive/claims.ts'
import { findAdaptiveSchema, toAdaptiveSchema } from '../adaptive/queries.ts'

/** What a renderer passes on about its visitor. */
export interface VisitorInput {
  jwtToken?: string | undefined
  unsignedClaims?: Claims | undefined
}

export interface Known {
  claims: Claims
  /** The key that the visitor's token was signed with. */
  key?: string | undefined
}

/** Seconds by which the clock of whoever signs may differ from ours. */
const SKEW = 60
const MAX_CLAIMS = 8 * 1024

const REASONS: [new (...args: never[]) => Error, ErrorName][] = [
  [errors.JWSSignatureVerificationFailed, 'visitorTokenSignature'],
  [errors.JWTExpired, 'visitorTokenExpired'],
  [errors.JWTClaimValidationFailed, 'visitorTokenEarly'],
]

/** The claims of a token that the site's private key signed; refuses any other token. */
export async function openVisitorToken(
  auth: Row<'site_auth'>,
  vault: Vault,
  token: string,
): Promise<{ claims: JWTPayload; key: string }> {
  const key = new TextEncoder().encode(vault.unseal(auth.private_key))
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], clockTolerance: SKEW })
    return { claims: payload, key: nameOfKey(auth.private_key) }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw problem(REASONS.find(([kind]) => error instanceof kind)?.[1] ?? 'visitorTokenMalformed')
  }
}

export const loadAuth = (db: Db, siteId: string): Promise<Row<'site_auth'>> =>
  db.selectFrom('site_auth').selectAll().where('site_id', '=', siteId).executeTakeFirstOrThrow()

/** What the site keeps of all that is said about a visitor: what its schema has a place for, if it adapts at all. */
export async function knowVisitor(
  db: Db,
  site: Row<'sites'>,
  { signed, unsigned }: { signed: Claims; unsigned: Claims },
): Promise<Claims> {
  const row = site.adaptive_content === 1 ? await findAdaptiveSchema(db, site.id) : undefined
  if (!row) return {}
  const claims = keepClaims(toAdaptiveSchema(row).jsonSchema, signed, unsigned)
  if (JSON.stringify(claims).length <= MAX_CLAIMS) return claims
  throw invalid({ path: 'visitor', message: `must not have more than ${MAX_CLAIMS} characters of claims` })
}
