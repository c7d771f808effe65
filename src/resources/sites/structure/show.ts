// A site's structure as replies show it. Whoever manages the site sees all of it; others see the spaces that they can see
// anyway, and no section or group without one.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../../access/caller.ts'
import { seesAll } from '../../../access/load-site.ts'
import { rolesOn, type Viewer, visibleSpaces } from '../../../access/visibility.ts'
import type { Objects } from '../../../access/vocabulary.ts'
import { isOneOf } from '../../../db/dialect.ts'
import type { Db, Row } from '../../../db/tables.ts'
import type { Urls } from '../../../server/urls.ts'
import { showSpaces } from '../../spaces/showing.ts'
import { publishedUrls, type SiteOrganization } from '../urls.ts'
import { toGroup, toSection, toSiteSpace, toStructure } from './replies.ts'
import type { SiteSection, SiteSectionGroup, SiteSpace as SiteSpaceReply, SiteStructure } from './schemas.ts'
import {
  type Group,
  partOf,
  readStructure,
  type Section,
  type SiteSpace,
  type Structure,
  sectionsIn,
  siteSpacesIn,
} from './structure.ts'

export interface Showing {
  db: Db
  organization: SiteOrganization
  site: Row<'sites'>
  urls: Urls
  /** Whose permissions on spaces are shown; undefined: a visitor, who has none. */
  viewer: Viewer | undefined
  /** Only what the viewer can see anyway. */
  onlyVisible: boolean
  /** That of the share link through which the site is read. */
  shareKey?: string | undefined
}

/** What a member of the organization is shown. */
export const showingTo = (
  { db, organization, site, urls }: Pick<Objects, 'organization' | 'site'> & { db: Db; urls: Urls },
  userId: string,
  shareKey?: string,
): Showing => ({
  db,
  organization,
  site,
  urls,
  viewer: { organizationId: organization.id, userId, role: organization.role },
  onlyVisible: !seesAll(site),
  shareKey,
})

/** The structure without what is not shown. */
export async function visibleStructure({ db, viewer, onlyVisible }: Showing, all: Structure): Promise<Structure> {
  if (!onlyVisible || !viewer) return all
  const ids = all.siteSpaces.map(({ space_id }) => space_id)
  const rows = await db
    .selectFrom('spaces')
    .select('id')
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('id', 'in', visibleSpaces(viewer))
    .execute()
  const visible = new Set(rows.map(({ id }) => id))
  const siteSpaces = all.siteSpaces.filter(({ space_id }) => visible.has(space_id))
  const used = new Set(siteSpaces.map(({ section_id }) => section_id))
  const sections = all.sections.filter(({ id }) => used.has(id))
  const groups = all.groups.filter(({ id }) => sections.some(({ group_id }) => group_id === id))
  return { ...all, siteSpaces, sections, groups }
}

export interface Shown {
  siteSpace(siteSpace: SiteSpace): Static<typeof SiteSpaceReply>
  section(section: Section): Static<typeof SiteSection>
  group(group: Group): Static<typeof SiteSectionGroup>
  structure(): SiteStructure
}

/** How each part is shown. `some` are the site spaces that will be, when not all; their number costs no query. */
export async function show(
  showing: Showing,
  structure: Structure,
  some: readonly SiteSpace[] = structure.siteSpaces,
): Promise<Shown> {
  const { organization, site, urls, shareKey } = showing
  const published = site.published === 1 ? publishedUrls(urls, organization, site, shareKey) : undefined
  const around = { structure, spaces: await showSpacesOf(showing, some), published }
  return {
    siteSpace: (row) => toSiteSpace(row, around),
    section: (row) => toSection(row, around),
    group: (row) => toGroup(row, around),
    structure: () => toStructure(around),
  }
}

/** The spaces behind site spaces, each published where this site shows it. */
async function showSpacesOf({ db, viewer, site, urls, shareKey }: Showing, siteSpaces: readonly SiteSpace[]) {
  const ids = siteSpaces.map(({ space_id }) => space_id)
  const rows = await db
    .selectFrom('spaces')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  const held = viewer ? await rolesOn(db, viewer, 'space', rows) : rows.map((row) => ({ ...row, role: null }))
  const shown = await showSpaces(db, held, urls, { id: site.id, shareKey })
  return new Map(shown.map((space) => [space.id, space]))
}

/** What a write to a site has: enough to show what it has changed. */
type Writing = Pick<Objects, 'organization' | 'site'> & { db: Db; urls: Urls; caller: Caller }

/** A site space as it is after a write. */
export async function showSiteSpace(context: Writing, id: string): Promise<Static<typeof SiteSpaceReply>> {
  const structure = await readStructure(context.db, context.site.id)
  const siteSpace = partOf(structure.siteSpaces, id)
  return (await show(showingTo(context, context.caller.user.id), structure, [siteSpace])).siteSpace(siteSpace)
}

/** A section as it is after a write. */
export async function showSection(context: Writing, id: string): Promise<Static<typeof SiteSection>> {
  const structure = await readStructure(context.db, context.site.id)
  const some = siteSpacesIn(structure, id)
  return (await show(showingTo(context, context.caller.user.id), structure, some)).section(
    partOf(structure.sections, id),
  )
}

/** A group as it is after a write. */
export async function showGroup(context: Writing, id: string): Promise<Static<typeof SiteSectionGroup>> {
  const structure = await readStructure(context.db, context.site.id)
  const some = sectionsIn(structure, id).flatMap((section) => siteSpacesIn(structure, section.id))
  return (await show(showingTo(context, context.caller.user.id), structure, some)).group(partOf(structure.groups, id))
}
