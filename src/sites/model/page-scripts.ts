// Scripts that integrations add to pages. They run only on sites at a host of their own: at the address of the server they
// could act as whoever is signed in there.
import { listScripts } from '../../domain/dispatch/index.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedPage } from '../visit.ts'

export interface PageScript {
  src: string
  /** What it needs besides, as the integration says; not checked yet. */
  policy: string | undefined
  setsCookies: boolean
}

/** `host` is where the request was sent. */
export async function loadPageScripts(
  { db, urls }: SiteServices,
  { site, space, entry, published }: VisitedPage,
  host: string,
): Promise<PageScript[]> {
  const own = new URL(urls.base).host
  if (host === own || new URL(published.site).host === own || entry.member !== undefined) return []
  const listed = [
    ...(await listScripts(db, urls, 'site', site.id)),
    ...(await listScripts(db, urls, 'space', space.id)),
  ]
  return listed.map(({ script, contentSecurityPolicy, cookies }) => ({
    src: script,
    policy: contentSecurityPolicy,
    setsCookies: cookies,
  }))
}

/** What scripts may ask for, and the directive of ours that permits it. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'script-src': 'script-src',
  'script-src-elem': 'script-src',
  'connect-src': 'connect-src',
  'img-src': 'img-src',
  'media-src': 'media-src',
  'font-src': 'font-src',
  'style-src': 'style-src',
  'style-src-elem': 'style-src',
  'frame-src': 'frame-src',
  'child-src': 'frame-src',
  'worker-src': 'worker-src',
}

/** Hosts, with or without a scheme, a port and a path. Keywords, such as those that permit inline scripts, are none. */
const SOURCE = /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::(?:\d+|\*))?(?:\/[^\s;,'"]*)?$/i

/** The policy of a page with these scripts. */
export function withScripts(policy: string, scripts: readonly PageScript[]): string {
  if (scripts.length === 0) return policy
  const directives = new Map(policy.split('; ').map((text) => [text.split(' ')[0]!, text.split(' ').slice(1)]))
  const permit = (name: string, sources: readonly string[]) =>
    directives.set(name, [...new Set([...(directives.get(name) ?? []), ...sources])])
  for (const { src, policy: wanted } of scripts) {
    permit('script-src', [src.split('?')[0]!])
    for (const text of wanted?.split(';') ?? []) {
      const [name = '', ...sources] = text.trim().split(/\s+/)
      const own = DIRECTIVES[name.toLowerCase()]
      if (own)
        permit(
          own,
          sources.filter((source) => SOURCE.test(source)),
        )
    }
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}
