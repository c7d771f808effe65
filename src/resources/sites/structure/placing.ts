// Where things go: directly before or after a sibling, in whatever place that is, or at the end of the place they are in.
import { generateKeyBetween } from 'fractional-indexing'
import { invalid } from '../../../errors.ts'
import {
  type Group,
  type Section,
  type SiteSpace,
  type Structure,
  sectionsIn,
  siteSpacesIn,
  topOf,
} from './structure.ts'

type Kind = 'site-space' | 'site-section' | 'site-section-group'

export interface Pointer {
  type: Kind
  id: string
}

/** The end, when there is neither. */
export interface Position {
  before?: Pointer | undefined
  after?: Pointer | undefined
}

/** Clients name the sibling after its kind, or call it `id`. */
type GivenPointer = { type: Kind } & ({ id: string } | { siteSpace: string } | { siteSection: string })

export function toPosition(given: { before?: GivenPointer; after?: GivenPointer } = {}): Position {
  const { before, after } = given
  return { before: before && toPointer(before), after: after && toPointer(after) }
}

function toPointer({ type, ...named }: GivenPointer): Pointer {
  return { type, id: Object.values(named)[0]! }
}

interface Placed {
  id: string
  position: string
}

/** An order key directly before or after that sibling, or at the end. */
function keyAt(siblings: readonly Placed[], { before, after }: Position, moving: string): string {
  const others = siblings.filter(({ id }) => id !== moving)
  const sibling = before ?? after
  const at = sibling ? others.findIndex(({ id }) => id === sibling.id) + (before ? 0 : 1) : others.length
  return generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null)
}

const misplaced = (position: Position, message: string) =>
  invalid({ path: position.before ? 'position.before' : 'position.after', message })

/** The part of the site that is pointed at, when it is one of these. */
function siblingIn<T extends { id: string }>(parts: readonly T[], position: Position, kinds: Kind[]): T | undefined {
  const pointer = position.before ?? position.after
  if (!pointer) return undefined
  const found = kinds.includes(pointer.type) && parts.find(({ id }) => id === pointer.id)
  if (!found) throw misplaced(position, 'is nothing in this site that this can stand beside')
  return found
}

export function placeSiteSpace(structure: Structure, siteSpace: SiteSpace, position: Position) {
  const sibling = siblingIn(structure.siteSpaces, position, ['site-space']) ?? siteSpace
  if (sibling.id === siteSpace.id && (position.before ?? position.after)) return undefined
  const sectionId = sibling.section_id
  return { sectionId, position: keyAt(siteSpacesIn(structure, sectionId), position, siteSpace.id) }
}

/** Beside a section of a group, a section joins that group; beside a group, it stands outside. */
export function placeSection(structure: Structure, section: Section, position: Position) {
  const beside = [...structure.sections, ...structure.groups]
  const sibling = siblingIn(beside, position, ['site-section', 'site-section-group']) ?? section
  if (sibling.id === section.id && (position.before ?? position.after)) return undefined
  const groupId = (sibling as Partial<Section>).group_id ?? null
  const siblings = groupId === null ? topOf(structure) : sectionsIn(structure, groupId)
  return { groupId, position: keyAt(siblings, position, section.id) }
}

/** Groups stand at the top. */
export function placeGroup(structure: Structure, group: Group, position: Position): string | undefined {
  const top = topOf(structure)
  const sibling = siblingIn(top, position, ['site-section', 'site-section-group'])
  return sibling?.id === group.id ? undefined : keyAt(top, position, group.id)
}
