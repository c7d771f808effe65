// Pages that lie in files: what an archive or a repository has, as a source of pages, pictures and a navigation.
import { ARCHIVE, decode } from './address-book.ts'
import { BOUNDS } from './bounds.ts'
import { readFolders } from './folders.ts'
import { countLinks } from './html/navigation.ts'
import { type HtmlOptions, type HtmlPage, readHtmlPage } from './html/page.ts'
import { readMarkdownNavigation } from './markdown-navigation.ts'
import { readMarkdownPage } from './markdown-page.ts'
import { type Failure, type Gathered, ImportFailure, type NavItem, type OpenedFile, type RawPage } from './model.ts'
import { reasonOf } from './resources.ts'
import { toText } from './text.ts'

export interface FileTree {
  names: string[]
  read(name: string): Promise<Buffer>
  open(name: string): Promise<OpenedFile['bytes']>
}

export interface Reading {
  /** The text of a page of markdown before it is read. */
  markdown?: (text: string) => string
  /** Puts a page of HTML into plainer HTML before it is read. */
  html?: HtmlOptions['prepare']
  /** A page of HTML that only lists the others. */
  isList?: (name: string) => boolean
  /** The title as people know it. */
  title?: (title: string) => string
}

const PAGE = /\.(md|markdown|html?|xhtml)$/i
const JUNK = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|node_modules|\.git)(\/|$)/
const NAVIGATION = /(^|\/)(SUMMARY|_Sidebar)\.md$/i
const NO_PAGE = /(^|\/)(_Footer|_Header)\.md$/i

export async function gatherFiles(tree: FileTree, reading: Reading = {}): Promise<Gathered> {
  const names = tree.names.filter((name) => !JUNK.test(name))
  const pageNames = names.filter((name) => PAGE.test(name) && !NAVIGATION.test(name) && !NO_PAGE.test(name))
  const failures: Failure[] = []
  const pages = new Map<string, RawPage>()
  let left = BOUNDS.bytesOfPages
  for (const [at, name] of pageNames.entries()) {
    try {
      if (at >= BOUNDS.pages || left < 0) throw new ImportFailure(TOO_MUCH)
      const bytes = await tree.read(name)
      left -= bytes.length
      pages.set(name, readPage(bytes, name, reading))
    } catch (error) {
      failures.push({ url: name, reason: reasonOf(error) })
    }
  }
  const list = [...pages].find(([name]) => reading.isList?.(name))
  const navigation = list
    ? (list[1] as HtmlPage).navigation(({ hostname }) => hostname === ARCHIVE)
    : await findNavigation(tree, names, reading)
  if (list) pages.delete(list[0])
  const files = new Map(names.filter((name) => !pages.has(name)).map((name) => [urlOf(name).href, name]))
  const find = (url: URL) =>
    files.get(url.origin + url.pathname) ?? files.get(urlOf(decode(url.pathname.slice(1))).href)
  return {
    pages: [...pages.values()],
    navigation: countLinks(navigation) > 0 ? navigation : readFolders([...pages.keys()], urlOf),
    failures,
    isFile: (url) => find(url) !== undefined,
    async open(url) {
      const name = find(url)
      return name === undefined ? undefined : { name, bytes: await tree.open(name) }
    },
  }
}

const urlOf = (name: string): URL => new URL(name.split('/').map(encodeURIComponent).join('/'), `https://${ARCHIVE}/`)

const TOO_MUCH = `One import takes ${BOUNDS.pages} pages at most, and a bounded size: import the rest by itself.`

function readPage(bytes: Buffer, name: string, { markdown, html, title }: Reading): RawPage {
  const isMarkdown = /\.(md|markdown)$/i.test(name)
  if (bytes.length > (isMarkdown ? BOUNDS.bytesOfMarkdown : BOUNDS.bytesOfPage))
    throw new ImportFailure('The page is too large: split it.')
  const text = toText(bytes)
  if (isMarkdown) return readMarkdownPage(markdown ? markdown(text) : text, urlOf(name))
  const page = readHtmlPage(text, urlOf(name), { whole: true, ...(html && { prepare: html }) })
  return title ? { ...page, fallbackTitle: title(page.fallbackTitle) } : page
}

async function findNavigation(tree: FileTree, names: string[], { markdown }: Reading): Promise<NavItem[]> {
  const shortest = (a: string, b: string) => a.split('/').length - b.split('/').length
  const [file] = names.filter((name) => NAVIGATION.test(name)).sort(shortest)
  const text = file === undefined ? '' : toText(await tree.read(file))
  return file === undefined ? [] : readMarkdownNavigation(markdown ? markdown(text) : text, urlOf(file))
}
