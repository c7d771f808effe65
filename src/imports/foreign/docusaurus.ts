// Docusaurus: pages in `docs/`, ordered by `sidebars.js` or by the folders.

import { findJson } from '../../lib/json.ts'
import { findYaml } from '../../lib/yaml.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { colonHints } from './admonitions.ts'
import { type FenceInfo, rewriteBlocks } from './blocks.ts'
import { componentRule, DOCUSAURUS, withoutScript } from './components.ts'
import { exportedValue } from './literals.ts'
import {
  type ForeignSource,
  folderOf,
  group,
  isRecord,
  item,
  nameOf,
  type SiteFiles,
  type SourcePage,
  textAt,
  titleFrom,
  toText,
} from './model.ts'
import { readPageText, textIn } from './pages.ts'

const CONFIG = /^docusaurus\.config\.(js|ts|mjs|cjs)$/
const NUMBER = /^\d+[-_.]\s*/

export const docusaurus: ForeignSource = {
  matches: (names) => names.some((name) => CONFIG.test(name)),
  async read(files) {
    const notes: ImportWarning[] = []
    const pages: DocusaurusPage[] = []
    for (const name of files.names)
      if (/^docs\/.*\.mdx?$/.test(name) && !/(^|\/)_/.test(name)) pages.push(await readPage(files, name, notes))
    noteOthers(files.names, notes)
    return {
      pages,
      contents: (await fromSidebars(files, pages, notes)) ?? (await fromFolders(files, pages, 'docs')),
      notes,
      fileAt: (address) =>
        /^(@site\/|pathname:\/\/)/.test(address)
          ? address.replace(/^@site\//, '').replace(/^pathname:\/+/, 'static/')
          : address.startsWith('/')
            ? `static${address}`
            : undefined,
    }
  },
}

interface DocusaurusPage extends SourcePage {
  id: string
  label: string | undefined
  position: number
}

async function readPage(files: SiteFiles, name: string, notes: ImportWarning[]): Promise<DocusaurusPage> {
  const { frontMatter, heading, body } = readPageText(toText(await files.read(name)))
  const { text, imports } = withoutScript(body)
  for (const source of imports.filter((each) => !each.startsWith('@theme/')))
    notes.push({ path: name, message: `The import of ${source} is left out.` })
  const inside = name.slice('docs/'.length).replace(/\.mdx?$/, '')
  const plain = inside.split('/').map((part) => part.replace(NUMBER, ''))
  const own = textIn(frontMatter, 'id')
  const id = own === undefined ? plain.join('/') : [...plain.slice(0, -1), own].join('/')
  const isIndex = /^(index|readme)$/i.test(plain.at(-1)!)
  const path = isIndex ? [...plain.slice(0, -1), 'README'].join('/') : plain.join('/')
  const place = isIndex ? plain.slice(0, -1).join('/') : id
  const slug = textIn(frontMatter, 'slug')
  const route = slug?.startsWith('/')
    ? slug
    : `/${slug === undefined ? place : [...plain.slice(0, -1), slug].join('/')}`
  return {
    name,
    id,
    path: `${path}.md`,
    urls: [`/docs${route}`],
    title: textIn(frontMatter, 'title') ?? heading ?? titleFrom(plain.at(-1)!),
    label: textIn(frontMatter, 'sidebar_label'),
    description: textIn(frontMatter, 'description'),
    position:
      typeof frontMatter.sidebar_position === 'number' ? frontMatter.sidebar_position : numberIn(nameOf(inside)),
    body: rewriteBlocks(text, [colonHints, componentRule(DOCUSAURUS)], readFence),
  }
}

const numberIn = (name: string): number => Number(/^(\d+)[-_.]/.exec(name)?.[1] ?? Number.MAX_SAFE_INTEGER)

function readFence(info: string): FenceInfo {
  const [language = ''] = info.split(/[\s{]/)
  return { language, title: /title=["']([^"']+)["']/.exec(info)?.[1], lineNumbers: /\bshowLineNumbers\b/.test(info) }
}

function noteOthers(names: readonly string[], notes: ImportWarning[]): void {
  const left: [RegExp, string][] = [
    [/^blog\//, 'posts of the blog'],
    [/^versioned_docs\//, 'pages of earlier versions'],
    [/^i18n\//, 'translated files'],
    [/^src\/pages\//, 'pages written as components'],
  ]
  for (const [pattern, what] of left) {
    const found = names.filter((name) => pattern.test(name))
    if (found.length > 0)
      notes.push({ path: folderOf(found[0]!), message: `${found.length} ${what} are not imported.` })
  }
}

/** Undefined if there is no list that can be read. */
async function fromSidebars(
  files: SiteFiles,
  pages: readonly DocusaurusPage[],
  notes: ImportWarning[],
): Promise<SummaryEntry[] | undefined> {
  const name = files.names.find((each) => /^sidebars\.(js|ts|mjs|cjs|json)$/.test(each))
  if (name === undefined) return undefined
  const text = await textAt(files, name)
  const value = name.endsWith('.json') ? findJson(text) : exportedValue(text)
  if (!isRecord(value)) {
    notes.push({
      path: name,
      message: 'The order of the pages cannot be read from it: they are in the order of the folders.',
    })
    return undefined
  }
  const byId = new Map(pages.map((page) => [page.id, page]))
  const used = new Set<DocusaurusPage>()
  const pageItem = (id: string, label?: string, below: SummaryEntry[] = []): SummaryEntry[] => {
    const page = byId.get(id)
    if (!page || used.has(page)) return below
    used.add(page)
    return [item(label ?? page.label ?? page.title, page.path, below)]
  }
  const toEntries = async (each: unknown): Promise<SummaryEntry[]> => {
    if (typeof each === 'string') return pageItem(each)
    if (Array.isArray(each)) return all(each)
    if (!isRecord(each)) return []
    const label = textIn(each, 'label')
    if (each.type === 'doc' || each.type === 'ref') return pageItem(String(each.id), label)
    if (each.type === 'link') return [item(label ?? String(each.href), String(each.href))]
    if (each.type === 'autogenerated') {
      const folder = each.dirName === '.' || each.dirName === undefined ? 'docs' : `docs/${String(each.dirName)}`
      return fromFolders(
        files,
        pages.filter((page) => page.name.startsWith(`${folder}/`) && !used.has(page) && used.add(page)),
        folder,
      )
    }
    if (each.type !== 'category') return Array.isArray(each.items) ? all(each.items) : shorthand(each)
    const below = await all(Array.isArray(each.items) ? each.items : [])
    const link =
      isRecord(each.link) && each.link.type === 'doc' ? pageItem(String(each.link.id), label, below) : undefined
    return link ?? (below.length > 0 ? [group(label ?? '', below)] : [])
  }
  const all = async (items: readonly unknown[]): Promise<SummaryEntry[]> => {
    const entries: SummaryEntry[] = []
    for (const each of items) entries.push(...(await toEntries(each)))
    return entries
  }
  // `{ Guides: ['one', 'two'] }` is a category.
  const shorthand = async (each: Record<string, unknown>): Promise<SummaryEntry[]> => {
    const groups: SummaryEntry[] = []
    for (const [title, items] of Object.entries(each)) groups.push(group(title, await toEntries(items)))
    return groups
  }
  const sidebars = Object.entries(value)
  const entries: SummaryEntry[] = []
  for (const [title, items] of sidebars) {
    const below = await toEntries(items)
    entries.push(...(sidebars.length > 1 ? [group(titleFrom(title.replace(/Sidebar$/, '')), below)] : below))
  }
  const rest = pages.filter((page) => !used.has(page))
  if (rest.length > 0) notes.push({ path: name, message: `${rest.length} pages that it does not list are at the end.` })
  return [...entries, ...rest.map((page) => item(page.label ?? page.title, page.path))]
}

interface Placed {
  position: number
  name: string
  entry: SummaryEntry
}

/** Folders are categories, with what `_category_.json` says of them. */
async function fromFolders(
  files: SiteFiles,
  pages: readonly DocusaurusPage[],
  folder: string,
): Promise<SummaryEntry[]> {
  const placed: Placed[] = []
  const here = pages.filter((page) => folderOf(page.name) === folder)
  for (const page of here)
    placed.push({ position: page.position, name: nameOf(page.name), entry: item(page.label ?? page.title, page.path) })
  const inside = pages.filter((page) => page.name.startsWith(`${folder}/`) && folderOf(page.name) !== folder)
  const folders = new Set(inside.map((page) => `${folder}/${page.name.slice(folder.length + 1).split('/')[0]}`))
  for (const each of folders) {
    const about = await categoryAt(files, each)
    const own = pages.find((page) => folderOf(page.name) === each && /^(index|readme)\.mdx?$/i.test(nameOf(page.name)))
    const rest = inside.filter((page) => page !== own)
    const below = await fromFolders(files, rest, each)
    const title = textIn(about, 'label') ?? own?.label ?? own?.title ?? titleFrom(nameOf(each).replace(NUMBER, ''))
    const position = typeof about.position === 'number' ? about.position : (own?.position ?? numberIn(nameOf(each)))
    placed.push({
      position: own && own.position !== Number.MAX_SAFE_INTEGER ? own.position : position,
      name: nameOf(each),
      entry: own ? item(title, own.path, below) : group(title, below),
    })
  }
  placed.sort(
    (one, other) => one.position - other.position || one.name.localeCompare(other.name, 'en', { numeric: true }),
  )
  return placed.map(({ entry }) => entry)
}

async function categoryAt(files: SiteFiles, folder: string): Promise<Record<string, unknown>> {
  const json = findJson(await textAt(files, `${folder}/_category_.json`))
  const yaml = findYaml(
    (await textAt(files, `${folder}/_category_.yml`)) || (await textAt(files, `${folder}/_category_.yaml`)),
  )
  return isRecord(json) ? json : isRecord(yaml) ? yaml : {}
}
