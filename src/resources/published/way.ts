// The way from the root of a site to one of its spaces: what each segment of an address names there.
import { type Structure, siteSpacesIn } from '../sites/structure/structure.ts'
import { decoded } from './address.ts'

type Section = Structure['sections'][number]
type SiteSpace = Structure['siteSpaces'][number]

export interface Way {
  section: Section | undefined
  siteSpace: SiteSpace
  /** The segments that name the section and the site space. */
  taken: string[]
  /** The path of the page. */
  rest: string[]
  /** No further segment could lead to another space. */
  complete: boolean
  /** A shorter address leads to the same place. */
  detour: boolean
}

/** Where these segments lead in what the visitor sees of the site; nowhere when there is nothing to see. */
export function findWay(structure: Structure, segments: readonly string[]): Way | undefined {
  const named = structure.sections.length === 0 ? undefined : nameSection(structure, segments)
  const section = named?.section
  if (structure.sections.length > 0 && !section) return undefined
  const inside = siteSpacesIn(structure, section?.id ?? null)
  const left = named?.left ?? [...segments]
  // At the root stands the default section; its other spaces are behind its path.
  const mayName = !named || named.isExplicit
  const variant = mayName && left[0] !== undefined ? inside.find(({ path }) => path === decoded(left[0]!)) : undefined
  const siteSpace = variant ?? firstOf(inside)
  if (!siteSpace) return undefined
  const rest = variant ? left.slice(1) : left
  const hasChoice = named && !named.isExplicit ? true : inside.length > 1
  return {
    section,
    siteSpace,
    taken: segments.slice(0, segments.length - rest.length),
    rest,
    complete: variant !== undefined || rest.length > 0 || !hasChoice,
    detour: variant?.is_default === 1 || (named?.isExplicit === true && section?.is_default === 1 && !variant),
  }
}

function nameSection(structure: Structure, segments: readonly string[]) {
  const [first, ...left] = segments
  const visible = structure.sections.filter(({ id }) => siteSpacesIn(structure, id).length > 0)
  const found = first === undefined ? undefined : visible.find(({ path }) => path === decoded(first))
  if (found) return { section: found, left, isExplicit: true }
  return { section: firstOf(visible), left: [...segments], isExplicit: false }
}

/** The default one, or the first when the visitor does not see that. */
const firstOf = <T extends { is_default: 0 | 1 }>(parts: readonly T[]): T | undefined =>
  parts.find(({ is_default }) => is_default === 1) ?? parts[0]
