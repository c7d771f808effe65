// What a site shows, in order: spaces, or sections that hold spaces, some of them in groups. A structure is small, so it
// is read whole, and all rules are about values in memory. Whoever changes one holds the site.
import { compareKeys } from '../../../db/keyset.ts'
import type { Db, Row } from '../../../db/tables.ts'
import { problem } from '../../../errors.ts'

export type Group = Row<'site_section_groups'>
export type Section = Row<'site_sections'>
export type SiteSpace = Row<'site_spaces'>

export interface Structure {
  siteId: string
  groups: Group[]
  sections: Section[]
  siteSpaces: SiteSpace[]
}

/** Everything in its order; three queries, however large the site is. */
export async function readStructure(db: Db, siteId: string): Promise<Structure> {
  const of = <T extends 'site_section_groups' | 'site_sections' | 'site_spaces'>(table: T) =>
    db
      .selectFrom(table as 'site_sections')
      .selectAll()
      .where('site_id', '=', siteId)
      .execute() as unknown as Promise<Row<T>[]>
  const groups = await of('site_section_groups')
  const sections = await of('site_sections')
  const siteSpaces = await of('site_spaces')
  return inOrder({ siteId, groups, sections, siteSpaces })
}

function inOrder({ siteId, groups, sections, siteSpaces }: Structure): Structure {
  const places = placesOf({ groups, sections })
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
  }
}

/** The order keys of each part among its kind in the whole site; always as many. */
export function placesOf({ groups, sections }: Pick<Structure, 'groups' | 'sections'>) {
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const sectionsById = new Map(sections.map((section) => [section.id, section]))
  const section = ({ id, group_id, position }: Section): string[] => {
    const group = group_id === null ? undefined : groupsById.get(group_id)
    return group ? [group.position, position, id] : [position, '', id]
  }
  const siteSpace = ({ id, section_id, position }: SiteSpace): string[] => {
    const around = section_id === null ? undefined : sectionsById.get(section_id)
    return [...(around ? section(around) : ['', '', '']), position, id]
  }
  return { section, siteSpace }
}

/** The site spaces of a section, or, for null, those outside any. */
export const siteSpacesIn = ({ siteSpaces }: Structure, sectionId: string | null): SiteSpace[] =>
  siteSpaces.filter(({ section_id }) => section_id === sectionId)

/** What stands at the top: groups, and sections outside any, in their common order. */
export const topOf = ({ groups, sections }: Structure): (Group | Section)[] =>
  [...groups, ...sections.filter(({ group_id }) => group_id === null)].sort((a, b) =>
    compareKeys([a.position, a.id], [b.position, b.id]),
  )

export const sectionsIn = ({ sections }: Structure, groupId: string | null): Section[] =>
  sections.filter(({ group_id }) => group_id === groupId)

export const defaultSection = ({ sections }: Structure): Section | undefined =>
  sections.find(({ is_default }) => is_default === 1)

/** The part with that id; one that is not in the site is not there. */
export function partOf<T extends { id: string }>(parts: readonly T[], id: string): T {
  const part = parts.find((candidate) => candidate.id === id)
  if (!part) throw problem('notFound')
  return part
}
