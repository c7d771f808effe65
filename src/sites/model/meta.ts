// What a page says about itself to search engines and to those who preview links.
import type { Db } from '../../db/tables.ts'
import { type Place, resolveRefs } from '../../domain/drawing/index.ts'
import { type ContentRef, isContentRef } from '../../engine/content-ref.ts'
import type { Document } from '../../engine/document.ts'
import { blocksIn } from '../../engine/walk.ts'
import { CARD_SIZE } from '../../render/typst/index.ts'
import type { Customization } from '../../shapes/customization.ts'
import { pageHref } from '../paths.ts'
import type { VisitedPage } from '../visit.ts'
import { type Alternate, listAlternates } from './alternates.ts'
import { socialUrl } from './social.ts'

export interface Meta {
  /** The address of the page itself. */
  own: string
  /** The address that search engines list. */
  canonical: string
  alternates: Alternate[]
  image?: { href: string; size?: { width: number; height: number } } | undefined
  /** Where its updates are, if it has any. */
  feeds?: { rss: string; atom: string } | undefined
  createdAt?: string | undefined
}

interface Shown {
  /** Whether readers can ask the server for anything. */
  isServed: boolean
  document: Document
  settings: Customization
  cover?: { light: { href: string } } | undefined
}

export async function loadMeta(db: Db, visited: VisitedPage, place: Place, shown: Shown): Promise<Meta> {
  const { page, path, base, home } = visited
  const own = pageHref(base, path, page.id === home?.page.id)
  return {
    own,
    canonical: (await findCanonical(place, page.metaLinks)) ?? own,
    alternates: await listAlternates(db, visited, own),
    image: imageOf(visited, shown),
    feeds: hasUpdates(shown.document) ? { rss: feedHref(own, 'rss'), atom: feedHref(own, 'atom') } : undefined,
    createdAt: page.createdAt,
  }
}

/** What the author chose; else one that is made of the title, for links that others can open. */
function imageOf(visited: VisitedPage, { settings, cover, isServed }: Shown): Meta['image'] {
  const href = settings.socialPreview.url ?? cover?.light.href
  if (href !== undefined) return { href }
  const isShared = isServed && visited.entry.member === undefined
  return isShared ? { href: socialUrl(visited, visited.page), size: CARD_SIZE } : undefined
}

/** The page that the author named instead. A page that the visitor cannot see is none. */
async function findCanonical(place: Place, metaLinks: unknown): Promise<string | undefined> {
  const { canonical } = (metaLinks ?? {}) as { canonical?: unknown }
  const ref = typeof canonical === 'string' ? { kind: 'url', url: canonical } : canonical
  if (!isContentRef(ref)) return undefined
  const href = (await resolveRefs(place, [ref]))(ref as ContentRef)
  return href !== undefined && /^https?:/i.test(href) && URL.canParse(href) ? href : undefined
}

const feedHref = (page: string, kind: 'rss' | 'atom'): string => `${page}${page.endsWith('/') ? '' : '/'}${kind}.xml`

export const hasUpdates = (document: Document): boolean => blocksIn(document).some(({ type }) => type === 'update')
