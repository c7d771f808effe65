// Loads sites and their parts. `site-roles.ts` determines the role on a site.
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type Objects, permits } from '../permissions.ts'
import { findRoleOnSite, showsVisibleSpace } from '../site-roles.ts'
import type { Viewer } from '../visibility.ts'
import { requireInstalledSite } from './installation-scope.ts'

type Site = Objects['site']

/** Loads a site of an organization that the caller is authorized for. */
export async function loadSite(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  id: string,
): Promise<Site> {
  const [row] = await findSite(db, { id, organization: organization.id })
  if (!row) throw problem('notFound')
  if (caller.integration) await requireInstalledSite(db, caller.integration, id)
  const role = await findRoleOnSite(db, viewerOf(organization, caller), id)
  if (role === null) throw problem('notFound')
  return { ...row, role }
}

const viewerOf = (organization: Objects['organization'], caller: Caller): Viewer => ({
  organizationId: organization.id,
  userId: caller.user.id,
  role: organization.role,
})

export const siteSpaceCount = sql<number>`(select count(*) from site_spaces where site_spaces.site_id = sites.id)`

const findSite = prepared<{ id: string; organization: string }, Omit<Site, 'role'>>((db, param) =>
  db
    .selectFrom('sites')
    .selectAll('sites')
    .select(siteSpaceCount.as('siteSpaces'))
    .where('sites.id', '=', param('id'))
    .where('sites.organization_id', '=', param('organization')),
)

type Parts =
  | 'site_spaces'
  | 'site_sections'
  | 'site_section_groups'
  | 'site_external_links'
  | 'share_links'
  | 'site_previews'
  | 'site_redirects'

/** Loads a part of a site that the caller is authorized for. */
export async function loadPartOfSite<T extends Parts>(db: Db, table: T, site: Site, id: string): Promise<Row<T>> {
  const parts = db.selectFrom(table as Parts).selectAll()
  const row = await parts.where('id', '=', id).where('site_id', '=', site.id).executeTakeFirst()
  if (!row) throw problem('notFound')
  return row as Row<T>
}

/** Loads a site space. Callers who do not manage the site need access to the space itself. */
export async function loadSiteSpace(
  db: Db,
  caller: Caller,
  { organization, site }: Pick<Objects, 'organization' | 'site'>,
  id: string,
): Promise<Objects['siteSpace']> {
  const siteSpace = await loadPartOfSite(db, 'site_spaces', site, id)
  const isSeen =
    seesAll(site) || (await showsVisibleSpace(db, viewerOf(organization, caller), site.id, siteSpace.space_id))
  if (!isSeen) throw problem('notFound')
  return siteSpace
}

/** Loads a preview: one's own, or any for callers who manage the site. */
export async function loadSitePreview(
  db: Db,
  caller: Caller,
  site: Objects['site'],
  id: string,
): Promise<Objects['sitePreview']> {
  const preview = await loadPartOfSite(db, 'site_previews', site, id)
  if (preview.created_by !== caller.user.id && !seesAll(site)) throw problem('notFound')
  return preview
}

/** True if the caller manages the site and sees all its spaces; others see only spaces that they have access to. */
export const seesAll = (site: Site): boolean => permits('site', 'admin', site)
