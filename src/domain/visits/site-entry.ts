// Admits visitors to a site, or redirects them to sign in.
import { looksLikeJwt, type Preview, type SiteTokens } from '../../access/site-tokens.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { Urls } from '../../server/urls.ts'
import { findSignInIntegration, signInUrl } from '../dispatch/index.ts'
import { findShareLink } from '../site-addresses/index.ts'
import type { SiteAtUrl } from '../site-paths/index.ts'
import { findPreview, findPreviewBySecret } from './previews.ts'
import {
  loadSiteAuth,
  loadVisitorClaims,
  openVisitorToken,
  type VisitorIdentity,
  type VisitorInput,
} from './visitors.ts'

export interface EntryServices {
  db: Db
  urls: Urls
  vault: Vault
  siteTokens: SiteTokens
}

export interface EntryRequest {
  url: URL
  visitor: VisitorInput
  redirectOnError: boolean
}

export interface EntryRedirect {
  target: 'application' | 'content' | 'external'
  redirect: string
}

/** How the visitor was admitted. */
export interface SiteEntry extends VisitorIdentity {
  shareLink?: Row<'share_links'> | undefined
  /** The share key in the URL. */
  shareKey?: string | undefined
  member?: string | undefined
  /** The stored preview, if the member opened one. */
  preview?: Row<'site_previews'> | undefined
  /** The segments of the URL below the root of the site. */
  rest: string[]
}

export async function enterSite(
  services: EntryServices,
  located: SiteAtUrl,
  request: EntryRequest,
): Promise<SiteEntry | EntryRedirect> {
  const { site, rest } = located
  const preview = await openPreview(services, site, request.visitor)
  if (preview) return { ...preview, rest }
  if (site.published === 0) throw problem('notFound')
  const link = await openShareLink(services, site, rest)
  const identity = await identifyVisitor(services, located, request)
  return 'redirect' in identity ? identity : { ...identity, ...link }
}

type OpenPreview = Pick<SiteEntry, 'claims' | 'member' | 'preview'>

async function openPreview(
  { db, siteTokens }: EntryServices,
  site: Row<'sites'>,
  { jwtToken, previewToken }: VisitorInput,
): Promise<OpenPreview | undefined> {
  if (previewToken !== undefined && !looksLikeJwt(previewToken))
    return showStored(db, site, await findPreviewBySecret(db, previewToken))
  const token = previewToken ?? jwtToken
  const opened: Preview | undefined = token ? await siteTokens.verifyPreview(token) : undefined
  if (opened?.site !== site.id) return undefined
  if (opened.preview === undefined) return { claims: opened.claims ?? {}, member: opened.member }
  return showStored(db, site, await findPreview(db, opened.preview), opened.member)
}

/** A link has the rights of its creator; members who open a preview have their own. */
async function showStored(
  db: Db,
  site: Row<'sites'>,
  preview: Row<'site_previews'> | undefined,
  member = preview?.created_by,
): Promise<OpenPreview | undefined> {
  if (preview?.site_id !== site.id) return undefined
  const { unsigned, ...signed } = JSON.parse(preview.claims)
  const claims = await loadVisitorClaims(db, site, { signed, unsigned: unsigned ?? {} })
  return { claims, member, preview }
}

/** On a site shared by links, the first segment of the URL is the share key. */
async function openShareLink({ db }: EntryServices, site: Row<'sites'>, segments: string[]) {
  if (site.visibility !== 'share-link') return { rest: segments }
  const [shareKey, ...rest] = segments
  const shareLink = shareKey === undefined ? undefined : await findShareLink(db, shareKey)
  if (shareLink?.site_id !== site.id) throw problem('notFound')
  return { shareLink, shareKey, rest }
}

async function identifyVisitor(
  services: EntryServices,
  { site, rest }: SiteAtUrl,
  request: EntryRequest,
): Promise<VisitorIdentity | EntryRedirect> {
  const { jwtToken, unsignedClaims: unsigned = {} } = request.visitor
  const mustSignIn = site.visibility === 'visitor-auth'
  const isAsked = jwtToken && (mustSignIn || site.adaptive_content === 1)
  if (!isAsked && !mustSignIn) return { claims: await loadVisitorClaims(services.db, site, { signed: {}, unsigned }) }
  const auth = await loadSiteAuth(services.db, site.id)
  const signIn = await findSignIn(services, auth, request.url, `/${rest.join('/')}`)
  if (!isAsked) {
    if (signIn) return signIn
    throw problem('visitorSignIn')
  }
  try {
    const { claims: signed, key } = await openVisitorToken(auth, services.vault, jwtToken)
    return { claims: await loadVisitorClaims(services.db, site, { signed, unsigned }), key }
  } catch (error) {
    if (!(error instanceof ApiError) || !request.redirectOnError) throw error
    if (signIn) return signIn
    // A stale cookie must not lock visitors out of a site that requires no sign-in.
    if (!mustSignIn) return { claims: await loadVisitorClaims(services.db, site, { signed: {}, unsigned }) }
    throw error
  }
}

/** Where visitors sign in: with an integration, or at the fallback URL. */
async function findSignIn({ db, urls }: EntryServices, auth: Row<'site_auth'>, url: URL, location: string) {
  const signing =
    auth.integration === null ? undefined : await findSignInIntegration(db, auth.site_id, auth.integration)
  if (signing) return { target: 'external' as const, redirect: signInUrl(urls, signing, auth.site_id, location) }
  return auth.fallback_url === null ? undefined : toFallbackSignIn(auth.fallback_url, url)
}

/** Passes the requested path to the sign-in page. */
function toFallbackSignIn(fallback: string, { pathname }: URL): EntryRedirect {
  const url = new URL(fallback)
  url.searchParams.set('location', pathname)
  return { target: 'external', redirect: url.href }
}
