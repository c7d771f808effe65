// Site redirect rows and their presenter.
import { type Expression, sql } from 'kysely'
import type { Static } from 'typebox'
import { contains, isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Destination, RedirectsQuery, SiteRedirect } from '../../shapes/redirects.ts'

type Redirect = Row<'site_redirects'>

export const toRedirect = (row: Redirect): Static<typeof SiteRedirect> => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  draft: row.draft === 1,
  captureWildcard: row.capture_wildcard === 1,
  permanent: row.permanent === 1,
  destination: toDestination(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? undefined,
})

function toDestination({ kind, site_section_id, site_space_id, page_id, url }: Redirect): Destination {
  if (kind === 'external') return { kind, url: url! }
  if (kind === 'site-section') return { kind, siteSectionId: site_section_id! }
  if (kind === 'site-space') return { kind, siteSpaceId: site_space_id! }
  return { kind, siteSpaceId: site_space_id!, pageId: page_id! }
}

export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)

export const destinationColumns = (destination: Destination) => ({
  kind: destination.kind,
  site_section_id: 'siteSectionId' in destination ? destination.siteSectionId : null,
  site_space_id: 'siteSpaceId' in destination ? destination.siteSpaceId : null,
  page_id: 'pageId' in destination ? destination.pageId : null,
  url: 'url' in destination ? destination.url : null,
})

const ORDERS: Record<NonNullable<RedirectsQuery['orderBy']>, (string | Expression<string>)[]> = {
  createdAt: ['id'],
  updatedAt: [sql<string>`coalesce(updated_at, created_at)`, 'id'],
  source: ['source', 'id'],
}

export const listRedirects = (db: Db, siteId: string, query: RedirectsQuery, page: Page) =>
  selectPage(
    db
      .selectFrom('site_redirects')
      .where('site_id', '=', siteId)
      .where('draft', '=', toFlag(query.draft === true))
      .$if(query.search !== undefined, (some) => some.where(contains(db, sql.ref('source'), query.search!))),
    (redirects) => redirects.selectAll(),
    page,
    { by: ORDERS[query.orderBy ?? 'createdAt'] },
  )

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
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeRedirect(db: Db, id: string): Promise<void> {
  await db.deleteFrom('site_redirects').where('id', '=', id).execute()
}

/** Live redirects and drafts. */
export const listRedirectsFrom = (db: Db, siteId: string, sources: readonly string[]): Promise<Redirect[]> =>
  db
    .selectFrom('site_redirects')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(isOneOf(db, sql.ref('source'), sources))
    .execute()

/** The canonical form of a path. */
export const normalizePath = (source: string): string => `/${source.split('/').filter(Boolean).join('/')}`

const MAX_SOURCE_LENGTH = 512

/** Finds the live redirect for a path: an exact match, else the longest wildcard. */
export async function findRedirect(db: Db, siteId: string, source: string): Promise<Redirect | undefined> {
  const path = normalizePath(source)
  const start = `${path}/`.slice(0, MAX_SOURCE_LENGTH - 1)
  const wildcards = Array.from(start, (_, at) => `${start.slice(0, at + 1)}*`)
  const rows = (await listRedirectsFrom(db, siteId, [path, ...wildcards])).filter(({ draft }) => draft === 0)
  const [nearest] = rows.sort((one, other) => other.source.length - one.source.length)
  return rows.find((row) => row.source === path) ?? nearest
}
