// Where spaces are published: the audience and the address of each, for replies that show spaces.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { type Sooner, whenThere } from '../../lib/sooner.ts'
import type { Urls } from '../../server/urls.ts'
import { publishedUrls } from './urls.ts'

/** How visitors get to a space. */
export interface PublishedSpace {
  url: string
  visibility: Row<'sites'>['visibility']
  auth: Pick<Row<'site_auth'>, 'backend' | 'integration'>
}

interface Found {
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

const findPublishedRows = prepared<{ space: string }, Found>((db, param) =>
  published(db).where('site_spaces.space_id', '=', param('space')),
)

/** Where the space is published; a space that several sites show is where it was put first. */
export const findPublished = (db: Db, spaceId: string, urls: Urls): Sooner<PublishedSpace | undefined> =>
  whenThere(findPublishedRows(db, { space: spaceId }), ([first]) => first && publishedBy(first, urls))

const before = new WeakMap<Found, { urls: Urls; published: PublishedSpace }>()

/** The same for the same row. */
function publishedBy(row: Found, urls: Urls): PublishedSpace {
  const known = before.get(row)
  if (known?.urls === urls) return known.published
  const published = toPublished(row, urls)
  before.set(row, { urls, published })
  return published
}

/** A site, and the key of the share link through which it is read. */
export interface ReadSite {
  id: string
  shareKey?: string | undefined
}

/** The same for many spaces, in one query. What `site` shows is published there, even if it is elsewhere too. */
export async function listPublished(
  db: Db,
  spaceIds: readonly string[],
  urls: Urls,
  site?: ReadSite,
): Promise<Map<string, PublishedSpace>> {
  if (spaceIds.length === 0) return new Map()
  const rows: Found[] = await published(db)
    .where(isOneOf(db, sql.ref('site_spaces.space_id'), spaceIds))
    .execute()
  const isThere = (row: Found) => row.site_id === site?.id
  const [there, elsewhere] = [rows.filter(isThere), rows.filter((row) => !isThere(row))]
  // The last one counts.
  const inTurn = [...elsewhere.reverse(), ...there]
  return new Map(inTurn.map((row) => [row.space_id, toPublished(row, urls, isThere(row) ? site?.shareKey : undefined)]))
}

function toPublished(row: Found, urls: Urls, shareKey?: string): PublishedSpace {
  const { path, is_default, section_path, section_default, visibility, backend, integration } = row
  const organization = { id: row.organization_id, hostname: row.organization_hostname }
  const section = section_path === null ? undefined : { path: section_path, is_default: section_default! }
  const url = publishedUrls(urls, organization, row, shareKey).siteSpace({ path, is_default }, section)
  return { url, visibility, auth: { backend, integration } }
}
