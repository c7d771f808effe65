// Mintlify: pages listed in `docs.json`, or in `mint.json` of earlier versions.
import { findJson } from '../../lib/json.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { type FenceInfo, rewriteBlocks } from './blocks.ts'
import { componentRule, MINTLIFY, withoutScript } from './components.ts'
import {
  type ForeignSource,
  group,
  isRecord,
  item,
  type SiteFiles,
  type SourcePage,
  textAt,
  titleFrom,
  toText,
} from './model.ts'
import { readPageText, textIn } from './pages.ts'

const CONFIG = /^(docs|mint)\.json$/

export const mintlify: ForeignSource = {
  matches: (names) => names.some((name) => CONFIG.test(name)) && names.some((name) => /\.mdx$/.test(name)),
  async read(files) {
    const notes: ImportWarning[] = []
    const pages: SourcePage[] = []
    for (const name of files.names)
      if (/\.mdx?$/.test(name) && !/(^|\/)(snippets|node_modules|\.[^/]*)\//.test(name))
        pages.push(await readPage(files, name, notes))
    const name = files.names.find((each) => each === 'docs.json') ?? 'mint.json'
    const config = findJson(await textAt(files, name))
    const navigation = isRecord(config) ? config.navigation : undefined
    return {
      pages,
      contents: toContents(navigation, pages, name, notes),
      notes,
      fileAt: (address) => address.replace(/^\/+/, ''),
    }
  },
}

async function readPage(files: SiteFiles, name: string, notes: ImportWarning[]): Promise<SourcePage> {
  const { frontMatter, heading, body } = readPageText(toText(await files.read(name)))
  const { text, imports } = withoutScript(body)
  for (const source of imports) notes.push({ path: name, message: `The import of ${source} is left out.` })
  const operation = textIn(frontMatter, 'openapi')
  if (operation !== undefined)
    notes.push({
      path: name,
      message: `The operation ${operation} is not drawn: add the specification, then insert it with /.`,
    })
  const inside = name.replace(/\.mdx?$/, '')
  const isIndex = /(^|\/)index$/.test(inside)
  return {
    name,
    path: isIndex ? `${inside.replace(/index$/, 'README')}.md` : `${inside}.md`,
    urls: [`/${inside}`, ...(isIndex ? [`/${inside.replace(/\/?index$/, '')}`] : [])],
    title: textIn(frontMatter, 'title') ?? heading ?? titleFrom(inside.split('/').pop()!),
    description: textIn(frontMatter, 'description'),
    body: rewriteBlocks(text, [componentRule(MINTLIFY)], readFence),
  }
}

/** After the language stands the title. */
function readFence(info: string): FenceInfo {
  const [language = '', ...rest] = info.split(/\s+/)
  const named = /title=["']([^"']+)["']/.exec(info)?.[1]
  const plain = rest.filter((word) => !/[{}=[\]]|^(lines|wrap|expandable|theme)$/.test(word)).join(' ')
  return { language, title: named ?? (plain || undefined), lineNumbers: rest.includes('lines') }
}

/** What may hold pages, one inside the other. */
const HOLDERS = ['languages', 'versions', 'products', 'dropdowns', 'tabs', 'anchors', 'groups', 'pages'] as const
const NAMES = ['group', 'tab', 'anchor', 'dropdown', 'product', 'version', 'language'] as const
const MAX_DEPTH = 20

function toContents(
  navigation: unknown,
  pages: readonly SourcePage[],
  file: string,
  notes: ImportWarning[],
): SummaryEntry[] {
  const byUrl = new Map(pages.flatMap((page) => page.urls.map((url) => [url, page] as const)))
  const used = new Set<SourcePage>()
  const toEntries = (each: unknown, depth: number): SummaryEntry[] => {
    if (depth > MAX_DEPTH) return []
    if (Array.isArray(each)) return each.flatMap((one) => toEntries(one, depth + 1))
    if (typeof each === 'string') {
      const page = byUrl.get(`/${each.replace(/^\/+/, '')}`)
      if (!page) notes.push({ path: file, message: `The page ${each} is not there.` })
      if (!page || used.has(page)) return []
      used.add(page)
      return [item(page.title, page.path)]
    }
    if (!isRecord(each)) return []
    const below = HOLDERS.flatMap((holder) => toEntries(each[holder] ?? [], depth + 1))
    const title = NAMES.map((name) => textIn(each, name)).find(Boolean)
    const href = textIn(each, 'href') ?? textIn(each, 'url')
    if (below.length === 0) return title && href && /^https?:/.test(href) ? [item(title, href)] : []
    return title === undefined ? below : [group(title, below)]
  }
  const entries = toEntries(navigation, 0)
  const rest = pages.filter((page) => !used.has(page))
  if (rest.length > 0) notes.push({ path: file, message: `${rest.length} pages that it does not list are at the end.` })
  return [...entries, ...rest.map(({ title, path }) => item(title, path))]
}
