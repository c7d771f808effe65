// robots.txt. Single pages are kept out of search engines by `noindex`, which crawlers see only if they may read them.
import type { VisitedSpace } from '../visit.ts'

/** True if search engines may list the site. */
export const isListed = ({ site, entry }: VisitedSpace): boolean =>
  site.visibility === 'public' && entry.member === undefined

/** True if assistants may read the site: it then has `llms.txt` and an MCP server. */
export const isForAgents = ({ site }: Pick<VisitedSpace, 'site'>): boolean => site.agents_context === 'included'

/** Those who collect pages for language models or look them up for assistants, by the names they publish. */
const AGENTS = [
  ...['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-User', 'Claude-SearchBot', 'anthropic-ai'],
  ...['Google-Extended', 'Applebot-Extended', 'CCBot', 'PerplexityBot', 'Perplexity-User', 'Meta-ExternalAgent'],
  ...['Amazonbot', 'Bytespider', 'cohere-ai', 'MistralAI-User'],
]

export function robotsOf(visited: VisitedSpace): string {
  const base = visited.published.site
  if (!isListed(visited)) return `User-agent: *\nDisallow: ${new URL(base).pathname}\n`
  const { pathname } = new URL(base)
  const kept = isForAgents(visited)
    ? ''
    : `${AGENTS.map((name) => `User-agent: ${name}\n`).join('')}Disallow: ${pathname}\n\n`
  return `${kept}User-agent: *\nAllow: ${pathname}\n\nSitemap: ${base}sitemap.xml\n`
}
