// What is around every page of a site: its name, its spaces, the page tree and the footer.
import { documentPropsOf } from '../../computed/source.ts'
import type { Db, Row } from '../../db/tables.ts'
import { settingsOf } from '../../domain/customization/index.ts'
import { type Place, resolveRefs } from '../../domain/drawing/index.ts'
import { readContent } from '../../domain/revisions/index.ts'
import { pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Icon } from '../../lib/icons.ts'
import type { Customization } from '../../shapes/customization.ts'
import { branchHref, eventsHref, pageHref, searchHref } from '../paths.ts'
import type { VisitedSpace } from '../visit.ts'
import { type SiteWords, wordsFor } from '../words.ts'
import { findIcon, type IconStyle, iconStyleOf } from './icons.ts'
import { type Announcement, type HeaderLink, type Link, loadLinks } from './links.ts'
import { type Rest, readTree, type TreeItem } from './page-tree.ts'
import { loadPreviewBar, type PreviewBar } from './preview.ts'
import { defaultScope, hasScopes, type Scope } from './search-scope.ts'
import { listTabs, listVariants, type Tab, type Variant } from './tabs.ts'

export type { Link }

export interface TreeLink {
  id: string
  title: string
  kind: 'document' | 'group' | 'link'
  /** Present if it stands for pages that are not listed; its link leads to the nearest of them. */
  rest?: Rest | undefined
  href?: string | undefined
  emoji?: string | undefined
  icon?: Icon | undefined
  /** Of a page that shows one operation of an API. */
  method?: string | undefined
  isCurrent: boolean
  isClosed: boolean
  items: TreeLink[]
}

export interface Frame {
  title: string
  home: string
  /** The path of the site, as readers see it. */
  homePath: string
  language: string
  words: SiteWords
  sections: Tab[]
  /** The spaces among which readers choose, such as versions or languages. */
  variants: Variant[]
  links: HeaderLink[]
  tree: TreeLink[]
  /** Where closed branches of the tree are. */
  branches: string
  search: { href: string; scope: Scope; hasScopes: boolean }
  /** Where the script tells what readers do; absent in previews. */
  events?: { href: string; page?: string | undefined } | undefined
  footer: { title: string; links: Link[] }[]
  announcement?: Announcement | undefined
  settings: Customization
  /** Present if the site is previewed. */
  preview?: PreviewBar | undefined
}

export async function loadFrame(
  db: Db,
  visited: VisitedSpace,
  current: Page | undefined,
  place: Place,
): Promise<Frame> {
  const { site, route, structure, published, space, view } = visited
  const settings = settingsOf(site, route.siteSpace)
  const { header, footer, announcement } = await loadLinks(visited, settings, place)
  const style = iconStyleOf(settings)
  const tree = await readContent(db, readTree(view.tree, current))
  const here = current && { id: current.id, path: await readContent(db, pathOf(view.tree, current)) }
  const { locale } = settings.internationalization
  return {
    title: settings.title ?? site.title,
    home: published.site,
    homePath: new URL(published.site).pathname,
    language: space.language ?? locale,
    words: wordsOf(visited),
    sections: await listTabs(visited, style),
    variants: listVariants(visited, await spacesById(db, structure.siteSpaces), here),
    links: header,
    tree: await toTreeLinks(tree, visited, place),
    branches: branchHref(visited.base),
    search: { href: searchHref(visited.base), scope: defaultScope(visited), hasScopes: hasScopes(visited) },
    events: visited.entry.member ? undefined : { href: eventsHref(visited.base), page: current?.id },
    footer,
    announcement,
    settings,
    preview: await loadPreviewBar(db, visited),
  }
}

/** The words for readers of a space. */
export const wordsOf = ({ site, route, space }: VisitedSpace): SiteWords =>
  wordsFor(space.language, settingsOf(site, route.siteSpace).internationalization.locale)

/** Items of the page tree as links. */
export const toTreeLinks = (items: readonly TreeItem[], visited: VisitedSpace, place: Place): Promise<TreeLink[]> => {
  const style = iconStyleOf(settingsOf(visited.site, visited.route.siteSpace))
  return Promise.all(items.map((item) => toTreeLink(item, visited, place, style)))
}

async function toTreeLink(item: TreeItem, visited: VisitedSpace, place: Place, style: IconStyle): Promise<TreeLink> {
  const { page, path, isCurrent, isClosed, items, rest } = item
  const href =
    page.type === 'document'
      ? pageHref(visited.base, path, page.id === visited.home?.page.id)
      : page.target && (await resolveRefs(place, [page.target]))(page.target)
  if (rest)
    return {
      id: page.id,
      title: restTitle(rest, visited),
      kind: 'document',
      href,
      isCurrent,
      isClosed,
      items: [],
      rest,
    }
  return {
    id: page.id,
    title: page.linkTitle ?? page.title,
    kind: page.type === 'document' || page.type === 'link' ? page.type : 'group',
    href,
    emoji: page.emoji,
    icon: await findIcon(page.icon, style),
    method: methodOf(page),
    isCurrent,
    isClosed,
    items: await Promise.all(items.map((each) => toTreeLink(each, visited, place, style))),
  }
}

function restTitle(rest: Rest, visited: VisitedSpace): string {
  const { earlierPages, laterPages } = wordsOf(visited)
  return 'from' in rest ? laterPages : earlierPages
}

function methodOf({ computed }: TreeItem['page']): string | undefined {
  const props = computed === undefined ? undefined : documentPropsOf(computed)
  return props?.doc === 'operation' ? props.method : undefined
}

type Titled = Pick<Row<'spaces'>, 'id' | 'title' | 'language'>

async function spacesById(db: Db, siteSpaces: readonly { space_id: string }[]): Promise<Map<string, Titled>> {
  if (siteSpaces.length < 2) return new Map()
  const ids = siteSpaces.map(({ space_id }) => space_id)
  const rows = await db.selectFrom('spaces').select(['id', 'title', 'language']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
