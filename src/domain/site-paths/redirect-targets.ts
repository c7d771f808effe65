// Resolves the targets of redirects.
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { type Audience, type Content, findPageNode, findPageNodeByPath, openView } from '../revisions/index.ts'
import type { PublishedUrls } from '../site-addresses/index.ts'
import type { Structure } from '../site-structure/index.ts'
import { normalizePath } from './redirects.ts'

type Redirect = Row<'site_redirects'>

/** The visible structure of the site, its URLs, and the audience. */
export interface RedirectContext {
  structure: Structure
  published: PublishedUrls
  audience: Audience
  /** The content of a space; its main content by default. */
  contentOf?: ContentOf | undefined
}

export type ContentOf = (spaceId: string) => Promise<Content | undefined>

/**
 * The URL that a redirect leads to. A target inside the site always exists, so redirects never loop: a page is found by
 * id wherever it has moved; a captured path leads to the page below the destination, or else to the destination itself.
 */
export async function redirectUrlOf(
  db: Db,
  { structure, published, audience, contentOf = (id) => findMainContent(db, id) }: RedirectContext,
  redirect: Redirect,
  source: string,
): Promise<string | undefined> {
  const captured = redirect.capture_wildcard === 1 ? normalizePath(source).slice(redirect.source.length - 1) : ''
  if (redirect.kind === 'external') return appendPath(redirect.url!, captured)
  const place = findDestination(structure, redirect)
  const content = place && (await contentOf(place.siteSpace.space_id))
  if (!content) return undefined
  const view = await openView(db, audience, content)
  const page = redirect.kind === 'site-page' ? await findPageNode(db, view, redirect.page_id!) : undefined
  if (redirect.kind === 'site-page' && !page) return undefined
  const below = [page?.path ?? '', decodePath(captured)].flatMap((part) => part.split('/')).filter(Boolean)
  const node = captured === '' ? page : ((await findPageNodeByPath(db, view, below.join('/'))) ?? page)
  const address = published.siteSpace(place.siteSpace, place.section)
  return node ? address + node.path.split('/').map(encodeURIComponent).join('/') : address
}

/** Appends a captured path to the URL, never leaving the URL's own path. */
function appendPath(text: string, captured: string): string {
  const url = new URL(text)
  const base = url.pathname.replace(/\/*$/, '/')
  if (captured !== '') url.pathname = base + captured.replace(/^\/+/, '')
  return url.pathname.startsWith(base) ? url.href : text
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function findDestination({ sections, siteSpaces }: Structure, { kind, site_section_id, site_space_id }: Redirect) {
  const siteSpace =
    kind === 'site-section'
      ? siteSpaces.find(({ section_id, is_default }) => section_id === site_section_id && is_default === 1)
      : siteSpaces.find(({ id }) => id === site_space_id)
  return siteSpace && { siteSpace, section: sections.find(({ id }) => id === siteSpace.section_id) }
}

/** The main content of a space; undefined if the space is deleted. */
export const findMainContent = async (db: Db, spaceId: string): Promise<Content | undefined> =>
  (await findContent(db, { space: spaceId }))[0]

const findContent = prepared<{ space: string }, Content>((db, param) =>
  db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['revisions.space_id', 'revisions.root'])
    .where('spaces.id', '=', param('space'))
    .where('spaces.deleted_at', 'is', null),
)
