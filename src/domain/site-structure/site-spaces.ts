// Spaces in a site. Every section, and the root of a site without sections, has exactly one default site space. A
// section without site spaces is removed.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { slugify, uniqueSlug } from '../../engine/slug.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { removeSectionRow } from './sections.ts'
import { type SiteSpace, type Structure, siteSpacesIn } from './structure.ts'

/** Adds spaces at the end of a section, or of the root. */
export async function insertSiteSpaces(
  db: Db,
  structure: Structure,
  sectionId: string | null,
  spaces: readonly Pick<Row<'spaces'>, 'id' | 'title'>[],
): Promise<SiteSpace[]> {
  const siblings = siteSpacesIn(structure, sectionId)
  const taken = new Set(siblings.map(({ path }) => path))
  const positions = generateNKeysBetween(siblings.at(-1)?.position ?? null, null, spaces.length)
  const rows = spaces.map(({ id, title }, at) => {
    const path = freePath(title, taken)
    taken.add(path)
    return {
      id: newId(),
      site_id: structure.siteId,
      section_id: sectionId,
      space_id: id,
      path,
      is_default: siblings.length === 0 && at === 0 ? (1 as const) : (0 as const),
      position: positions[at]!,
      created_at: now(),
    }
  })
  return rows.length === 0 ? [] : db.insertInto('site_spaces').values(rows).returningAll().execute()
}

const freePath = (title: string, taken: ReadonlySet<string>): string =>
  uniqueSlug(slugify(title, 'docs'), (slug) => taken.has(slug))

export const updateSiteSpace = (db: Db, id: string, patch: Partial<NewRow<'site_spaces'>>): Promise<SiteSpace> =>
  db
    .updateTable('site_spaces')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Makes it the default of its section, or of the root. */
export async function makeDefaultSiteSpace(db: Db, structure: Structure, { id, section_id }: SiteSpace): Promise<void> {
  const before = siteSpacesIn(structure, section_id).find(({ is_default }) => is_default === 1)
  if (before?.id === id) return
  if (before) await updateSiteSpace(db, before.id, { is_default: 0 })
  await updateSiteSpace(db, id, { is_default: 1 })
}

/** Removes a site space. The last one of a published site cannot be removed. */
export async function removeSiteSpace(
  db: Db,
  structure: Structure,
  siteSpace: SiteSpace,
  site: Pick<Row<'sites'>, 'published'>,
): Promise<void> {
  if (site.published === 1 && structure.siteSpaces.length === 1) throw problem('lastSiteSpace')
  await db.deleteFrom('site_spaces').where('id', '=', siteSpace.id).execute()
  await afterRemoval(db, structure, siteSpace)
}

/** Moves a site space to this position of a section, or of the root. */
export async function moveSiteSpaceTo(
  db: Db,
  structure: Structure,
  siteSpace: SiteSpace,
  { sectionId, position }: { sectionId: string | null; position: string },
): Promise<SiteSpace> {
  if (sectionId === siteSpace.section_id) return updateSiteSpace(db, siteSpace.id, { position })
  const taken = new Set(siteSpacesIn(structure, sectionId).map(({ path }) => path))
  const path = uniqueSlug(siteSpace.path, (slug) => taken.has(slug))
  const moved = await updateSiteSpace(db, siteSpace.id, { section_id: sectionId, position, path, is_default: 0 })
  await afterRemoval(db, structure, siteSpace)
  return moved
}

/** Restores the invariants of the place that a site space left: picks a new default, or removes the empty section. */
async function afterRemoval(db: Db, structure: Structure, siteSpace: SiteSpace): Promise<void> {
  const [next] = siteSpacesIn(structure, siteSpace.section_id).filter(({ id }) => id !== siteSpace.id)
  if (next && siteSpace.is_default === 1) await updateSiteSpace(db, next.id, { is_default: 1 })
  if (!next && siteSpace.section_id !== null) await removeSectionRow(db, structure, siteSpace.section_id)
}

export const orderKeyAtEnd = (siblings: readonly { position: string }[]): string =>
  generateKeyBetween(siblings.at(-1)?.position ?? null, null)
