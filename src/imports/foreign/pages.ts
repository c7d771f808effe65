// Pages of a foreign site: front matter and title, and links that lead to the files of the repository.
import { findYaml } from '../../lib/yaml.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import { writeSummary } from '../../repository/write-summary.ts'
import { BOUNDS } from '../bounds.ts'
import { ImportFailure } from '../model.ts'
import { append, fenceAt } from './blocks.ts'
import { type ForeignSite, folderOf, isRecord, nameOf, normalize, type SiteFiles, type SourcePage } from './model.ts'

export interface PageFile {
  frontMatter: Record<string, unknown>
  /** The first heading, if it is one of the first level. */
  heading: string | undefined
  body: string
}

export function readPageText(text: string): PageFile {
  const [whole, source] = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text) ?? []
  const front = source === undefined ? undefined : findYaml(source)
  const rest = (whole === undefined ? text : text.slice(whole.length)).trimStart()
  const [line, heading] = /^# +(.+?)(?: +#*)?(?: *\{#[\w-]+\})?(?:\n|$)/.exec(rest) ?? []
  return {
    frontMatter: isRecord(front) ? front : {},
    heading: heading?.trim(),
    body: line === undefined ? rest : rest.slice(line.length).trimStart(),
  }
}

export const textIn = (fields: Record<string, unknown>, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The files of the repository, by path. */
export interface Converted {
  files: Map<string, Buffer>
  notes: ImportWarning[]
}

const ASSETS = '.gitbook/assets/'

export async function writeRepository(site: ForeignSite, files: SiteFiles): Promise<Converted> {
  const { pages, contents } = site
  if (pages.length === 0) throw new ImportFailure('There are no pages: check that it is the whole site or export.')
  if (pages.length > BOUNDS.entries) throw new ImportFailure(`The site has more than ${BOUNDS.entries} pages.`)
  const notes = [...site.notes]
  const addresses = listAddresses(pages)
  const there = new Set(files.names)
  const shown = new Map<string, string>()
  const made = new Map<string, Buffer>()
  for (const page of pages) {
    const missing = new Set<string>()
    const toPath = (href: string): string | undefined => {
      const to = resolve(href, page, { addresses, there, site })
      if (to === 'missing') missing.add(href)
      if (to === undefined || to === 'missing') return undefined
      if ('page' in to) return relative(page.path, to.page.path) + to.hash
      const path = shown.get(to.file) ?? `${ASSETS}${freeName(site.nameOfFile?.(to.file) ?? nameOf(to.file), shown)}`
      shown.set(to.file, path)
      return relative(page.path, path)
    }
    const body = mapLinks(page.body, toPath)
    const front = page.description ? `---\ndescription: ${JSON.stringify(page.description)}\n---\n\n` : ''
    made.set(page.path, Buffer.from(`${front}# ${page.title}\n\n${body}\n`))
    for (const href of missing) notes.push({ path: page.name, message: `The link to ${href} leads nowhere.` })
  }
  for (const [name, path] of shown) made.set(path, await files.read(name))
  made.set('SUMMARY.md', Buffer.from(writeSummary(contents)))
  return { files: made, notes }
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  const names = new Set([...taken.values()].map((path) => path.slice(ASSETS.length)))
  if (!names.has(name)) return name
  const [, stem = name, extension = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? []
  for (let number = 1; ; number++)
    if (!names.has(`${stem}-${number}${extension}`)) return `${stem}-${number}${extension}`
}

interface Addresses {
  byName: ReadonlyMap<string, SourcePage>
  byUrl: ReadonlyMap<string, SourcePage>
}

const trimmed = (url: string): string => url.replace(/\/+$/, '') || '/'

const listAddresses = (pages: readonly SourcePage[]): Addresses => ({
  byName: new Map(pages.map((page) => [page.name, page])),
  byUrl: new Map(pages.flatMap((page) => page.urls.map((url) => [trimmed(url), page] as const))),
})

type Resolved = { page: SourcePage; hash: string } | { file: string } | 'missing' | undefined

/** What a link leads to; undefined if it leads elsewhere. */
function resolve(
  href: string,
  from: SourcePage,
  { addresses, there, site }: { addresses: Addresses; there: ReadonlySet<string>; site: ForeignSite },
): Resolved {
  if (href === '' || href.startsWith('#') || /^(mailto|tel|data):/i.test(href)) return undefined
  const [, address = '', hash = ''] = /^([^#?]*)(?:\?[^#]*)?(#.*)?$/.exec(href) ?? []
  const path = decode(address)
  const page = addresses.byUrl.get(trimmed(path))
  if (page) return { page, hash }
  const file = site.fileAt?.(path)
  if (file !== undefined && there.has(file)) return { file }
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return undefined
  const joined = normalize(path.startsWith('/') ? path : `${folderOf(from.name)}/${path}`)
  if (joined === undefined) return 'missing'
  const named = ENDINGS.map((ending) => addresses.byName.get(joined + ending)).find(Boolean)
  if (named) return { page: named, hash }
  return there.has(joined) ? { file: joined } : 'missing'
}

const ENDINGS = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '.html', '/index.html']

export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function relative(from: string, to: string): string {
  const [here, there] = [folderOf(from).split('/').filter(Boolean), to.split('/')]
  let common = 0
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common++
  const path = [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/')
  return /[\s()<>]/.test(path) ? path.split('/').map(encodeURIComponent).join('/') : path
}

const LINK = /(`+)[^`]*?\1|(!?\[(?:[^\][]|\[[^\]]*\])*\]\(\s*)(<[^<>\n]*>|[^)\s]+)|((?:src|href)=")([^"\n]*)"/g
const DEFINITION = /^( {0,3}\[[^\]]+\]:\s*)(\S+)/

/** Replaces the targets of links and pictures, except in code. */
export function mapLinks(text: string, to: (href: string) => string | undefined): string {
  const lines = text.split('\n')
  const made: string[] = []
  for (let at = 0; at < lines.length; ) {
    const fence = fenceAt(lines, at)
    if (fence) {
      append(made, lines.slice(at, fence.end))
      at = fence.end
    } else made.push(mapLine(lines[at++]!, to))
  }
  return made.join('\n')
}

function mapLine(line: string, to: (href: string) => string | undefined): string {
  const [, label, target] = DEFINITION.exec(line) ?? []
  if (label !== undefined && target !== undefined)
    return label + (to(target) ?? target) + line.slice(label.length + target.length)
  return line.replaceAll(LINK, (whole, _code, before, href, attribute, value) => {
    if (before !== undefined) return before + (to(href.replace(/^<|>$/g, '')) ?? href)
    return attribute === undefined ? whole : `${attribute}${to(value) ?? value}"`
  })
}
