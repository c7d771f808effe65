// Routes from the root of a site to one of its spaces, by the segments of a URL.
import { type Structure, siteSpacesIn } from '../site-structure/index.ts'
import { decodeSegment } from './address.ts'

type Section = Structure['sections'][number]
type SiteSpace = Structure['siteSpaces'][number]

export interface Route {
  section: Section | undefined
  siteSpace: SiteSpace
  /** The segments that name the section and the site space. */
  prefix: string[]
  /** The path of the page. */
  rest: string[]
  /** No further segment can lead to another space. */
  complete: boolean
  /** A shorter URL leads to the same page. */
  hasShorterUrl: boolean
}

/** Finds the route within the visible structure; undefined if nothing is visible. */
export function findRoute(structure: Structure, segments: readonly string[]): Route | undefined {
  const named = structure.sections.length === 0 ? undefined : nameSection(structure, segments)
  const section = named?.section
  if (structure.sections.length > 0 && !section) return undefined
  const inside = siteSpacesIn(structure, section?.id ?? null)
  const left = named?.left ?? [...segments]
  // The root shows the default section; its other spaces are below its path.
  const mayName = !named || named.isExplicit
  const variant =
    mayName && left[0] !== undefined ? inside.find(({ path }) => path === decodeSegment(left[0]!)) : undefined
  const siteSpace = variant ?? firstOf(inside)
  if (!siteSpace) return undefined
  const rest = variant ? left.slice(1) : left
  const hasChoice = named && !named.isExplicit ? true : inside.length > 1
  return {
    section,
    siteSpace,
    prefix: segments.slice(0, segments.length - rest.length),
    rest,
    complete: variant !== undefined || rest.length > 0 || !hasChoice,
    hasShorterUrl: variant?.is_default === 1 || (named?.isExplicit === true && section?.is_default === 1 && !variant),
  }
}

/** The route to the default space, with all segments as the path of a page. */
export function findDefaultRoute(structure: Structure, segments: readonly string[]): Route | undefined {
  const section = firstOf(structure.sections.filter(({ id }) => siteSpacesIn(structure, id).length > 0))
  const siteSpace = firstOf(siteSpacesIn(structure, section?.id ?? null))
  return siteSpace && { section, siteSpace, prefix: [], rest: [...segments], complete: true, hasShorterUrl: false }
}

function nameSection(structure: Structure, segments: readonly string[]) {
  const [first, ...left] = segments
  const visible = structure.sections.filter(({ id }) => siteSpacesIn(structure, id).length > 0)
  const found = first === undefined ? undefined : visible.find(({ path }) => path === decodeSegment(first))
  if (found) return { section: found, left, isExplicit: true }
  return { section: firstOf(visible), left: [...segments], isExplicit: false }
}

/** The default part, or the first one if the default is hidden. */
const firstOf = <T extends { is_default: 0 | 1 }>(parts: readonly T[]): T | undefined =>
  parts.find(({ is_default }) => is_default === 1) ?? parts[0]
