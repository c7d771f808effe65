// Reply objects for the parts of a site, from loaded rows.
import type { Static } from 'typebox'
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace as SiteSpaceReply,
  SiteStructure,
} from '../../shapes/site-structure.ts'
import type { Space } from '../../shapes/spaces.ts'
import type { PublishedUrls } from '../site-addresses/index.ts'
import {
  childrenOf,
  type ExternalLink,
  type Group,
  type Section,
  type SiteSpace,
  type Structure,
  sectionsIn,
  siteSpacesIn,
  topLevelOf,
} from './structure.ts'

/** What presenting a part requires. */
interface StructureContext {
  structure: Structure
  /** Presented spaces by id. */
  spaces: Map<string, Static<typeof Space>>
  /** Undefined if the site is not published. */
  published: PublishedUrls | undefined
  /** Omit conditions, which visitors must not see. */
  withoutConditions: boolean
}

const conditionOf = (
  { condition }: { condition: string | null },
  { withoutConditions }: StructureContext,
): string | undefined => (withoutConditions ? undefined : (condition ?? undefined))

export function toSiteSpace(row: SiteSpace, context: StructureContext): Static<typeof SiteSpaceReply> {
  const { structure, spaces, published } = context
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
    condition: conditionOf(row, context),
    hasAdvancedCustomizationFeature: true,
    urls: { published: published?.siteSpace(row, section) },
  }
}

export const toSection = (row: Section, context: StructureContext): Static<typeof SiteSection> => ({
  object: 'site-section',
  id: row.id,
  title: row.title,
  description: row.description ?? undefined,
  default: row.is_default === 1,
  path: row.path,
  condition: conditionOf(row, context),
  sectionGroup: row.group_id ?? undefined,
  siteSpaces: siteSpacesIn(context.structure, row.id).map((siteSpace) => toSiteSpace(siteSpace, context)),
  urls: { published: context.published?.section(row) },
  icon: row.icon ?? undefined,
})

export const toGroup = (row: Group, context: StructureContext): Static<typeof SiteSectionGroup> => ({
  object: 'site-section-group',
  id: row.id,
  title: row.title,
  sections: sectionsIn(context.structure, row.id).map((section) => toSection(section, context)),
  children: childrenOf(context.structure, row.id).map((child) => toChild(child, context)),
  icon: row.icon ?? undefined,
})

export const toExternalLink = (row: ExternalLink, context: StructureContext): Static<typeof SiteExternalLink> => ({
  object: 'site-external-link',
  id: row.id,
  title: row.title,
  description: row.description ?? undefined,
  icon: row.icon ?? undefined,
  url: row.url,
  sectionGroup: row.group_id ?? undefined,
  draft: row.draft === 1,
  condition: conditionOf(row, context),
})

const toChild = (child: Section | ExternalLink, context: StructureContext) =>
  'url' in child ? toExternalLink(child, context) : toSection(child, context)

export function toStructure(context: StructureContext): SiteStructure {
  const { sections, siteSpaces, externalLinks } = context.structure
  if (sections.length === 0 && externalLinks.length === 0)
    return { type: 'siteSpaces', structure: siteSpaces.map((siteSpace) => toSiteSpace(siteSpace, context)) }
  const top = topLevelOf(context.structure)
  return {
    type: 'sections',
    structure: top.map((part) => ('group_id' in part ? toChild(part, context) : toGroup(part, context))),
  }
}
