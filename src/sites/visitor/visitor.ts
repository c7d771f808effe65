// What a request says about its visitor: a token, from the address or a cookie of the site, and unsigned claims.
import type { FastifyRequest } from 'fastify'
import type { Row } from '../../db/tables.ts'
import { PREVIEW_PARAMETER } from '../../domain/visits/index.ts'
import { listCookies, readSiteCookie } from './cookies.ts'
import { claimsInCookies, claimsInQuery, keptClaims, merge } from './unsigned-claims.ts'

export interface RequestVisitor {
  jwtToken: string | undefined
  previewToken?: string | undefined
  /** Where the token is from. A stale one from a cookie leads to the sign-in, any other to an error. */
  source: 'address' | 'header' | 'cookie'
  unsignedClaims: Record<string, unknown>
}

export const TOKEN_PARAMETER = 'jwt_token'

/** A token is three parts of base64url. */
export const looksLikeToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** `bearer` is a token in the header of the request. */
export function visitorOf(
  request: FastifyRequest,
  url: URL,
  site: Row<'sites'>,
  bearer: string | undefined,
): RequestVisitor {
  const unsignedClaims = site.adaptive_content === 1 ? unsignedClaimsOf(request, url, site) : {}
  const cookies = listCookies(request)
  const preview = url.searchParams.get(PREVIEW_PARAMETER) ?? undefined
  if (preview !== undefined) return { jwtToken: undefined, previewToken: preview, source: 'address', unsignedClaims }
  const given = url.searchParams.get(TOKEN_PARAMETER) ?? undefined
  if (bearer !== undefined) return { jwtToken: bearer, source: 'header', unsignedClaims }
  if (given !== undefined) return { jwtToken: given, source: 'address', unsignedClaims }
  const kept = readSiteCookie(cookies, 'visitor', site.id)
  const jwtToken = kept && looksLikeToken(kept) ? kept : undefined
  return { jwtToken, previewToken: readSiteCookie(cookies, 'preview', site.id), source: 'cookie', unsignedClaims }
}

const unsignedClaimsOf = (request: FastifyRequest, url: URL, { id }: Row<'sites'>) =>
  merge(merge(claimsInCookies(request), keptClaims(request, id)), claimsInQuery(url) ?? {})
