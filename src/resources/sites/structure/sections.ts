// Sections of a site and the groups they can be in. A site that has sections has exactly one default section.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Db, NewRow } from '../../../db/tables.ts'
import { freeSlug, slugify } from '../../../engine/slug.ts'
import { newId } from '../../../lib/ids.ts'
import { now } from '../../../lib/time.ts'
import { type Group, readStructure, type Section, type Structure, sectionsIn, topOf } from './structure.ts'

type NewSection = Pick<NewRow<'site_sections'>, 'title' | 'path' | 'icon' | 'position' | 'is_default'>

export const insertSection = (db: Db, siteId: string, section: NewSection): Promise<Section> =>
  db
    .insertInto('site_sections')
    .values({ ...section, id: newId(), site_id: siteId, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateSection = (db: Db, id: string, patch: Partial<NewRow<'site_sections'>>): Promise<Section> =>
  db
    .updateTable('site_sections')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function makeDefaultSection(db: Db, { sections }: Structure, { id }: Section): Promise<void> {
  const before = sections.find(({ is_default }) => is_default === 1)
  if (before?.id === id) return
  if (before) await updateSection(db, before.id, { is_default: 0 })
  await updateSection(db, id, { is_default: 1 })
}

const UNTITLED = 'Untitled section'
const SHORTEST_TITLE = 2

/** A new section at the end; the first one is the default. */
export function addSection(
  db: Db,
  structure: Structure,
  { title, icon }: { title: string; icon: string | null },
): Promise<Section> {
  const taken = new Set(structure.sections.map(({ path }) => path))
  const named = title.length < SHORTEST_TITLE ? UNTITLED : title
  return insertSection(db, structure.siteId, {
    title: named,
    icon,
    path: freeSlug(slugify(named, 'section'), (slug) => taken.has(slug)),
    position: generateKeyBetween(topOf(structure).at(-1)?.position ?? null, null),
    is_default: structure.sections.length === 0 ? 1 : 0,
  })
}

/** Before the first section comes: what the site has shown so far becomes a section of its own, the default one. */
export async function gatherRootSpaces(db: Db, structure: Structure, title: string): Promise<Structure> {
  if (structure.sections.length > 0 || structure.siteSpaces.length === 0) return structure
  const section = await addSection(db, structure, { title, icon: null })
  await db.updateTable('site_spaces').set({ section_id: section.id }).where('site_id', '=', structure.siteId).execute()
  return readStructure(db, structure.siteId)
}

/** Removes a section with the site spaces in it. */
export async function removeSection(db: Db, structure: Structure, id: string): Promise<void> {
  await db.deleteFrom('site_spaces').where('section_id', '=', id).execute()
  await removeSectionRow(db, structure, id)
}

/** Removes a section that holds nothing any more; the default passes on to the first of the others. */
export async function removeSectionRow(db: Db, { sections }: Structure, id: string): Promise<void> {
  await db.deleteFrom('site_sections').where('id', '=', id).execute()
  const [next] = sections.filter((section) => section.id !== id)
  if (next && sections.find((section) => section.id === id)?.is_default === 1)
    await updateSection(db, next.id, { is_default: 1 })
}

export const insertGroup = (
  db: Db,
  siteId: string,
  group: Pick<NewRow<'site_section_groups'>, 'title' | 'icon' | 'position'>,
): Promise<Group> =>
  db
    .insertInto('site_section_groups')
    .values({ ...group, id: newId(), site_id: siteId, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateGroup = (db: Db, id: string, patch: Partial<NewRow<'site_section_groups'>>): Promise<Group> =>
  db
    .updateTable('site_section_groups')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Removes the group; its sections stay, at its place. */
export async function removeGroup(db: Db, structure: Structure, group: Group): Promise<void> {
  const sections = sectionsIn(structure, group.id)
  const keys = generateNKeysBetween(group.position, keyAfter(structure, group), sections.length)
  for (const [at, { id }] of sections.entries()) await updateSection(db, id, { group_id: null, position: keys[at]! })
  await db.deleteFrom('site_section_groups').where('id', '=', group.id).execute()
}

/** An order key at the top, directly after that group. */
export const placeAfter = (structure: Structure, group: Group): string =>
  generateKeyBetween(group.position, keyAfter(structure, group))

function keyAfter(structure: Structure, group: Group): string | null {
  const top = topOf(structure)
  return top[top.findIndex(({ id }) => id === group.id) + 1]?.position ?? null
}
