// Lets a visitor of a site in, or tells them where to go first.
import type { Preview, SiteTokens } from '../../access/site-tokens.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { Urls } from '../../server/urls.ts'
import { findSigningIn, signInUrl } from '../running/signing-in.ts'
import { findShareLink } from '../share-links/queries.ts'
import type { Addressed } from './address.ts'
import { type Known, knowVisitor, loadAuth, openVisitorToken, type VisitorInput } from './visitors.ts'

export interface Door {
  db: Db
  urls: Urls
  vault: Vault
  siteTokens: SiteTokens
}

export interface Asked {
  url: URL
  visitor: VisitorInput
  redirectOnError: boolean
}

export interface Redirect {
  target: 'application' | 'content' | 'external'
  redirect: string
}

/** How the visitor was let in. */
export interface Entry extends Known {
  shareLink?: Row<'share_links'> | undefined
  /** The key of the share link, as it is in the address. */
  shareKey?: string | undefined
  member?: string | undefined
  /** What follows in the address after the root of the site. */
  rest: string[]
}

export async function enter(door: Door, addressed: Addressed, asked: Asked): Promise<Entry | Redirect> {
  const { site, rest } = addressed
  const preview = await openPreview(door, site, asked.visitor)
  if (preview) return { claims: preview.claims ?? {}, member: preview.member, rest }
  if (site.published === 0) throw problem('notFound')
  const link = await followLink(door, site, rest)
  const known = await recognise(door, addressed, asked)
  return 'redirect' in known ? known : { ...known, ...link }
}

async function openPreview({ siteTokens }: Door, site: Row<'sites'>, { jwtToken }: VisitorInput) {
  const preview: Preview | undefined = jwtToken ? await siteTokens.openPreview(jwtToken) : undefined
  return preview?.site === site.id ? preview : undefined
}

/** The first segment of the address of a site that is shared by links is the key of the link. */
async function followLink({ db }: Door, site: Row<'sites'>, segments: string[]) {
  if (site.visibility !== 'share-link') return { rest: segments }
  const [shareKey, ...rest] = segments
  const shareLink = shareKey === undefined ? undefined : await findShareLink(db, shareKey)
  if (shareLink?.site_id !== site.id) throw problem('notFound')
  return { shareLink, shareKey, rest }
}

async function recognise(door: Door, { site, rest }: Addressed, asked: Asked): Promise<Known | Redirect> {
  const { jwtToken, unsignedClaims: unsigned = {} } = asked.visitor
  const mustSignIn = site.visibility === 'visitor-auth'
  const isAsked = jwtToken && (mustSignIn || site.adaptive_content === 1)
  if (!isAsked && !mustSignIn) return { claims: await knowVisitor(door.db, site, { signed: {}, unsigned }) }
  const auth = await loadAuth(door.db, site.id)
  const signIn = await findSignIn(door, auth, asked.url, `/${rest.join('/')}`)
  if (!isAsked) {
    if (signIn) return signIn
    throw problem('visitorSignIn')
  }
  try {
    const { claims: signed, key } = await openVisitorToken(auth, door.vault, jwtToken)
    return { claims: await knowVisitor(door.db, site, { signed, unsigned }), key }
  } catch (error) {
    if (!(error instanceof ApiError) || !asked.redirectOnError) throw error
    if (signIn) return signIn
    // An old cookie must not shut out whoever may come without one.
    if (!mustSignIn) return { claims: await knowVisitor(door.db, site, { signed: {}, unsigned }) }
    throw error
  }
}

/** Where visitors sign in: with the integration that looks after it, or wherever the site says. */
async function findSignIn({ db, urls }: Door, auth: Row<'site_auth'>, url: URL, location: string) {
  const signing = auth.integration === null ? undefined : await findSigningIn(db, auth.site_id, auth.integration)
  if (signing) return { target: 'external' as const, redirect: signInUrl(urls, signing, auth.site_id, location) }
  return auth.fallback_url === null ? undefined : toSignIn(auth.fallback_url, url)
}

/** Whoever signs visitors in is told where they wanted to go. */
function toSignIn(fallback: string, { pathname }: URL): Redirect {
  const url = new URL(fallback)
  url.searchParams.set('location', pathname)
  return { target: 'external', redirect: url.href }
}
