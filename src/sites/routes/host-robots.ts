// robots.txt at the root of a host below which sites are: crawlers look for it nowhere else. It names the sitemaps of
// all sites there that search engines may list.
import type { FastifyReply } from 'fastify'
import { siteUrl } from '../../domain/site-addresses/index.ts'
import { isAtSitesHost } from '../request.ts'
import type { SiteServices } from '../services.ts'

/** More sitemaps than crawlers read. */
const MAX_SITES = 1000

/** Undefined if the address is not that of the file. */
export async function sendHostRobots(
  { db, urls }: SiteServices,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply | undefined> {
  const isOwn = url.host === new URL(urls.base).host
  if (url.pathname !== '/robots.txt' || (!isOwn && !isAtSitesHost(url, urls))) return undefined
  const rows = await db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .select(['sites.basename', 'sites.hostname as hostname', 'sites.proxy'])
    .select(['organizations.id', 'organizations.hostname as organization'])
    .where('sites.published', '=', 1)
    .where('sites.visibility', '=', 'public')
    // A subdomain is that of one organization.
    .$if(!isOwn, (some) => some.where('organizations.hostname', '=', url.host.slice(0, -urls.sitesHost!.length - 1)))
    .orderBy('sites.id')
    .limit(MAX_SITES)
    .execute()
  const sitemaps = rows
    .map((row) => siteUrl(urls, { id: row.id, hostname: row.organization }, row))
    .filter((site) => new URL(site).host === url.host)
    .map((site) => `Sitemap: ${site}sitemap.xml\n`)
  // Sites that are not to be listed say so on each of their pages.
  const rules = isOwn ? 'User-agent: *\nDisallow: /v1/\nDisallow: /app\n' : 'User-agent: *\nAllow: /\n'
  return reply
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, no-cache' })
    .send(sitemaps.length === 0 ? rules : `${rules}\n${sitemaps.join('')}`)
}
