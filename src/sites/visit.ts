// Who asks for what: settles a URL of a site, for one visitor, to a page, to a redirect, or to nothing.
import { prepared } from '../db/prepared.ts'
import type { Row } from '../db/tables.ts'
import { type Audience, openView, readContent, type View } from '../domain/revisions/index.ts'
import { type PublishedUrls, publishedUrls, siteUrl } from '../domain/site-addresses/index.ts'
import {
  type ContentOf,
  findDefaultSite,
  findMainContent,
  findSiteByUrl,
  type Route,
  resolveRedirect,
  resolveRoute,
  type SiteAtUrl,
} from '../domain/site-paths/index.ts'
import type { Structure } from '../domain/site-structure/index.ts'
import {
  type EntryServices,
  enterSite,
  findPreviewedContent,
  readVisibleStructure,
  type SiteEntry,
} from '../domain/visits/index.ts'
import type { Page } from '../engine/tree/records.ts'
import { problem } from '../errors.ts'
import { STATIC } from '../server/static-files.ts'
import type { Urls } from '../server/urls.ts'
import { openedFrom } from './model/opened.ts'
import { findByPath, findHome, type Located } from './model/reading-order.ts'
import { decodePath, pageHref } from './paths.ts'
import { type Doorway, isLeaving, type KeptToken } from './visitor/admission.ts'
import type { RequestVisitor } from './visitor/visitor.ts'

export interface VisitedSite {
  site: Row<'sites'>
  doorway: Doorway
  organization: Row<'organizations'>
  entry: SiteEntry
  structure: Structure
  published: PublishedUrls
  audience: Audience
  /** The content of a space: of main, or what a preview shows. */
  contentOf: ContentOf
}

/** True if other visitors may see something else. */
export const isPrivate = ({ site, entry }: VisitedSite): boolean =>
  site.visibility !== 'public' || site.adaptive_content === 1 || entry.member !== undefined

export interface VisitedSpace extends VisitedSite {
  route: Route
  space: Row<'spaces'>
  view: View
  /** The page at the address of the space. */
  home: Located | undefined
  /** The address of the space; it ends with a slash. */
  base: string
}

export interface VisitedPage extends VisitedSpace {
  page: Page
  path: string
}

export type Visit =
  | { kind: 'nothing' }
  | { kind: 'leaving'; doorway: Doorway }
  | { kind: 'sign-in'; to: string; doorway: Doorway }
  | { kind: 'admitted'; kept: KeptToken | undefined; doorway: Doorway }
  | { kind: 'redirect'; to: string; isPermanent: boolean }
  | { kind: 'missing'; space: VisitedSpace; path: string }
  | { kind: 'page'; visited: VisitedPage; asMarkdown: boolean }

export interface Asked {
  url: URL
  visitorOf(site: Row<'sites'>): RequestVisitor
  /** True if a token is to leave the address. */
  isExchanging: boolean
}

const redirect = (to: string, { search }: URL, isPermanent = false): Visit => ({
  kind: 'redirect',
  to: to + search,
  isPermanent,
})

const elsewhere = (to: string): Visit => ({ kind: 'redirect', to, isPermanent: false })

export async function settleVisit(services: EntryServices, asked: Asked): Promise<Visit> {
  const { db, urls } = services
  const { url } = asked
  const located = await findSiteByUrl(db, url, urls)
  if (!located) return toDefaultSite(services, url)
  const { organization, rest } = located
  const doorway = doorwayOf(urls, located, url)
  if (asked.isExchanging && isLeaving(url)) return { kind: 'leaving', doorway }
  const visitor = asked.visitorOf(located.site)
  const entry = await enterSite(services, located, { url, visitor, redirectOnError: visitor.source === 'cookie' })
  if ('redirect' in entry) return { kind: 'sign-in', to: entry.redirect, doorway }
  if (visitor.previewToken !== undefined && visitor.source === 'address' && !entry.preview)
    throw problem('previewEnded')
  if (asked.isExchanging && visitor.source === 'address')
    return { kind: 'admitted', kept: keptOf(entry, visitor), doorway }
  const site = customized(located.site, entry)
  if (located.by === 'former') return redirect(siteUrl(urls, organization, site) + rest.join('/'), url)
  const structure = withPreviewed(await readVisibleStructure(db, site, entry), entry)
  const published = publishedUrls(urls, organization, site, entry.shareKey)
  const { preview, claims } = entry
  const contentOf: ContentOf = (id) => (preview ? findPreviewedContent(db, preview, id) : findMainContent(db, id))
  const visited = { site, doorway, organization, entry, structure, published, audience: { claims }, contentOf }
  const route = await resolveRoute(db, structure, entry.rest, visited.audience, contentOf)
  const space = route && (await openSpace(services, visited, route))
  return space ? settlePath(services, space, url) : { kind: 'nothing' }
}

/** The token that let the visitor in; undefined if none was needed. */
function keptOf(
  { key, member, preview }: SiteEntry,
  { jwtToken, previewToken }: RequestVisitor,
): KeptToken | undefined {
  if (preview) return { cookie: 'preview', token: previewToken!, expiresAt: preview.expires_at }
  return key === undefined && member === undefined ? undefined : { cookie: 'visitor', token: jwtToken! }
}

/** The site with the settings that the visitor previews. */
const customized = (site: Row<'sites'>, { preview }: SiteEntry): Row<'sites'> =>
  preview?.customization == null || preview.site_space_id !== null
    ? site
    : { ...site, customization: preview.customization }

/** The structure with the settings of one site space that the visitor previews. */
function withPreviewed(structure: Structure, { preview }: SiteEntry): Structure {
  if (preview?.customization == null || preview.site_space_id === null) return structure
  const { site_space_id, customization } = preview
  const siteSpaces = structure.siteSpaces.map((one) => (one.id === site_space_id ? { ...one, customization } : one))
  return { ...structure, siteSpaces }
}

/** Behind a proxy that keeps its host to itself, browsers see the path of the proxy, not ours. */
function doorwayOf(urls: Urls, { site, organization, base }: SiteAtUrl, { protocol }: URL): Doorway {
  const seen = new URL(siteUrl(urls, organization, site))
  const own = base.length === 0 ? '/' : `/${base.join('/')}/`
  return { site, paths: [own, seen.pathname], isSecure: protocol === 'https:' || seen.protocol === 'https:' }
}

async function toDefaultSite({ db, urls }: EntryServices, url: URL): Promise<Visit> {
  const found = await findDefaultSite(db, url, urls)
  return found?.site.published === 1
    ? redirect(siteUrl(urls, found.organization, found.site), url)
    : { kind: 'nothing' }
}

export async function openSpace(
  { db }: Pick<EntryServices, 'db'>,
  visited: VisitedSite,
  route: Route,
): Promise<VisitedSpace | undefined> {
  const { siteSpace, section } = route
  const content = await visited.contentOf(siteSpace.space_id)
  const [space] = await findSpace(db, { id: siteSpace.space_id })
  if (!content || !space) return undefined
  const view = await openView(db, visited.audience, content)
  const home = await readContent(db, findHome(view.tree))
  return { ...visited, route, space, view, home, base: visited.published.siteSpace(siteSpace, section) }
}

const findSpace = prepared<{ id: string }, Row<'spaces'>>((db, param) =>
  db.selectFrom('spaces').selectAll().where('id', '=', param('id')),
)

/** The address of a space with `.md`, and what assistants try for an address that ends with a slash. */
const HOME_AS_MARKDOWN = new Set(['.md', 'index.md'])

async function settlePath({ db }: EntryServices, space: VisitedSpace, url: URL): Promise<Visit> {
  const { route, base, home } = space
  const path = decodePath(route.rest)
  if (route.hasShorterUrl) return redirect(base + route.rest.join('/'), url)
  if (path === '') {
    // The address of a space ends with a slash, that of a page does not.
    if (!url.pathname.endsWith('/')) return redirect(base, url, true)
    return home ? { kind: 'page', visited: { ...space, ...home }, asMarkdown: false } : { kind: 'missing', space, path }
  }
  const found = await findPage(db, space, path)
  if (found) return settlePage(db, space, found, url)
  // No redirect takes away what a site itself needs.
  if (path.startsWith(`${STATIC}/`)) return { kind: 'missing', space, path }
  const moved = await resolveRedirect(db, space.site.id, space, `/${space.entry.rest.join('/')}`)
  if (!moved)
    return home && HOME_AS_MARKDOWN.has(path)
      ? { kind: 'page', visited: { ...space, ...home }, asMarkdown: true }
      : { kind: 'missing', space, path }
  const { destination, permanent } = moved.redirect
  return destination.kind === 'external'
    ? { kind: 'redirect', to: moved.target, isPermanent: permanent }
    : redirect(moved.target, url, permanent)
}

interface FoundPage extends Located {
  /** The path that was asked for, without `.md`. */
  asked: string
  asMarkdown: boolean
}

async function findPage(db: EntryServices['db'], { view }: VisitedSpace, path: string): Promise<FoundPage | undefined> {
  const found = await readContent(db, findByPath(view.tree, path))
  if (found) return { ...found, asked: path, asMarkdown: false }
  if (!/\.md$/i.test(path)) return undefined
  const asked = path.slice(0, -'.md'.length)
  const twin = await readContent(db, findByPath(view.tree, asked))
  return twin?.page.type === 'document' ? { ...twin, asked, asMarkdown: true } : undefined
}

async function settlePage(
  db: EntryServices['db'],
  space: VisitedSpace,
  { page, path, asked, asMarkdown }: FoundPage,
  url: URL,
): Promise<Visit> {
  const { base, home, view } = space
  if (page.type !== 'document') {
    const opened = await openedFrom(db, view, page)
    if (opened === undefined) return { kind: 'missing', space, path }
    return 'url' in opened
      ? elsewhere(opened.url)
      : redirect(pageHref(base, opened.path, opened.page.id === home?.page.id), url)
  }
  if (asMarkdown) return { kind: 'page', visited: { ...space, page, path }, asMarkdown }
  if (page.id === home?.page.id) return redirect(base, url)
  if (asked !== path || url.pathname.endsWith('/')) return redirect(pageHref(base, path, false), url, true)
  return { kind: 'page', visited: { ...space, page, path }, asMarkdown }
}
