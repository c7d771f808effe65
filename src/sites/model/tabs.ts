// The parts of a site that readers choose among: its sections, and the spaces beside the one they read.
import type { Row } from '../../db/tables.ts'
import { childrenOf, siteSpacesIn, topLevelOf } from '../../domain/site-structure/index.ts'
import { pageHref } from '../paths.ts'
import type { VisitedSpace } from '../visit.ts'
import { type FoundIcon, findIcon } from './icons.ts'

export interface Tab {
  title: string
  description?: string | undefined
  icon?: FoundIcon
  /** Absent for groups. */
  href?: string | undefined
  isCurrent: boolean
  isAway?: boolean
  items: Tab[]
}

export interface Variant {
  title: string
  href: string
  language?: string | undefined
  isCurrent: boolean
}

type Part = ReturnType<typeof topLevelOf>[number]

/** Sections and links, some of them in groups. One section alone needs no tab. */
export async function listTabs(visited: VisitedSpace, style: 'solid' | 'regular'): Promise<Tab[]> {
  const { structure, published, route } = visited
  if (structure.sections.length + structure.externalLinks.length < 2) return []
  const toTab = async (part: Part): Promise<Tab> => {
    const common = {
      title: part.title,
      icon: await findIcon(part.icon ?? undefined, style),
      items: [],
      isCurrent: false,
    }
    if ('url' in part) return { ...common, description: part.description ?? undefined, href: part.url, isAway: true }
    if ('path' in part) {
      const isCurrent = part.id === route.section?.id
      return { ...common, description: part.description ?? undefined, href: published.section(part), isCurrent }
    }
    const items = await Promise.all(childrenOf(structure, part.id).map(toTab))
    return { ...common, items, isCurrent: items.some((item) => item.isCurrent) }
  }
  const tabs = await Promise.all(topLevelOf(structure).map(toTab))
  return tabs.filter(({ href, items }) => href !== undefined || items.length > 0)
}

/** What a link to another variant asks for: the same page where it is, else the first one. */
export const SAME_PAGE = 'same-page'

type Titled = Pick<Row<'spaces'>, 'id' | 'title' | 'language'>

/** The spaces beside the one that is read, such as versions and languages; each leads to the same page in it. */
export function listVariants(
  { structure, route, published, home }: VisitedSpace,
  spaces: ReadonlyMap<string, Titled>,
  current: { id: string; path: string } | undefined,
): Variant[] {
  const beside = siteSpacesIn(structure, route.section?.id ?? null)
  if (beside.length < 2) return []
  return beside.map((siteSpace) => {
    const base = published.siteSpace(siteSpace, route.section)
    const isHome = current === undefined || current.id === home?.page.id
    const isCurrent = siteSpace.id === route.siteSpace.id
    const asks = isHome || isCurrent ? '' : `?${SAME_PAGE}=${encodeURIComponent(current.id)}`
    const space = spaces.get(siteSpace.space_id)
    return {
      title: space?.title ?? '',
      language: space?.language ?? undefined,
      href: pageHref(base, current?.path ?? '', isHome) + asks,
      isCurrent,
    }
  })
}
