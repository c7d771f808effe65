// Headers that tell programs what else there is.
import type { Meta } from '../model/meta.ts'
import { mcpUrl } from '../routes/mcp.ts'
import type { VisitedPage } from '../visit.ts'
import { isForRobots } from './listing.ts'
import { isForAgents, isListed } from './robots.ts'

type Link = [url: string, rel: string, type?: string]

const toText = ([url, rel, type]: Link): string =>
  `<${new URL(url).href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

function siteLinks(visited: VisitedPage): Link[] {
  const { site } = visited.published
  const forAgents: Link[] = [
    [`${site}llms.txt`, 'llms-txt', 'text/plain'],
    [`${site}llms-full.txt`, 'llms-full-txt', 'text/plain'],
    [mcpUrl(site), 'mcp'],
  ]
  return [
    ...(isForAgents(visited) ? forAgents : []),
    ...(isListed(visited) ? [[`${site}sitemap.xml`, 'sitemap', 'application/xml'] as Link] : []),
  ]
}

const headersOf = (visited: VisitedPage, links: Link[]): Record<string, string> => ({
  link: [...links, ...siteLinks(visited)].map(toText).join(', '),
  ...(!(isListed(visited) && isForRobots(visited.page)) && { 'x-robots-tag': 'noindex' }),
})

export function htmlHeaders(visited: VisitedPage, { feeds }: Meta, markdown: string | undefined) {
  const twins: Link[] = markdown === undefined ? [] : [[markdown, 'alternate', 'text/markdown']]
  const news: Link[] = feeds
    ? [
        [feeds.rss, 'alternate', 'application/rss+xml'],
        [feeds.atom, 'alternate', 'application/atom+xml'],
      ]
    : []
  return headersOf(visited, [...twins, ...news])
}

/** Search engines list the page, not its markdown. */
export const markdownHeaders = (visited: VisitedPage, page: string) => headersOf(visited, [[page, 'canonical']])
