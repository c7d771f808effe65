// Resolves a URL of a published site: to content, with a token that reads it, or to a redirect.
import type { Row } from '../../db/tables.ts'
import { publishedUrls, siteUrl } from '../../domain/site-addresses/index.ts'
import {
  findDefaultSite,
  findSiteByUrl,
  type Route,
  resolveRedirect,
  resolveRoute,
  type SiteAtUrl,
} from '../../domain/site-paths/index.ts'
import {
  type EntryRedirect,
  type EntryRequest,
  type EntryServices,
  enterSite,
  readVisibleStructure,
  type SiteEntry,
} from '../../domain/visits/index.ts'
import { invalid, problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { stateOf } from './state.ts'

export interface PublishedContent {
  site: string
  siteSection?: string | undefined
  siteSpace: string
  space: string
  pathname: string
  basePath: string
  siteBasePath: string
  apiToken: string
  organization: string
  shareKey?: string | undefined
  complete: boolean
  contextId?: string | undefined
  canonicalUrl: string
}

export async function lookUp(services: EntryServices, asked: EntryRequest): Promise<PublishedContent | EntryRedirect> {
  const { db, urls } = services
  const addressed = await findSiteByUrl(db, asked.url, urls)
  if (!addressed) return toDefaultSite(services, asked.url)
  const entry = await enterSite(services, addressed, asked)
  if ('redirect' in entry) return entry
  const { site, organization } = addressed
  if (addressed.by === 'former')
    return toContent(siteUrl(urls, organization, site) + addressed.rest.join('/'), asked.url)
  const structure = await readVisibleStructure(db, site, entry)
  const audience = { claims: entry.claims }
  const route = await resolveRoute(db, structure, entry.rest, audience)
  if (!route) throw problem('notFound')
  const published = publishedUrls(urls, organization, site, entry.shareKey)
  const canonicalUrl = published.siteSpace(route.siteSpace, route.section) + route.rest.join('/')
  if (route.hasShorterUrl) return toContent(canonicalUrl, asked.url)
  const context = { structure, published, audience }
  const moved =
    route.rest.length > 0 ? await resolveRedirect(db, site.id, context, `/${entry.rest.join('/')}`) : undefined
  if (moved?.redirect.destination.kind === 'external') return { target: 'external', redirect: moved.target }
  if (moved) return toContent(moved.target, asked.url)
  const state = await stateOf(db, site, structure)
  const apiToken = await signFor(services, addressed, entry, route, state)
  return { ...describe(addressed, entry, route), apiToken, canonicalUrl }
}

export function readUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw invalid({ path: 'url', message: 'must be the URL of a page' })
  return new URL(text)
}

async function toDefaultSite({ db, urls }: EntryServices, url: URL): Promise<EntryRedirect> {
  const found = await findDefaultSite(db, url, urls)
  if (!found || found.site.published === 0) throw problem('notFound')
  return toContent(siteUrl(urls, found.organization, found.site), url)
}

// The query string, which may contain a sign-in token, survives redirects within the site, but not to other sites.
const toContent = (redirect: string, { search }: URL): EntryRedirect => ({
  target: 'content',
  redirect: redirect + search,
})

function describe({ site, base }: SiteAtUrl, entry: SiteEntry, route: Route) {
  const root = [...base, ...(entry.shareKey === undefined ? [] : [entry.shareKey])]
  return {
    site: site.id,
    siteSection: route.section?.id,
    siteSpace: route.siteSpace.id,
    space: route.siteSpace.space_id,
    organization: site.organization_id,
    pathname: route.rest.join('/'),
    basePath: toPath([...root, ...route.prefix]),
    siteBasePath: toPath(root),
    shareKey: entry.shareKey,
    complete: route.complete,
    contextId: contextOf(site, entry),
  }
}

/** Starts and ends with a slash, because it is the cookie path of the site. */
const toPath = (segments: readonly string[]): string => `/${segments.map((segment) => `${segment}/`).join('')}`

/** Identifies what the visitor sees; absent if all visitors see the same. */
const contextOf = ({ visibility, adaptive_content }: Row<'sites'>, { claims, key, member }: SiteEntry) =>
  visibility === 'visitor-auth' || adaptive_content === 1 || member !== undefined
    ? sha256(JSON.stringify([claims, key, member])).slice(0, 32)
    : undefined

function signFor(
  { siteTokens }: EntryServices,
  { site }: SiteAtUrl,
  entry: SiteEntry,
  route: Route,
  state: string,
): Promise<string> {
  return siteTokens.signVisit({
    organization: site.organization_id,
    site: site.id,
    siteSpace: route.siteSpace.id,
    siteSection: route.section?.id,
    space: route.siteSpace.space_id,
    claims: Object.keys(entry.claims).length > 0 ? entry.claims : undefined,
    state,
    shareLink: entry.shareLink?.id,
    key: entry.key,
    member: entry.member,
  })
}
