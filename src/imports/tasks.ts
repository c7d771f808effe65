// Page tasks as pure functions of plain data, so that they run inline or in a thread.
import { findExcess } from '../engine/size.ts'
import { sha256 } from '../lib/hash.ts'
import type { ContentRef, Fence } from '../markdown/index.ts'
import { BOUNDS } from './bounds.ts'
import { convertDocx } from './docx-to-html.ts'
import { fromGoogleDocs } from './google-docs-html.ts'
import { readHtmlPage } from './html/page.ts'
import { readMarkdownNavigation } from './markdown-navigation.ts'
import { readMarkdownPage, titleFrom } from './markdown-page.ts'
import {
  ImportFailure,
  type LinkResolver,
  type NavItem,
  type PageContent,
  type PageLinks,
  type PageText,
} from './model.ts'
import { isInside, type Scope } from './url-index.ts'
import { fromWikiMarkup } from './wiki-markup.ts'

/** What is known about a page before its links are resolved. */
export interface PageScan {
  fallbackTitle: string
  canonical: string | undefined
  /** The targets of its links; only for HTML. */
  links: string[]
  found: PageLinks
  /** Equal for equal pages at different URLs. */
  fingerprint: string
}

/** The resolved links and files of a page, by their source text. */
export interface ResolvedLinks {
  links: ReadonlyMap<string, ContentRef>
  files: ReadonlyMap<string, ContentRef>
  /** Languages whose fences stand for blocks of integrations. */
  fences: readonly Fence[]
}

interface Open {
  fallbackTitle: string
  canonical?: URL | undefined
  links: readonly URL[]
  read(resolving: LinkResolver): PageContent
  navigation(wanted: (url: URL) => boolean): NavItem[]
}

export function look(page: PageText): PageScan {
  const { fallbackTitle, canonical, links, read } = open(page)
  const noted = { links: new Set<string>(), files: new Set<string>() }
  const noting = (set: Set<string>) => (href: string) => {
    set.add(href)
    return { kind: 'url', url: URL.canParse(href, page.url) ? new URL(href, page.url).href : href }
  }
  const { document, title } = read({ link: noting(noted.links), file: noting(noted.files) })
  return {
    fallbackTitle,
    canonical: canonical?.href,
    links: [...new Set(links.map(({ href }) => href))].slice(0, BOUNDS.linksOfPage),
    found: { links: [...noted.links], files: [...noted.files] },
    fingerprint: sha256(JSON.stringify([title ?? fallbackTitle, document])),
  }
}

export function read(page: PageText, { links, files, fences }: ResolvedLinks): PageContent {
  const from = (known: ReadonlyMap<string, ContentRef>) => (href: string) =>
    known.get(href) ?? { kind: 'url', url: href }
  return open(page).read({ link: from(links), file: from(files), fences })
}

/** A navigation item that can be posted to a thread: URLs are strings. */
export interface PlainItem {
  title: string
  url?: string
  items: PlainItem[]
}

export const navigation = (page: PageText, scope: Scope): PlainItem[] =>
  open(page)
    .navigation((url) => isInside(url, scope))
    .map(toPlain)

const toPlain = ({ title, url, items }: NavItem): PlainItem => ({
  title,
  ...(url && { url: url.href }),
  items: items.map(toPlain),
})

function open(page: PageText): Open {
  const opened = page.format === 'html' ? openHtml(page) : openMarkdown(page)
  return { ...opened, read: (resolving) => bounded(opened.read(resolving)) }
}

function bounded(content: PageContent): PageContent {
  const excess = findExcess(content.document)
  if (excess) throw new ImportFailure(`The page ${excess}.`)
  return content
}

function openHtml({ text, url, whole = false, from }: PageText): Open {
  refuseManyTags(text)
  return readHtmlPage(text, new URL(url), { whole, ...(from && { prepare: fromGoogleDocs }) })
}

// Checked before parsing, because each node takes many times the memory of its tag.
function refuseManyTags(html: string): void {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
    if (/[a-z]/i.test(html[at + 1] ?? '') && ++count > BOUNDS.elementsOfPage)
      throw new ImportFailure(`The page has more than ${BOUNDS.elementsOfPage} elements: split it.`)
}

function openMarkdown({ text, url, wiki }: PageText): Open {
  const plain = wiki ? fromWikiMarkup(text, wiki) : text
  return {
    fallbackTitle: titleFrom(new URL(url)),
    links: [],
    read: (resolving) => readMarkdownPage(plain, resolving),
    navigation: () => readMarkdownNavigation(plain, new URL(url)),
  }
}

export const tasks = { look, read, navigation, convertDocx }
