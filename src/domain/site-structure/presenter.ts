// Presents the structure of a site: loads the spaces of its parts, and builds the replies.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import { rolesOn } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace as SiteSpaceReply,
  SiteStructure,
} from '../../shapes/site-structure.ts'
import { publishedUrls } from '../site-addresses/index.ts'
import { presentSpaces, presentSpacesToVisitor } from '../spaces/index.ts'
import { toExternalLink, toGroup, toSection, toSiteSpace, toStructure } from './replies.ts'
import {
  type ExternalLink,
  type Group,
  readStructure,
  requirePart,
  type Section,
  type SiteSpace,
  type Structure,
  sectionsIn,
  siteSpacesIn,
} from './structure.ts'
import { type SiteContext, siteContextFor } from './visibility.ts'

interface SitePresenter {
  siteSpace(siteSpace: SiteSpace): Static<typeof SiteSpaceReply>
  section(section: Section): Static<typeof SiteSection>
  group(group: Group): Static<typeof SiteSectionGroup>
  externalLink(link: ExternalLink): Static<typeof SiteExternalLink>
  structure(): SiteStructure
}

/** Returns a presenter for each kind of part. `some` limits the site spaces to load, in a fixed number of queries. */
export async function sitePresenter(
  context: SiteContext,
  structure: Structure,
  some: readonly SiteSpace[] = structure.siteSpaces,
): Promise<SitePresenter> {
  const { organization, site, urls, shareKey } = context
  const published = site.published === 1 ? publishedUrls(urls, organization, site, shareKey) : undefined
  const parts = {
    structure,
    spaces: await presentSpacesOf(context, some),
    published,
    withoutConditions: !context.viewer,
  }
  return {
    siteSpace: (row) => toSiteSpace(row, parts),
    section: (row) => toSection(row, parts),
    group: (row) => toGroup(row, parts),
    externalLink: (row) => toExternalLink(row, parts),
    structure: () => toStructure(parts),
  }
}

/** Presents the spaces behind site spaces, as published by this site. */
async function presentSpacesOf({ db, viewer, site, urls, shareKey }: SiteContext, siteSpaces: readonly SiteSpace[]) {
  const ids = siteSpaces.map(({ space_id }) => space_id)
  const rows = await db
    .selectFrom('spaces')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  const withRoles = viewer ? await rolesOn(db, viewer, 'space', rows) : rows.map((row) => ({ ...row, role: null }))
  const shown = await (viewer ? presentSpaces : presentSpacesToVisitor)(db, withRoles, urls, { id: site.id, shareKey })
  return new Map(shown.map((space) => [space.id, space]))
}

/** The context of a write to a site. */
type WriteContext = Pick<Objects, 'organization' | 'site'> & { db: Db; urls: Urls; caller: Caller }

/** Presents a site space after a write. */
export async function presentSiteSpace(context: WriteContext, id: string): Promise<Static<typeof SiteSpaceReply>> {
  const structure = await readStructure(context.db, context.site.id)
  const siteSpace = requirePart(structure.siteSpaces, id)
  return (await sitePresenter(siteContextFor(context, context.caller.user.id), structure, [siteSpace])).siteSpace(
    siteSpace,
  )
}

/** Presents a section after a write. */
export async function presentSection(context: WriteContext, id: string): Promise<Static<typeof SiteSection>> {
  const structure = await readStructure(context.db, context.site.id)
  const some = siteSpacesIn(structure, id)
  return (await sitePresenter(siteContextFor(context, context.caller.user.id), structure, some)).section(
    requirePart(structure.sections, id),
  )
}

/** Presents a group after a write. */
export async function presentGroup(context: WriteContext, id: string): Promise<Static<typeof SiteSectionGroup>> {
  const structure = await readStructure(context.db, context.site.id)
  const some = sectionsIn(structure, id).flatMap((section) => siteSpacesIn(structure, section.id))
  return (await sitePresenter(siteContextFor(context, context.caller.user.id), structure, some)).group(
    requirePart(structure.groups, id),
  )
}

/** Presents an external link after a write. */
export async function presentExternalLink(context: WriteContext, id: string): Promise<Static<typeof SiteExternalLink>> {
  const structure = await readStructure(context.db, context.site.id)
  const shown = await sitePresenter(siteContextFor(context, context.caller.user.id), structure, [])
  return shown.externalLink(requirePart(structure.externalLinks, id))
}
