// Positions of site parts: before or after a sibling, possibly in another section or group, or at the end of their own.
import { generateKeyBetween } from 'fractional-indexing'
import { invalid } from '../../errors.ts'
import {
  childrenOf,
  type ExternalLink,
  type Group,
  type Section,
  type SiteSpace,
  type Structure,
  siteSpacesIn,
  topLevelOf,
} from './structure.ts'

type Kind = 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'

const AMONG_SECTIONS: Kind[] = ['site-section', 'site-section-group', 'site-external-link']

interface SiblingPointer {
  type: Kind
  id: string
}

/** Neither means the end. */
interface Position {
  before?: SiblingPointer | undefined
  after?: SiblingPointer | undefined
}

/** Clients name the sibling by kind or as `id`. */
type GivenPointer = { type: Kind } & ({ id: string } | { siteSpace: string } | { siteSection: string })

export function toPosition(given: { before?: GivenPointer; after?: GivenPointer } = {}): Position {
  const { before, after } = given
  return { before: before && toPointer(before), after: after && toPointer(after) }
}

function toPointer({ type, ...named }: GivenPointer): SiblingPointer {
  return { type, id: Object.values(named)[0]! }
}

interface Placed {
  id: string
  position: string
}

/** An order key before or after the sibling, or at the end. */
function orderKeyAt(siblings: readonly Placed[], { before, after }: Position, moving: string): string {
  const others = siblings.filter(({ id }) => id !== moving)
  const sibling = before ?? after
  const at = sibling ? others.findIndex(({ id }) => id === sibling.id) + (before ? 0 : 1) : others.length
  return generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null)
}

const misplaced = (position: Position, message: string) =>
  invalid({ path: position.before ? 'position.before' : 'position.after', message })

/** The sibling that the position names; throws if it is not in the site or not of these kinds. */
function siblingIn<T extends { id: string }>(parts: readonly T[], position: Position, kinds: Kind[]): T | undefined {
  const pointer = position.before ?? position.after
  if (!pointer) return undefined
  const found = kinds.includes(pointer.type) && parts.find(({ id }) => id === pointer.id)
  if (!found) throw misplaced(position, 'does not name a valid sibling in this site')
  return found
}

export function placeSiteSpace(structure: Structure, siteSpace: SiteSpace, position: Position) {
  const sibling = siblingIn(structure.siteSpaces, position, ['site-space']) ?? siteSpace
  if (sibling.id === siteSpace.id && (position.before ?? position.after)) return undefined
  const sectionId = sibling.section_id
  return { sectionId, position: orderKeyAt(siteSpacesIn(structure, sectionId), position, siteSpace.id) }
}

/** Next to a child of a group, a section or link joins that group; next to a group, it leaves its own. */
export function placeChild(structure: Structure, child: Section | ExternalLink, position: Position) {
  const beside = [...structure.sections, ...structure.externalLinks, ...structure.groups]
  const sibling = siblingIn(beside, position, AMONG_SECTIONS) ?? child
  if (sibling.id === child.id && (position.before ?? position.after)) return undefined
  const groupId = (sibling as Partial<Section>).group_id ?? null
  const siblings = groupId === null ? topLevelOf(structure) : childrenOf(structure, groupId)
  return { group_id: groupId, position: orderKeyAt(siblings, position, child.id) }
}

/** Groups exist only at the top level. */
export function placeGroup(structure: Structure, group: Group, position: Position): string | undefined {
  const top = topLevelOf(structure)
  const sibling = siblingIn(top, position, AMONG_SECTIONS)
  return sibling?.id === group.id ? undefined : orderKeyAt(top, position, group.id)
}
