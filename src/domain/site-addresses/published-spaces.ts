// Where spaces are published: URL and visibility, for the presenter of spaces.
import { sql } from 'kysely'
import { asList, isInList, isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { publishedUrls } from './urls.ts'

/** The published URL of a space, and who can read it. */
export interface PublishedSpace {
  url: string
  visibility: Row<'sites'>['visibility']
  auth: Pick<Row<'site_auth'>, 'backend' | 'integration'>
}

interface PublishedRow {
  site_id: string
  space_id: string
  path: string
  is_default: 0 | 1
  section_path: string | null
  section_default: 0 | 1 | null
  basename: string
  hostname: string | null
  proxy: string | null
  visibility: PublishedSpace['visibility']
  organization_id: string
  organization_hostname: string | null
  backend: PublishedSpace['auth']['backend']
  integration: string | null
  title: string
}

const published = (db: Db) =>
  db
    .selectFrom('site_spaces')
    .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .innerJoin('site_auth', 'site_auth.site_id', 'sites.id')
    .leftJoin('site_sections', 'site_sections.id', 'site_spaces.section_id')
    .select([
      'site_spaces.site_id',
      'site_spaces.space_id',
      'site_spaces.path',
      'site_spaces.is_default',
      'site_sections.path as section_path',
      'site_sections.is_default as section_default',
      'sites.title',
      'sites.basename',
      'sites.hostname',
      'sites.proxy',
      'sites.visibility',
      'sites.organization_id',
      'organizations.hostname as organization_hostname',
      'site_auth.backend',
      'site_auth.integration',
    ])
    .where('sites.published', '=', 1)
    .orderBy('site_spaces.id')

const findPublishedRows = prepared<{ space: string }, PublishedRow>((db, param) =>
  published(db).where('site_spaces.space_id', '=', param('space')),
)

const listPublishedRows = prepared<{ spaces: unknown }, PublishedRow>((db, param) =>
  published(db).where(isInList(db, sql.ref('site_spaces.space_id'), param('spaces'))),
)

/** Finds where the space is published. If several sites show it, the one it was added to first counts. */
export async function findPublishedSpace(db: Db, spaceId: string, urls: Urls): Promise<PublishedSpace | undefined> {
  const [first] = await findPublishedRows(db, { space: spaceId })
  return first && toPublished(first, urls)
}

/** A site, and the share key through which it is read, if any. */
export interface ViewedSite {
  id: string
  shareKey?: string | undefined
}

/** As `findPublishedSpace`, for many spaces in one query. Prefers `site` over other sites. */
export async function listPublishedSpaces(
  db: Db,
  spaceIds: readonly string[],
  urls: Urls,
  site?: ViewedSite,
): Promise<Map<string, PublishedSpace>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await listPublishedRows(db, { spaces: asList(db, spaceIds) })
  const isThere = (row: PublishedRow) => row.site_id === site?.id
  const [there, elsewhere] = [rows.filter(isThere), rows.filter((row) => !isThere(row))]
  // Later entries win.
  const inTurn = [...elsewhere.reverse(), ...there]
  return new Map(inTurn.map((row) => [row.space_id, toPublished(row, urls, isThere(row) ? site?.shareKey : undefined)]))
}

/** As `listPublishedSpaces`, ignoring other sites. */
export async function listSpacesPublishedBy(
  db: Db,
  spaceIds: readonly string[],
  urls: Urls,
  site: ViewedSite,
): Promise<Map<string, PublishedSpace>> {
  const rows: PublishedRow[] = await published(db)
    .where('site_spaces.site_id', '=', site.id)
    .where(isOneOf(db, sql.ref('site_spaces.space_id'), spaceIds))
    .execute()
  return new Map(rows.map((row) => [row.space_id, toPublished(row, urls, site.shareKey)]))
}

function toPublished(row: PublishedRow, urls: Urls, shareKey?: string): PublishedSpace {
  const { path, is_default, section_path, section_default, visibility, backend, integration } = row
  const organization = { id: row.organization_id, hostname: row.organization_hostname }
  const section = section_path === null ? undefined : { path: section_path, is_default: section_default! }
  const url = publishedUrls(urls, organization, row, shareKey).siteSpace({ path, is_default }, section)
  return { url, visibility, auth: { backend, integration } }
}

/** The address of a space on each published site that shows it. */
export async function listPublishedUrls(db: Db, spaceId: string, urls: Urls) {
  const rows = await findPublishedRows(db, { space: spaceId })
  return rows.map((row) => ({ site: row.site_id, title: row.title, url: toPublished(row, urls).url }))
}
