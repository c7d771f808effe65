// Redirects in the database, and where they lead.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { findPageNode, findPageNodeByPath } from '../content/kept-pages.ts'
import type { Structure } from '../sites/structure/structure.ts'
import type { PublishedUrls } from '../sites/urls.ts'
import type { Destination, SiteRedirect } from './schemas.ts'

type Redirect = Row<'site_redirects'>

export const toRedirect = (row: Redirect): Static<typeof SiteRedirect> => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  destination: toDestination(row),
})

function toDestination({ kind, site_section_id, site_space_id, page_id }: Redirect): Destination {
  if (kind === 'site-section') return { kind, siteSectionId: site_section_id! }
  if (kind === 'site-space') return { kind, siteSpaceId: site_space_id! }
  return { kind, siteSpaceId: site_space_id!, pageId: page_id! }
}

export const columnsOf = (destination: Destination) => ({
  kind: destination.kind,
  site_section_id: destination.kind === 'site-section' ? destination.siteSectionId : null,
  site_space_id: destination.kind === 'site-section' ? null : destination.siteSpaceId,
  page_id: destination.kind === 'site-page' ? destination.pageId : null,
})

export const takeRedirects = (db: Db, siteId: string, page: Page) =>
  takePage(db.selectFrom('site_redirects').where('site_id', '=', siteId), (redirects) => redirects.selectAll(), page, {
    by: ['id'],
  })

export const insertRedirect = (
  db: Db,
  redirect: Omit<NewRow<'site_redirects'>, 'id' | 'created_at'>,
): Promise<Redirect> =>
  db
    .insertInto('site_redirects')
    .values({ ...redirect, id: newId(), created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateRedirect = (db: Db, id: string, patch: Partial<NewRow<'site_redirects'>>): Promise<Redirect> =>
  db
    .updateTable('site_redirects')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeRedirect(db: Db, id: string): Promise<void> {
  await db.deleteFrom('site_redirects').where('id', '=', id).execute()
}

/** The redirect for a path: the one from exactly there, or else from the nearest place above. */
export async function findRedirect(db: Db, siteId: string, source: string): Promise<Redirect | undefined> {
  const segments = source.split('/').filter(Boolean)
  const path = `/${segments.join('/')}`
  const above = [...segments, ''].map((_, at) => ['', ...segments.slice(0, at), '*'].join('/'))
  const rows = await db
    .selectFrom('site_redirects')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(isOneOf(db, sql.ref('source'), [path, ...above]))
    .execute()
  const [nearest] = rows.sort((one, other) => other.source.length - one.source.length)
  return rows.find((row) => row.source === path) ?? nearest
}

/** What a redirect is followed in: the structure as somebody sees it, and its addresses. */
export interface Ground {
  structure: Structure
  published: PublishedUrls
}

/**
 * Where a redirect leads. It is always something that is there: a page by its id, wherever that was moved; for
 * everything below a path the page of the same name in the other space, or else that space itself. So nothing ever leads
 * in a circle.
 */
export async function targetOf(
  db: Db,
  { structure, published }: Ground,
  redirect: Redirect,
  source: string,
): Promise<string | undefined> {
  const place = findPlace(structure, redirect)
  if (!place) return undefined
  const address = published.siteSpace(place.siteSpace, place.section)
  const root = await findRoot(db, place.siteSpace.space_id)
  if (root === undefined) return undefined
  const isPage = redirect.kind === 'site-page'
  const below = redirect.source.endsWith('/*') ? source.slice(redirect.source.length - 1) : ''
  const node = isPage
    ? await findPageNode(db, root, redirect.page_id!)
    : below && (await findPageNodeByPath(db, root, decodePath(below)))
  if (isPage && !node) return undefined
  return node ? address + node.path.split('/').map(encodeURIComponent).join('/') : address
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function findPlace({ sections, siteSpaces }: Structure, { kind, site_section_id, site_space_id }: Redirect) {
  const siteSpace =
    kind === 'site-section'
      ? siteSpaces.find(({ section_id, is_default }) => section_id === site_section_id && is_default === 1)
      : siteSpaces.find(({ id }) => id === site_space_id)
  return siteSpace && { siteSpace, section: sections.find(({ id }) => id === siteSpace.section_id) }
}

/** The current content of a space; nothing when it is deleted. */
export async function findRoot(db: Db, spaceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select('revisions.root')
    .where('spaces.id', '=', spaceId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.root
}
