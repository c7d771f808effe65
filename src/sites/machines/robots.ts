// robots.txt. Single pages are kept out of search engines by `noindex`, which crawlers see only if they may read them.
import type { VisitedSpace } from '../visit.ts'

/** True if search engines may list the site. */
export const isListed = ({ site, entry }: VisitedSpace): boolean =>
  site.visibility === 'public' && entry.member === undefined

export function robotsOf(visited: VisitedSpace): string {
  const base = visited.published.site
  if (!isListed(visited)) return `User-agent: *\nDisallow: ${new URL(base).pathname}\n`
  return `User-agent: *\nAllow: ${new URL(base).pathname}\n\nSitemap: ${base}sitemap.xml\n`
}
