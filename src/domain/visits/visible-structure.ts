// Filters the structure of a site for visitors.
import { listVisibleSiteSpaces } from '../../access/visitor.ts'
import type { Db, Row } from '../../db/tables.ts'
import { linksForVisitor, readStructure, type Structure, withoutEmptyGroups } from '../site-structure/index.ts'
import type { SiteEntry } from './site-entry.ts'

/** Loads the structure that the visitor sees. */
export async function readVisibleStructure(db: Db, site: Row<'sites'>, visiting: SiteEntry): Promise<Structure> {
  const structure = await readStructure(db, site.id)
  return filterForVisitor(structure, await listVisibleSiteSpaces(db, site, visiting), visiting.claims)
}

/** Removes hidden spaces and links, and then empty sections and groups. */
export function filterForVisitor(
  structure: Structure,
  visible: readonly { id: string }[],
  claims: Record<string, unknown>,
): Structure {
  const ids = new Set(visible.map(({ id }) => id))
  const seen = structure.siteSpaces.filter(({ id }) => ids.has(id))
  const siteSpaces = seen.map((each) => withDefault(each, (other) => other.section_id === each.section_id, seen))
  const left = structure.sections.filter(({ id }) => siteSpaces.some(({ section_id }) => section_id === id))
  const sections = left.map((each) => withDefault(each, () => true, left))
  const externalLinks = linksForVisitor(structure.externalLinks, claims)
  return withoutEmptyGroups({ ...structure, siteSpaces, sections, externalLinks })
}

/** If the default is hidden, the first visible sibling becomes it, so that visitors cannot tell. */
function withDefault<T extends { is_default: 0 | 1 }>(
  part: T,
  isBeside: (other: T) => boolean,
  parts: readonly T[],
): T {
  const beside = parts.filter(isBeside)
  const isDefault = part === beside[0] && beside.every(({ is_default }) => is_default === 0)
  return isDefault ? { ...part, is_default: 1 } : part
}
