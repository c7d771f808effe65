// Sections of a site and their groups. A site with sections has exactly one default section.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Db, NewRow } from '../../db/tables.ts'
import { slugify, uniqueSlug } from '../../engine/slug.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { updateExternalLink } from './external-links.ts'
import { childrenOf, type Group, readStructure, type Section, type Structure, topLevelOf } from './structure.ts'

type NewSection = Pick<NewRow<'site_sections'>, 'title' | 'path' | 'icon' | 'position' | 'is_default'>

const insertSection = (db: Db, siteId: string, section: NewSection): Promise<Section> =>
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

const UNTITLED_SECTION = 'Untitled section'
const MIN_TITLE_LENGTH = 2

/** Adds a section at the end. The first one becomes the default. */
export function addSection(
  db: Db,
  structure: Structure,
  { title, icon }: { title: string; icon: string | null },
): Promise<Section> {
  const taken = new Set(structure.sections.map(({ path }) => path))
  const named = title.length < MIN_TITLE_LENGTH ? UNTITLED_SECTION : title
  return insertSection(db, structure.siteId, {
    title: named,
    icon,
    path: uniqueSlug(slugify(named, 'section'), (slug) => taken.has(slug)),
    position: generateKeyBetween(topLevelOf(structure).at(-1)?.position ?? null, null),
    is_default: structure.sections.length === 0 ? 1 : 0,
  })
}

/** Call before adding the first section: moves existing site spaces into a default section of their own. */
export async function moveRootSpacesIntoSection(db: Db, structure: Structure, title: string): Promise<Structure> {
  if (structure.sections.length > 0 || structure.siteSpaces.length === 0) return structure
  const section = await addSection(db, structure, { title, icon: null })
  await db.updateTable('site_spaces').set({ section_id: section.id }).where('site_id', '=', structure.siteId).execute()
  return readStructure(db, structure.siteId)
}

/** Removes a section and its site spaces. */
export async function removeSection(db: Db, structure: Structure, id: string): Promise<void> {
  await db.deleteFrom('site_spaces').where('section_id', '=', id).execute()
  await removeSectionRow(db, structure, id)
}

/** Removes an empty section. If it was the default, the first of the others becomes it. */
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

/** Removes the group, and moves its sections and links to its position. */
export async function removeGroup(db: Db, structure: Structure, group: Group): Promise<void> {
  const children = childrenOf(structure, group.id)
  const keys = generateNKeysBetween(group.position, keyAfter(structure, group), children.length)
  for (const [at, child] of children.entries()) {
    const update = 'url' in child ? updateExternalLink : updateSection
    await update(db, child.id, { group_id: null, position: keys[at]! })
  }
  await db.deleteFrom('site_section_groups').where('id', '=', group.id).execute()
}

/** An order key at the top level, directly after the group. */
export const orderKeyAfter = (structure: Structure, group: Group): string =>
  generateKeyBetween(group.position, keyAfter(structure, group))

function keyAfter(structure: Structure, group: Group): string | null {
  const top = topLevelOf(structure)
  return top[top.findIndex(({ id }) => id === group.id) + 1]?.position ?? null
}
