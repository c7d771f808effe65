// Reads an HTML page: its title, content, links and navigation.
import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import type { Root as MarkdownTree } from 'mdast'
import { documentFrom } from '../../markdown/index.ts'
import { ImportFailure, type LinkResolver, type NavItem, type PageContent } from '../model.ts'
import { clean } from './clean.ts'
import { attributeOf, elementsIn, find, isNamed, lineOf, type Parent, walk } from './elements.ts'
import { findMain } from './main-content.ts'
import { findNavigation } from './navigation.ts'
import { toMarkdownTree } from './to-markdown-tree.ts'

export interface HtmlPage {
  /** Used if the page has no title. */
  fallbackTitle: string
  read(resolving: LinkResolver): PageContent
  /** The canonical URL of the page. */
  canonical: URL | undefined
  links: URL[]
  navigation(wanted: (url: URL) => boolean): NavItem[]
}

const MAX_DEPTH = 500

export interface HtmlOptions {
  /** Normalizes the HTML first. */
  prepare?: (tree: Root) => void
  /** True if there is no site chrome: without a marked element, the whole page is content. */
  whole?: boolean
}

export function readHtmlPage(html: string, url: URL, { prepare, whole = false }: HtmlOptions = {}): HtmlPage {
  const tree = parse(html)
  prepare?.(tree)
  const base = baseOf(tree, url)
  const links = walk(tree).flatMap((each) => (isNamed(each, 'a') ? (toUrl(attributeOf(each, 'href'), base) ?? []) : []))
  const main = findMain(tree, whole)
  const head = { title: titleIn(tree), description: metaIn(tree, 'description') ?? metaIn(tree, 'og:description') }
  const canonical = find(tree, (each) => isNamed(each, 'link') && String(each.properties.rel).includes('canonical'))
  clean(main)
  const title = takeTitle(main)
  const markdown = toMarkdownTree(main)
  return {
    fallbackTitle: head.title || nameOf(url),
    canonical: canonical && toUrl(attributeOf(canonical, 'href'), base),
    links,
    // Computed on demand: few pages need it, and a parsed tree takes many times the memory of the text.
    navigation: (wanted) =>
      findNavigation(parse(html), (href) => {
        const target = toUrl(href, base)
        return target && wanted(target) ? target : undefined
      }),
    read: ({ link, file, fences = [] }) => ({
      document: documentFrom(absolute(markdown, base, url), { resolveLink: link, resolveFile: file, fences }),
      title,
      description: head.description,
    }),
  }
}

function parse(html: string): Root {
  try {
    const tree = fromHtml(html)
    if (depthOf(tree) <= MAX_DEPTH) return tree
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new ImportFailure('The page is nested too deeply: simplify its HTML.')
}

function depthOf(tree: Root): number {
  let depth = 0
  for (let level: Parent[] = [tree]; level.length > 0 && depth <= MAX_DEPTH; depth++) level = level.flatMap(elementsIn)
  return depth
}

function baseOf(tree: Root, url: URL): URL {
  const base = find(tree, (each) => isNamed(each, 'base'))
  return (base && toUrl(attributeOf(base, 'href'), url)) ?? url
}

function toUrl(href: string | undefined, base: URL): URL | undefined {
  const url = href !== undefined && URL.canParse(href, base.href) ? new URL(href, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

// `Install | Example Docs`: the page and the site.
function titleIn(tree: Root): string {
  const title = find(tree, (each) => isNamed(each, 'title'))
  const text = title ? lineOf(title) : ''
  return metaIn(tree, 'og:title')?.split(/\s+[|–—·]\s+/)[0] ?? text.split(/\s+[|–—·]\s+|\s-\s/)[0]!.trim()
}

function metaIn(tree: Root, name: string): string | undefined {
  const meta = find(
    tree,
    ({ tagName, properties }) => tagName === 'meta' && [properties.name, properties.property].includes(name),
  )
  return (meta && attributeOf(meta, 'content')?.trim()) || undefined
}

/** The first heading is the title, if only text-free elements come before it. */
function takeTitle(main: Parent): string | undefined {
  for (const child of elementsIn(main)) {
    if (isNamed(child, 'h1')) {
      main.children = main.children.filter((each) => each !== child) as never
      return lineOf(child) || undefined
    }
    const isWrapper = isNamed(child, 'header', 'div', 'section', 'article', 'hgroup')
    const title = isWrapper ? takeTitle(child) : undefined
    if (title !== undefined) return title
    if (lineOf(child) !== '') return undefined
  }
  return undefined
}

const nameOf = ({ hostname, pathname }: URL): string => {
  const name =
    decodeURIComponent(pathname.replace(/%(?![\da-f]{2})/gi, '%25'))
      .replace(/\/+$/, '')
      .split('/')
      .pop() ?? ''
  return (
    name
      .replace(/\.\w+$/, '')
      .replaceAll(/[-_]+/g, ' ')
      .trim() || hostname
  )
}

/** Makes links relative to the page; a `<base>` would change their meaning. */
function absolute(tree: MarkdownTree, base: URL, url: URL): MarkdownTree {
  return base.href === url.href ? tree : rebased(tree, base)
}

function rebased<T>(node: T, base: URL): T {
  const { url, children } = node as { url?: unknown; children?: unknown[] }
  const isRelative = typeof url === 'string' && !url.startsWith('#') && URL.canParse(url, base.href)
  return {
    ...node,
    ...(isRelative && { url: new URL(url, base).href }),
    ...(children && { children: children.map((child) => rebased(child, base)) }),
  }
}
