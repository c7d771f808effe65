// What an address of a published site leads to: content, with a token that reads it, or another address.
import type { Db, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { findPageNodeByPath } from '../content/kept-pages.ts'
import { loadRevision } from '../content/revisions.ts'
import { findRedirect, targetOf } from '../redirects/queries.ts'
import { type PublishedUrls, publishedUrls, siteUrl } from '../sites/urls.ts'
import { type Addressed, decoded, findAddressed, findDefaultSite } from './address.ts'
import { type Asked, type Door, type Entry, enter, type Redirect } from './arrival.ts'
import { readVisible } from './visible.ts'
import { findWay, type Way } from './way.ts'

export interface Found {
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

export async function lookUp(door: Door, asked: Asked): Promise<Found | Redirect> {
  const { db, urls } = door
  const addressed = await findAddressed(db, asked.url, urls)
  if (!addressed) return toDefaultSite(door, asked.url)
  const entry = await enter(door, addressed, asked)
  if ('redirect' in entry) return entry
  const { site, organization } = addressed
  if (isOldAddress(addressed)) return toContent(siteUrl(urls, organization, site) + addressed.rest.join('/'), asked.url)
  const structure = await readVisible(db, site.id, entry.claims)
  const way = findWay(structure, entry.rest)
  if (!way) throw problem('notFound')
  const published = publishedUrls(urls, organization, site, entry.shareKey)
  const canonicalUrl = published.siteSpace(way.siteSpace, way.section) + way.rest.join('/')
  if (way.detour) return toContent(canonicalUrl, asked.url)
  const moved = await findMoved(db, { site, entry, way, published, structure })
  if (moved !== undefined) return toContent(moved, asked.url)
  return { ...describe(addressed, entry, way), apiToken: await signFor(door, addressed, entry, way), canonicalUrl }
}

export function readUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw invalid({ path: 'url', message: 'must be the URL of a page' })
  return new URL(text)
}

async function toDefaultSite({ db, urls }: Door, url: URL): Promise<Redirect> {
  const found = await findDefaultSite(db, url, urls)
  if (!found || found.site.published === 0) throw problem('notFound')
  return toContent(siteUrl(urls, found.organization, found.site), url)
}

// A query such as a token for signing in must survive the way to the right address.
const toContent = (redirect: string, { search }: URL): Redirect => ({ target: 'content', redirect: redirect + search })

/** Found under the address of its organization although it has a hostname that works. */
const isOldAddress = ({ site, by }: Addressed): boolean =>
  by === 'organization' && site.proxy === null && site.hostname !== null && site.hostname_status === 'dns_passed'

interface Missing {
  site: Row<'sites'>
  entry: Entry
  way: Way
  published: PublishedUrls
  structure: Parameters<typeof targetOf>[1]['structure']
}

/** Where a redirect of the site leads from here, unless there is a page at this place after all. */
async function findMoved(db: Db, { site, entry, way, published, structure }: Missing): Promise<string | undefined> {
  if (way.rest.length === 0) return undefined
  const source = `/${entry.rest.join('/')}`
  const found = await findRedirect(db, site.id, source)
  if (!found) return undefined
  const space = await db.selectFrom('spaces').selectAll().where('id', '=', way.siteSpace.space_id).executeTakeFirst()
  const { root } = await loadRevision(db, space!.revision_id)
  if (await findPageNodeByPath(db, root, way.rest.map(decoded).join('/'))) return undefined
  return targetOf(db, { structure, published }, found, source)
}

function describe({ site, base }: Addressed, entry: Entry, way: Way) {
  const root = [...base, ...(entry.shareKey === undefined ? [] : [entry.shareKey])]
  return {
    site: site.id,
    siteSection: way.section?.id,
    siteSpace: way.siteSpace.id,
    space: way.siteSpace.space_id,
    organization: site.organization_id,
    pathname: way.rest.join('/'),
    basePath: toPath([...root, ...way.taken]),
    siteBasePath: toPath(root),
    shareKey: entry.shareKey,
    complete: way.complete,
    contextId: contextOf(site, entry),
  }
}

/** With a slash at both ends: cookies of the site are kept for this path. */
const toPath = (segments: readonly string[]): string => `/${segments.map((segment) => `${segment}/`).join('')}`

/** Tells apart what visitors see; absent where all see the same. */
const contextOf = ({ visibility, adaptive_content }: Row<'sites'>, { claims, key, member }: Entry) =>
  visibility === 'visitor-auth' || adaptive_content === 1 || member !== undefined
    ? sha256(JSON.stringify([claims, key, member])).slice(0, 32)
    : undefined

function signFor({ siteTokens }: Door, { site }: Addressed, entry: Entry, way: Way): Promise<string> {
  return siteTokens.signVisit({
    organization: site.organization_id,
    site: site.id,
    siteSpace: way.siteSpace.id,
    siteSection: way.section?.id,
    space: way.siteSpace.space_id,
    claims: Object.keys(entry.claims).length > 0 ? entry.claims : undefined,
    shareLink: entry.shareLink?.id,
    key: entry.key,
    member: entry.member,
  })
}
