// The parts of a site as replies show them, from rows that were read.
import type { Static } from 'typebox'
import type { Space } from '../../spaces/schemas.ts'
import type { PublishedUrls } from '../urls.ts'
import type { SiteSection, SiteSectionGroup, SiteSpace as SiteSpaceReply, SiteStructure } from './schemas.ts'
import {
  type Group,
  type Section,
  type SiteSpace,
  type Structure,
  sectionsIn,
  siteSpacesIn,
  topOf,
} from './structure.ts'

/** What a part stands among. */
export interface Around {
  structure: Structure
  /** The spaces behind site spaces, by their id. */
  spaces: Map<string, Static<typeof Space>>
  /** Where the parts are published; undefined when the site is not. */
  published: PublishedUrls | undefined
}

export function toSiteSpace(row: SiteSpace, { structure, spaces, published }: Around): Static<typeof SiteSpaceReply> {
  const section = structure.sections.find(({ id }) => id === row.section_id)
  const space = spaces.get(row.space_id)!
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    section: row.section_id ?? undefined,
    space,
    title: space.title,
    default: row.is_default === 1,
    condition: row.condition ?? undefined,
    hasAdvancedCustomizationFeature: true,
    urls: { published: published?.siteSpace(row, section) },
  }
}

export const toSection = (row: Section, around: Around): Static<typeof SiteSection> => ({
  object: 'site-section',
  id: row.id,
  title: row.title,
  description: row.description ?? undefined,
  default: row.is_default === 1,
  path: row.path,
  condition: row.condition ?? undefined,
  sectionGroup: row.group_id ?? undefined,
  siteSpaces: siteSpacesIn(around.structure, row.id).map((siteSpace) => toSiteSpace(siteSpace, around)),
  urls: { published: around.published?.section(row) },
  icon: row.icon ?? undefined,
})

export const toGroup = (row: Group, around: Around): Static<typeof SiteSectionGroup> => ({
  object: 'site-section-group',
  id: row.id,
  title: row.title,
  sections: sectionsIn(around.structure, row.id).map((section) => toSection(section, around)),
  icon: row.icon ?? undefined,
})

export function toStructure(around: Around): SiteStructure {
  const { sections, siteSpaces } = around.structure
  if (sections.length === 0)
    return { type: 'siteSpaces', structure: siteSpaces.map((siteSpace) => toSiteSpace(siteSpace, around)) }
  const top = topOf(around.structure)
  return {
    type: 'sections',
    structure: top.map((part) => ('group_id' in part ? toSection(part, around) : toGroup(part, around))),
  }
}
