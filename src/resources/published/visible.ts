// What a visitor sees of the structure of a site.
import { listVisible } from '../../access/visitor.ts'
import type { Db } from '../../db/tables.ts'
import { readStructure, type Structure } from '../sites/structure/structure.ts'
import type { Known } from './visitors.ts'

/** What such a visitor sees of the site. */
export async function readVisible(db: Db, siteId: string, claims: Known['claims']): Promise<Structure> {
  const structure = await readStructure(db, siteId)
  return onlyVisible(structure, new Set((await listVisible(db, siteId, claims)).map(({ id }) => id)))
}

/** The structure without what is not visible; sections and groups that are empty then go too. */
export function onlyVisible(structure: Structure, visible: ReadonlySet<string>): Structure {
  const siteSpaces = structure.siteSpaces.filter(({ id }) => visible.has(id))
  const sections = structure.sections.filter(({ id }) => siteSpaces.some(({ section_id }) => section_id === id))
  const groups = structure.groups.filter(({ id }) => sections.some(({ group_id }) => group_id === id))
  return { ...structure, siteSpaces, sections, groups }
}
