// The pages of the documentation as a site would show them: the same model, made from memory.
import { DEFAULTS } from '../domain/customization/index.ts'
import { drawInTurns, prepareHighlights } from '../domain/drawing/index.ts'
import { loadIcons } from '../lib/icons.ts'
import { VERSION } from '../lib/version.ts'
import { PLAIN } from '../render/html/index.ts'
import type { RepositoryPage } from '../repository/model.ts'
import type { Frame, TreeLink } from '../sites/model/frame.ts'
import { outlineOf } from '../sites/model/outline.ts'
import { LAYOUT, type PageModel } from '../sites/model/page.ts'
import { branchHref, searchHref } from '../sites/paths.ts'
import { ENGLISH_SITE } from '../sites/words.ts'
import type { HelpPage, Library } from './library.ts'

export interface Places {
  /** The address of the documentation; it ends with a slash. */
  home: string
  /** The address of the server. */
  base: string
}

export function frameOf(library: Library, { home, base }: Places, current?: HelpPage): Frame {
  const link = (title: string, href: string) => ({ title, href, style: 'link' as const, items: [] })
  return {
    title: `Lectern ${VERSION}`,
    home,
    homePath: new URL(home).pathname,
    language: 'en',
    words: ENGLISH_SITE,
    sections: [],
    variants: [],
    links: [link('Console', `${base}/app`), link('API reference', `${base}/docs`)],
    tree: library.tree.map((page) => toTreeLink(library, page, current)),
    branches: branchHref(home),
    search: { href: searchHref(home), scope: 'here', hasScopes: false },
    footer: [],
    settings: DEFAULTS,
  }
}

function toTreeLink(library: Library, page: RepositoryPage, current?: HelpPage): TreeLink {
  const { id, title, linkTitle, target } = page
  const document = library.findById(id)
  const away = target?.kind === 'url' ? target.url : undefined
  return {
    id,
    title: linkTitle ?? title,
    kind: document ? 'document' : away === undefined ? 'group' : 'link',
    href: document ? library.hrefOf(document) : away,
    isCurrent: id === current?.id,
    isClosed: false,
    items: page.pages.map((each) => toTreeLink(library, each, current)),
  }
}

export async function modelOf(library: Library, places: Places, page: HelpPage): Promise<PageModel> {
  const { pages, hrefOf } = library
  const { document, title, description, path } = page
  const { highlight, arrival } = await prepareHighlights(document, [])
  const surroundings = {
    ...PLAIN,
    title,
    target: library.target,
    file: library.file,
    icon: await loadIcons(),
    highlight,
  }
  const own = hrefOf(page)
  const at = pages.indexOf(page)
  const linkTo = (other: HelpPage | undefined) => other && { title: other.title, href: hrefOf(other) }
  const markdown = `${places.home}${path === '' ? 'README' : path}.md`
  return {
    ...frameOf(library, places, page),
    direction: 'ltr',
    meta: { own, canonical: own, alternates: [] },
    actions: { markdown, copy: markdown, assistants: [] },
    layout: LAYOUT,
    crumbs: page.above.map((above) => ({ title: above })),
    page: { title, description, isIndexed: false },
    body: await drawInTurns(document, surroundings),
    outline: outlineOf(document),
    previous: linkTo(pages[at - 1]),
    next: linkTo(pages[at + 1]),
    frameOrigins: [],
    connectOrigins: [],
    showsApi: false,
    isLasting: true,
    arrival,
  }
}
