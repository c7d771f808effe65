// Gathers pages, files and the navigation from a tree of files: an archive or a repository.
import { SECOND } from '../lib/time.ts'
import { BOUNDS } from './bounds.ts'
import { readFolders } from './folders.ts'
import { countLinks } from './html/navigation.ts'
import {
  type Failure,
  type Gathered,
  type ImportContext,
  ImportFailure,
  type NavItem,
  type OpenedFile,
  type PageText,
  type RawPage,
} from './model.ts'
import { navigationIn, scanPage } from './reader.ts'
import { reasonOf } from './resources.ts'
import { toText } from './text.ts'
import { ARCHIVE, decode } from './url-index.ts'

export interface FileTree {
  names: string[]
  read(name: string): Promise<Buffer>
  open(name: string): Promise<OpenedFile['bytes']>
}

export interface PageFileOptions {
  /** The wiki, if Markdown links are wiki links. */
  wiki?: PageText['wiki']
  /** The generator of the HTML pages. */
  from?: PageText['from']
  /** True for an HTML page that only lists the others. */
  isList?: (name: string) => boolean
  /** Cleans up a title. */
  title?: (title: string) => string
}

const PAGE = /\.(md|markdown|html?|xhtml)$/i
const JUNK = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|node_modules|\.git)(\/|$)/
const NAVIGATION = /(^|\/)(SUMMARY|_Sidebar)\.md$/i
const NO_PAGE = /(^|\/)(_Footer|_Header)\.md$/i

export async function gatherFiles(
  tree: FileTree,
  { signal, progress }: ImportContext,
  reading: PageFileOptions = {},
): Promise<Gathered> {
  const names = tree.names.filter((name) => !JUNK.test(name))
  const pageNames = names.filter((name) => PAGE.test(name) && !NAVIGATION.test(name) && !NO_PAGE.test(name))
  const failures: Failure[] = []
  const pages = new Map<string, RawPage>()
  let left = BOUNDS.bytesOfPages
  for (const [at, name] of pageNames.entries()) {
    try {
      if (at >= BOUNDS.pages || left < 0 || signal.aborted) throw new ImportFailure(TOO_MUCH)
      const bytes = await tree.read(name)
      left -= bytes.length
      pages.set(name, await readPage(bytes, name, reading))
      progress?.(pages.size, pageNames.length)
    } catch (error) {
      failures.push({ url: name, reason: reasonOf(error) })
    }
  }
  const list = [...pages].find(([name]) => reading.isList?.(name))
  const navigation = list ? await navigationIn(list[1].text, EVERYTHING) : await findNavigation(tree, names, reading)
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

const TOO_MUCH = `One import takes ${BOUNDS.pages} pages, ${BOUNDS.bytesOfPages / 1024 / 1024} MiB of text and ${BOUNDS.timeOfPages / SECOND} seconds at most: import the rest by itself.`

const EVERYTHING = { origin: `https://${ARCHIVE}`, path: '' }

async function readPage(bytes: Buffer, name: string, reading: PageFileOptions): Promise<RawPage> {
  const page = await scanPage(textOf(bytes, name, reading))
  const isTitled = reading.title && page.text.format === 'html'
  return isTitled ? { ...page, fallbackTitle: reading.title!(page.fallbackTitle) } : page
}

function textOf(bytes: Buffer, name: string, { wiki, from }: PageFileOptions): PageText {
  const format = /\.(md|markdown)$/i.test(name) ? 'markdown' : 'html'
  if (bytes.length > (format === 'markdown' ? BOUNDS.bytesOfMarkdown : BOUNDS.bytesOfPage))
    throw new ImportFailure('The page is too large: split it.')
  const page = { format, text: toText(bytes), url: urlOf(name).href } as const
  return format === 'markdown' ? { ...page, ...(wiki && { wiki }) } : { ...page, whole: true, ...(from && { from }) }
}

async function findNavigation(tree: FileTree, names: string[], reading: PageFileOptions): Promise<NavItem[]> {
  const shortest = (a: string, b: string) => a.split('/').length - b.split('/').length
  const [file] = names.filter((name) => NAVIGATION.test(name)).sort(shortest)
  return file === undefined ? [] : navigationIn(textOf(await tree.read(file), file, reading), EVERYTHING)
}
