// Confluence: the export of a space as HTML or XML. Of HTML, `index.html` lists the pages, `attachments/` has their files.
import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { slugify } from '../../engine/slug.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { attributeOf, elementsIn, find, isNamed, type Parent } from '../html/elements.ts'
import { ImportFailure } from '../model.ts'
import { look } from '../tasks.ts'
import { CONFLUENCE } from '../zip.ts'
import { ENTITIES, readXmlExport } from './confluence-xml.ts'
import { readHtml } from './html-page.ts'
import { type ForeignSource, folderOf, item, nameOf, type SiteFiles, type SourcePage, toText } from './model.ts'
import { decode } from './pages.ts'

const PAGE = /(^|\/)(?:[^/]*_)?\d+\.html$/

export const confluence: ForeignSource = {
  matches: (names) =>
    names.includes(ENTITIES) ||
    (names.some((name) => /(^|\/)index\.html$/.test(name)) && names.some((name) => PAGE.test(name))),
  async read(files) {
    if (files.names.includes(ENTITIES)) return readXmlExport(files)
    const notes: ImportWarning[] = []
    const [index] = files.names.filter((name) => /(^|\/)index\.html$/.test(name)).sort((a, b) => a.length - b.length)
    if (index === undefined) throw new ImportFailure('There is no index.html: export the space as HTML or XML.')
    const folder = folderOf(index)
    const pages: SourcePage[] = []
    const taken = new Set<string>()
    for (const name of files.names)
      if (folderOf(name) === folder && PAGE.test(name)) pages.push(await readPage(files, name, taken, notes))
    const listed = readIndex(toText(await files.read(index)))
    notes.push({ path: index, message: 'Comments, permissions and earlier versions are not in an export as HTML.' })
    return { pages, contents: toContents(listed, pages), notes }
  },
}

interface Listed {
  name: string
  items: Listed[]
}

/** Lists in lists, each item with the link of its page. */
function readIndex(html: string): Listed[] {
  look({ format: 'html', text: html, url: 'https://archive.invalid/index.html', whole: true })
  const tree = fromHtml(html)
  const lists = (parent: Parent): Element[] =>
    elementsIn(parent).flatMap((each) => (isNamed(each, 'ul', 'ol') ? [each] : isNamed(each, 'li') ? [] : lists(each)))
  const itemsOf = (list: Parent): Listed[] =>
    elementsIn(list).flatMap((each) => {
      const link = find(each, (inside) => isNamed(inside, 'a'))
      const name = decode((link && attributeOf(link, 'href')) ?? '')
      const items = lists(each).flatMap(itemsOf)
      return PAGE.test(name) ? [{ name, items }] : items
    })
  return lists(tree).flatMap(itemsOf)
}

async function readPage(
  files: SiteFiles,
  name: string,
  taken: Set<string>,
  notes: ImportWarning[],
): Promise<SourcePage> {
  const html = toText(await files.read(name))
  // The list of attachments at the end repeats what the page shows.
  const end = html.search(/<div class="pageSection group">\s*<div class="pageSectionHeader">\s*<h2 id="attachments"/)
  const { title, markdown } = readHtml(end < 0 ? html : `${html.slice(0, end)}</div></body></html>`, name)
  for (const [, macro] of html.matchAll(/class="[^"]*unknown-macro[^"]*"[^>]*>([^<]{0,80})/g))
    notes.push({ path: name, message: `A macro was not exported: ${macro!.trim() || 'without a name'}.` })
  const plain = CONFLUENCE.title!(title)
  const slug = slugify(plain) || 'page'
  let path = slug
  for (let number = 1; taken.has(path); number++) path = `${slug}-${number}`
  taken.add(path)
  return { name, path: `${path}.md`, urls: [], title: plain, body: markdown }
}

function toContents(listed: readonly Listed[], pages: readonly SourcePage[]): SummaryEntry[] {
  const byName = new Map(pages.map((page) => [nameOf(page.name), page]))
  const used = new Set<SourcePage>()
  const toEntries = (items: readonly Listed[]): SummaryEntry[] =>
    items.flatMap(({ name, items: below }) => {
      const page = byName.get(nameOf(name))
      if (!page || used.has(page)) return toEntries(below)
      used.add(page)
      return [item(page.title, page.path, toEntries(below))]
    })
  const entries = toEntries(listed)
  return [...entries, ...pages.filter((page) => !used.has(page)).map(({ title, path }) => item(title, path))]
}
