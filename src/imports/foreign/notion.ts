// Notion: an export as Markdown or HTML. Names of files end with the id of their page, and pages below a page are in the
// folder of its name.

import { slugify } from '../../engine/slug.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { rewriteBlocks } from './blocks.ts'
import { componentRule, NOTION } from './components.ts'
import { contentsFromFolders } from './folders.ts'
import { readHtml } from './html-page.ts'
import { type ForeignSource, folderOf, nameOf, type SiteFiles, type SourcePage, toText } from './model.ts'
import { readPageText } from './pages.ts'
import { csvToTable } from './tables.ts'

const ID = / ?\b[0-9a-f]{32}(?=\.\w+$|_all\.csv$|$)/
const PAGE = /[ -][0-9a-f]{32}\.(md|html)$/
const TABLE = /[ -][0-9a-f]{32}\.csv$/

export const notion: ForeignSource = {
  matches: (names) => names.some((name) => PAGE.test(name)),
  async read(files) {
    const notes: ImportWarning[] = []
    const names = files.names.filter(
      (name) => (PAGE.test(name) || TABLE.test(name)) && !/(^|\/)index\.html$/.test(name),
    )
    const paths = pathsFor(names)
    const pages: SourcePage[] = []
    for (const name of names) pages.push(await readPage(files, name, paths.get(name)!, notes))
    return { pages, contents: inOrder(pages), notes }
  },
}

const plainName = (part: string): string =>
  part
    .replace(ID, '')
    .replace(/\.(md|html|csv)$/, '')
    .trim()

/** Paths without ids; the shared top folder of an export is left out. */
function pathsFor(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  const folders = new Map<string, string>()
  const paths = new Map<string, string>()
  const shortestFirst = [...names].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
  for (const name of shortestFirst) {
    const parent = placeOf(folderOf(name), folders)
    const slug = slugify(plainName(nameOf(name))) || 'page'
    let path = [parent, slug].filter(Boolean).join('/')
    for (let number = 1; taken.has(path); number++) path = [parent, `${slug}-${number}`].filter(Boolean).join('/')
    taken.add(path)
    // Pages below are in the folder with the name of the page, with or without its id.
    const stem = name.replace(/\.(md|html|csv)$/, '')
    for (const folder of [stem, stem.replace(ID, '')]) if (!folders.has(folder)) folders.set(folder, path)
    paths.set(name, `${path}.md`)
  }
  return paths
}

function placeOf(folder: string, known: ReadonlyMap<string, string>): string {
  if (folder === '') return ''
  const found = known.get(folder)
  if (found !== undefined) return found
  // A folder without a page of its own: the one around the export, or a database.
  const above = placeOf(folderOf(folder), known)
  return folderOf(folder) === '' ? above : [above, slugify(plainName(nameOf(folder)))].filter(Boolean).join('/')
}

async function readPage(files: SiteFiles, name: string, path: string, notes: ImportWarning[]): Promise<SourcePage> {
  const text = toText(await files.read(name))
  const fallback = plainName(nameOf(name))
  if (name.endsWith('.csv')) {
    const { markdown, left } = csvToTable(text)
    notes.push({
      path: name,
      message: `The database is a plain table now${left > 0 ? `, without its last ${left} rows` : ''}.`,
    })
    return { name, path, urls: [], title: fallback, body: markdown }
  }
  if (name.endsWith('.html')) {
    const { title, markdown } = readHtml(text, name)
    return { name, path, urls: [], title: title || fallback, body: markdown }
  }
  const { heading, body } = readPageText(text)
  return { name, path, urls: [], title: heading ?? fallback, body: rewriteBlocks(body, [componentRule(NOTION)]) }
}

/** Pages below a page are in the order in which it links to them. */
function inOrder(pages: readonly SourcePage[]): SummaryEntry[] {
  const parents = new Map(pages.map((page) => [page.path.replace(/\.md$/, ''), page]))
  const place = (page: SourcePage): number => {
    const parent = parents.get(folderOf(page.path))
    const link = encodeURI(nameOf(page.name))
    const at = parent ? parent.body.indexOf(link) : -1
    return at < 0 ? Number.MAX_SAFE_INTEGER : at
  }
  return contentsFromFolders(pages, (one, other) => place(one) - place(other) || one.title.localeCompare(other.title))
}
