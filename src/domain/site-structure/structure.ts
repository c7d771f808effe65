// The ordered structure of a site: site spaces, or sections and external links, some of them in groups. It is small, so
// it is loaded whole and the rules work in memory. Writers must lock the site.
import { compareKeys } from '../../db/keyset.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'

export type Group = Row<'site_section_groups'>
export type Section = Row<'site_sections'>
export type SiteSpace = Row<'site_spaces'>
export type ExternalLink = Row<'site_external_links'>

export interface Structure {
  siteId: string
  groups: Group[]
  sections: Section[]
  siteSpaces: SiteSpace[]
  externalLinks: ExternalLink[]
}

/** Loads the ordered structure with four queries. */
export async function readStructure(db: Db, siteId: string): Promise<Structure> {
  const site = { site: siteId }
  const groups = [...(await listGroups(db, site))]
  const sections = [...(await listSections(db, site))]
  const siteSpaces = [...(await listSiteSpaces(db, site))]
  const externalLinks = [...(await listExternalLinks(db, site))]
  return inOrder({ siteId, groups, sections, siteSpaces, externalLinks })
}

const listGroups = prepared<{ site: string }, Group>((db, param) =>
  db.selectFrom('site_section_groups').selectAll().where('site_id', '=', param('site')),
)
const listSections = prepared<{ site: string }, Section>((db, param) =>
  db.selectFrom('site_sections').selectAll().where('site_id', '=', param('site')),
)
const listSiteSpaces = prepared<{ site: string }, SiteSpace>((db, param) =>
  db.selectFrom('site_spaces').selectAll().where('site_id', '=', param('site')),
)
const listExternalLinks = prepared<{ site: string }, ExternalLink>((db, param) =>
  db.selectFrom('site_external_links').selectAll().where('site_id', '=', param('site')),
)

function inOrder({ siteId, groups, sections, siteSpaces, externalLinks }: Structure): Structure {
  const places = orderKeysOf({ groups, sections })
  const by = <T>(rows: T[], keysOf: (row: T) => string[]) =>
    rows
      .map((row) => ({ row, keys: keysOf(row) }))
      .sort((a, b) => compareKeys(a.keys, b.keys))
      .map(({ row }) => row)
  return {
    siteId,
    groups: by(groups, (group) => [group.position, group.id]),
    sections: by(sections, (section) => places.section(section)),
    siteSpaces: by(siteSpaces, (siteSpace) => places.siteSpace(siteSpace)),
    externalLinks: by(externalLinks, (link) => [link.position, link.id]),
  }
}

/** Sort keys of each part among its kind in the whole site. Keys of one kind have the same number of elements. */
export function orderKeysOf({ groups, sections }: Pick<Structure, 'groups' | 'sections'>) {
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const sectionsById = new Map(sections.map((section) => [section.id, section]))
  const section = ({ id, group_id, position }: Section): string[] => {
    const group = group_id === null ? undefined : groupsById.get(group_id)
    return group ? [group.position, position, id] : [position, '', id]
  }
  const siteSpace = ({ id, section_id, position }: SiteSpace): string[] => {
    const parent = section_id === null ? undefined : sectionsById.get(section_id)
    return [...(parent ? section(parent) : ['', '', '']), position, id]
  }
  return { section, siteSpace }
}

/** The site spaces of a section, or of the root for null. */
export const siteSpacesIn = ({ siteSpaces }: Structure, sectionId: string | null): SiteSpace[] =>
  siteSpaces.filter(({ section_id }) => section_id === sectionId)

/** Groups, sections and links at the top level, in order. */
export const topLevelOf = (structure: Structure): (Group | Section | ExternalLink)[] =>
  byPosition([...structure.groups, ...childrenOf(structure, null)])

/** The sections and links of a group, or of the top level for null, in order. */
export const childrenOf = (
  { sections, externalLinks }: Structure,
  groupId: string | null,
): (Section | ExternalLink)[] =>
  byPosition([...sections, ...externalLinks].filter(({ group_id }) => group_id === groupId))

const byPosition = <T extends { position: string; id: string }>(parts: readonly T[]): T[] =>
  [...parts].sort((a, b) => compareKeys([a.position, a.id], [b.position, b.id]))

export const sectionsIn = ({ sections }: Structure, groupId: string | null): Section[] =>
  sections.filter(({ group_id }) => group_id === groupId)

export const defaultSection = ({ sections }: Structure): Section | undefined =>
  sections.find(({ is_default }) => is_default === 1)

/** The part with that id, or a 404. */
export function requirePart<T extends { id: string }>(parts: readonly T[], id: string): T {
  const part = parts.find((candidate) => candidate.id === id)
  if (!part) throw problem('notFound')
  return part
}
