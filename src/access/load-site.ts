// Loads sites and their parts. A member's role on a site is the one they have in its organization; a guest may look at
// the sites that show a space they can see.
import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import type { Caller } from './caller.ts'
import { demandSiteInstalled } from './load-installed.ts'
import { type Viewer, visibleSpaces } from './visibility.ts'
import { type Objects, permits } from './vocabulary.ts'

type Site = Objects['site']

/** A site of an organization the caller was already let through to. */
export async function loadSite(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  id: string,
): Promise<Site> {
  const [row] = await findSite(db, { id, organization: organization.id })
  if (!row) throw problem('notFound')
  if (caller.integration) await demandSiteInstalled(db, caller.integration, id)
  if (organization.role === null && !(await shows(db, viewerOf(organization, caller), id))) throw problem('notFound')
  return { ...row, role: organization.role ?? 'read' }
}

const viewerOf = (organization: Objects['organization'], caller: Caller): Viewer => ({
  organizationId: organization.id,
  userId: caller.user.id,
  role: organization.role,
})

export const countOfSiteSpaces = sql<number>`(select count(*) from site_spaces where site_spaces.site_id = sites.id)`

const findSite = prepared<{ id: string; organization: string }, Omit<Site, 'role'>>((db, param) =>
  db
    .selectFrom('sites')
    .selectAll('sites')
    .select(countOfSiteSpaces.as('siteSpaces'))
    .where('sites.id', '=', param('id'))
    .where('sites.organization_id', '=', param('organization')),
)

/** Does the site show a space that the viewer can see, or that one of them? */
async function shows(db: Db, viewer: Viewer, siteId: string, spaceId?: string): Promise<boolean> {
  const shown = await db
    .selectFrom('site_spaces')
    .select('id')
    .where('site_id', '=', siteId)
    .where('space_id', 'in', visibleSpaces(viewer))
    .$if(spaceId !== undefined, (some) => some.where('space_id', '=', spaceId!))
    .limit(1)
    .executeTakeFirst()
  return shown !== undefined
}

type Parts = 'site_spaces' | 'site_sections' | 'site_section_groups' | 'share_links' | 'site_redirects'

/** A part of a site the caller was already let through to. */
export async function loadPartOfSite<T extends Parts>(db: Db, table: T, site: Site, id: string): Promise<Row<T>> {
  const parts = db.selectFrom(table as Parts).selectAll()
  const row = await parts.where('id', '=', id).where('site_id', '=', site.id).executeTakeFirst()
  if (!row) throw problem('notFound')
  return row as Row<T>
}

/** A space of a site; those who do not manage the site need to see the space itself. */
export async function loadSiteSpace(
  db: Db,
  caller: Caller,
  { organization, site }: Pick<Objects, 'organization' | 'site'>,
  id: string,
): Promise<Objects['siteSpace']> {
  const siteSpace = await loadPartOfSite(db, 'site_spaces', site, id)
  const isSeen = seesAll(site) || (await shows(db, viewerOf(organization, caller), site.id, siteSpace.space_id))
  if (!isSeen) throw problem('notFound')
  return siteSpace
}

/** Whoever manages a site sees all of it; others see the spaces in it that they can see anyway. */
export const seesAll = (site: Site): boolean => permits('site', 'admin', site)
