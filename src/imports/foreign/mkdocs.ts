// MkDocs: pages in `docs/`, ordered by `nav` in `mkdocs.yml` or by the folders.
import { findYaml } from '../../lib/yaml.ts'
import type { SummaryEntry } from '../../repository/model.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { colonHints, indentedHints, indentedTabs } from './admonitions.ts'
import { type FenceInfo, rewriteBlocks } from './blocks.ts'
import { contentsFromFolders } from './folders.ts'
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

const CONFIG = /^mkdocs\.ya?ml$/

export const mkdocs: ForeignSource = {
  matches: (names) => names.some((name) => CONFIG.test(name)),
  async read(files) {
    const notes: ImportWarning[] = []
    const config = await readConfig(files, notes)
    const folder = (textIn(config, 'docs_dir') ?? 'docs').replace(/^\.?\/+|\/+$/g, '')
    const pages: SourcePage[] = []
    for (const name of files.names)
      if (name.startsWith(`${folder}/`) && /\.(md|markdown)$/i.test(name))
        pages.push(await readPage(files, name, folder, notes))
    const contents = Array.isArray(config.nav) ? fromNav(config.nav, pages, folder, notes) : contentsFromFolders(pages)
    return {
      pages,
      contents,
      notes,
      fileAt: (address) => (address.startsWith('/') ? `${folder}${address}` : undefined),
    }
  },
}

/** Tags of Python name extensions, which are of no use here. */
const TAGS = /!(?:!python\/[\w/:.]+|ENV|relative)\b/g

async function readConfig(files: SiteFiles, notes: ImportWarning[]): Promise<Record<string, unknown>> {
  const name = files.names.find((each) => CONFIG.test(each)) ?? 'mkdocs.yml'
  const config = findYaml((await textAt(files, name)).replaceAll(TAGS, ''))
  if (isRecord(config)) return config
  notes.push({ path: name, message: 'It cannot be read: pages are in the order of the folders.' })
  return {}
}

async function readPage(files: SiteFiles, name: string, folder: string, notes: ImportWarning[]): Promise<SourcePage> {
  const { frontMatter, heading, body } = readPageText(toText(await files.read(name)))
  const inside = name.slice(folder.length + 1).replace(/\.\w+$/, '')
  const isIndex = /(^|\/)(index|readme)$/i.test(inside)
  const place = inside.replace(/(^|\/)(index|readme)$/i, '')
  const text = rewriteBlocks(withoutLists(body), [indentedHints, indentedTabs, colonHints], readFence)
  for (const [found] of text.matchAll(/^ *-{1,2}8<-{1,2} .*$/gm))
    notes.push({ path: name, message: `The snippet is not included: ${found.trim()}` })
  return {
    name,
    path: isIndex ? [place, 'README.md'].filter(Boolean).join('/') : `${inside}.md`,
    urls: [`/${place}`],
    title: textIn(frontMatter, 'title') ?? heading ?? titleFrom(inside.split('/').pop()!),
    description: textIn(frontMatter, 'description'),
    body: text,
  }
}

/** Without lists of attributes, which are about looks: `{ .md-button }`, `{: #id }`. */
const withoutLists = (text: string): string =>
  text.replaceAll(
    / ?\{:?\s*(?:[.#][\w-]+|[\w-]+="?[\w-]*"?)(?:\s+(?:[.#][\w-]+|[\w-]+="?[\w-]*"?))*\s*\}(?=\s|$)/gm,
    '',
  )

function readFence(info: string): FenceInfo {
  const [language = ''] = info.replace(/^\{\s*\.?/, '').split(/[\s{}]/)
  return { language, title: /title="([^"]+)"/.exec(info)?.[1], lineNumbers: /\blinenums\b/.test(info) }
}

function fromNav(
  nav: readonly unknown[],
  pages: readonly SourcePage[],
  folder: string,
  notes: ImportWarning[],
): SummaryEntry[] {
  const byName = new Map(pages.map((page) => [page.name, page]))
  const used = new Set<SourcePage>()
  const pageItem = (target: string, title?: string): SummaryEntry[] => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return [item(title ?? target, target)]
    const page = byName.get(`${folder}/${target.replace(/^\.?\/+/, '')}`)
    if (!page) notes.push({ path: 'mkdocs.yml', message: `The page ${target} is not there.` })
    if (!page || used.has(page)) return []
    used.add(page)
    return [item(title ?? page.title, page.path)]
  }
  const toEntries = (each: unknown): SummaryEntry[] => {
    if (typeof each === 'string') return pageItem(each)
    if (!isRecord(each)) return []
    return Object.entries(each).flatMap(([title, target]) => {
      if (typeof target === 'string') return pageItem(target, title)
      const below = Array.isArray(target) ? target.flatMap(toEntries) : []
      return below.length > 0 ? [group(title, below)] : []
    })
  }
  const entries = nav.flatMap(toEntries)
  const rest = pages.filter((page) => !used.has(page))
  if (rest.length > 0)
    notes.push({ path: 'mkdocs.yml', message: `${rest.length} pages that it does not list are at the end.` })
  return [...entries, ...rest.map(({ title, path }) => item(title, path))]
}
