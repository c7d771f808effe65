// Decides which parts of a site are presented. Site managers see all of it; other members see only spaces that they have
// access to, without drafts and without empty sections and groups.
import { seesAll } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import { listVisibleAmong, type Viewer } from '../../access/visibility.ts'
import type { Db, Row } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { findExpressionError } from '../../expressions/index.ts'
import type { Urls } from '../../server/urls.ts'
import type { SiteOrganization } from '../site-addresses/index.ts'
import { withoutDrafts } from './external-links.ts'
import { childrenOf, type Structure } from './structure.ts'

/** The site to present, and to whom. */
export interface SiteContext {
  db: Db
  organization: SiteOrganization
  site: Row<'sites'>
  urls: Urls
  /** Whose permissions on spaces are presented; undefined for visitors, who have none. */
  viewer: Viewer | undefined
  /** Omit what the viewer has no access to. */
  onlyVisible: boolean
  /** The share key through which the site is read. */
  shareKey?: string | undefined
}

/** The context for a member of the organization. */
export const siteContextFor = (
  { db, organization, site, urls }: Pick<Objects, 'organization' | 'site'> & { db: Db; urls: Urls },
  userId: string,
  shareKey?: string,
): SiteContext => ({
  db,
  organization,
  site,
  urls,
  viewer: { organizationId: organization.id, userId, role: organization.role },
  onlyVisible: !seesAll(site),
  shareKey,
})

/** The part of the structure that the context presents. */
export async function visibleStructure({ db, viewer, onlyVisible }: SiteContext, all: Structure): Promise<Structure> {
  if (!onlyVisible || !viewer) return all
  return filterForViewer(db, viewer, { ...all, externalLinks: withoutDrafts(all.externalLinks) })
}

/** Removes spaces that the viewer cannot see, and then empty sections and groups. */
export async function filterForViewer(db: Db, viewer: Viewer, all: Structure): Promise<Structure> {
  const visible = await listVisibleAmong(
    db,
    viewer,
    all.siteSpaces.map(({ space_id }) => space_id),
  )
  const siteSpaces = all.siteSpaces.filter(({ space_id }) => visible.has(space_id))
  const used = new Set(siteSpaces.map(({ section_id }) => section_id))
  const sections = all.sections.filter(({ id }) => used.has(id))
  return withoutEmptyGroups({ ...all, siteSpaces, sections })
}

/** Removes groups without sections and links. */
export const withoutEmptyGroups = (structure: Structure): Structure => ({
  ...structure,
  groups: structure.groups.filter(({ id }) => childrenOf(structure, id).length > 0),
})

/** Refuses a condition for visitors that cannot be parsed. */
export function checkCondition(condition: string | null | undefined, path = 'condition'): void {
  const complaint = typeof condition === 'string' ? findExpressionError(condition) : undefined
  if (complaint !== undefined) throw invalid({ path, message: complaint })
}
