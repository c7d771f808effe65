// Loads sites and their parts. A member's role on a site is the one they have in its organization; a guest may look at
// the sites that show a space they can see.
import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/tables.ts'
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

const PARTS = {
  siteSpaceId: ['siteSpace', 'site_spaces'],
  siteSectionId: ['siteSection', 'site_sections'],
  siteSectionGroupId: ['siteSectionGroup', 'site_section_groups'],
  shareLinkId: ['shareLink', 'share_links'],
  siteRedirectId: ['siteRedirect', 'site_redirects'],
} as const

/** The parts of a site that a path names. */
export async function loadPartsOfSite(
  db: Db,
  caller: Caller,
  { organization, site }: Pick<Objects, 'organization' | 'site'>,
  params: Record<string, string>,
): Promise<Partial<Objects>> {
  const parts: Record<string, unknown> = {}
  for (const [param, [kind, table]] of Object.entries(PARTS)) {
    const id = params[param]
    if (id !== undefined) parts[kind] = await loadPart(db, site.id, table, id)
  }
  const { siteSpace } = parts as Partial<Objects>
  if (!siteSpace || seesAll(site)) return parts
  if (!(await shows(db, viewerOf(organization, caller), site.id, siteSpace.space_id))) throw problem('notFound')
  return parts
}

/** Whoever manages a site sees all of it; others see the spaces in it that they can see anyway. */
export const seesAll = (site: Site): boolean => permits('site', 'admin', site)

async function loadPart(db: Db, siteId: string, table: (typeof PARTS)[keyof typeof PARTS][1], id: string) {
  const parts = db.selectFrom(table).selectAll().where('id', '=', id).where('site_id', '=', siteId)
  const row = await parts.executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}
