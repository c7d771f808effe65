// Builds the import from the pages of a source: reads every page, resolves its links and pictures, and arranges the
// tree.
import type { File } from '../engine/tree/records.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { newId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import type { ContentRef } from '../markdown/index.ts'
import { type ArrangedPage, arrange } from './arrange.ts'
import { BOUNDS } from './bounds.ts'
import {
  type Failure,
  type Gathered,
  type ImportContext,
  type Imported,
  type ImportedPage,
  ImportFailure,
  type LinkResolver,
  type PageContent,
  type PageLinks,
  type RawPage,
} from './model.ts'
import { readPage } from './reader.ts'
import { type StoredFiles, storeResources } from './resources.ts'
import type { ResolvedLinks } from './tasks.ts'
import { ARCHIVE, decode, UrlIndex } from './url-index.ts'

const MAX_TITLE = 200
/** The maximum length of a page title, so that a title that is read back is not cut. */
const MAX_HEADING = 1000
const MAX_DESCRIPTION = 1000

export async function build(gathered: Gathered, means: ImportContext): Promise<Imported> {
  const ids = new UrlIndex<string>()
  const found = new Set<string>()
  for (const page of gathered.pages) for (const url of [page.url, ...(page.aliases ?? [])]) ids.add(url, idOf(page))
  for (const page of gathered.pages) await collectFiles(page, gathered, found)
  const stored = await storeResources([...found], gathered, means)
  const contents = new Map<RawPage, PageContent>()
  const end = performance.now() + BOUNDS.timeOfPages
  for (const page of gathered.pages) {
    if (performance.now() > end) throw new ImportFailure('The import takes too long: import it in parts.')
    const resolved = await resolve(page.found, resolving(page, ids, stored))
    contents.set(page, await readPage(page, { ...resolved, fences: means.fences }))
  }
  const failures = [...gathered.failures, ...stored.failures]
  const toPage = ({ title = '', page, pages }: ArrangedPage): ImportedPage => {
    const content = page && contents.get(page)
    const name = content?.title || title || page?.fallbackTitle || 'Untitled'
    return {
      id: page ? idOf(page) : newId(),
      title: clip(name, MAX_TITLE),
      heading: content?.title && clip(content.title, MAX_HEADING),
      description: content?.description && clip(content.description, MAX_DESCRIPTION),
      document: content?.document,
      pages: pages.map(toPage),
    }
  }
  const pages = arrange(gathered.pages, gathered.navigation).map(toPage)
  if (gathered.pages.length === 0) throw new ImportFailure(nothingIn(failures))
  return { pages, files: stored.files, failures, total: gathered.pages.length + stored.files.length + failures.length }
}

async function resolve(
  { links, files }: PageLinks,
  { link, file }: LinkResolver,
): Promise<Omit<ResolvedLinks, 'fences'>> {
  const resolved = { links: new Map<string, ContentRef>(), files: new Map<string, ContentRef>() }
  for (const href of links) {
    await yieldToEventLoop()
    resolved.links.set(href, link(href))
  }
  for (const source of files) {
    await yieldToEventLoop()
    resolved.files.set(source, file(source))
  }
  return resolved
}

function nothingIn([first]: readonly Failure[]): string {
  return first
    ? first.reason
    : 'There is nothing to import: no pages were found. Check the address or the file, and the kind of source.'
}

const chosen = new WeakMap<RawPage, string>()

function idOf(page: RawPage): string {
  const id = chosen.get(page) ?? newId()
  chosen.set(page, id)
  return id
}

/** Collects the files that a page refers to: its pictures, and links to files of the source. */
async function collectFiles({ url: base, found: { links, files } }: RawPage, { isFile }: Gathered, found: Set<string>) {
  const note = (url: URL | undefined) => url && found.add(keyOf(url))
  for (const source of files) {
    await yieldToEventLoop()
    note(toUrl(source, base))
  }
  for (const href of links) {
    await yieldToEventLoop()
    const url = href.startsWith('#') ? undefined : toUrl(href, base)
    if (url && isFile?.(url)) note(url)
  }
}

function resolving(page: RawPage, ids: UrlIndex<string>, { byUrl }: StoredFiles): LinkResolver {
  const fileAt = (url: URL | undefined): File | undefined => url && byUrl.get(keyOf(url))
  const leave = (href: string, url: URL | undefined): ContentRef => {
    const isOutside = url && url.hostname !== ARCHIVE
    return { kind: 'url', url: isOutside ? url.href : href }
  }
  return {
    file(source: string): ContentRef {
      const file = fileAt(toUrl(source, page.url))
      return file ? { kind: 'file', file: file.id } : safe(leave(source, toUrl(source, page.url)))
    },
    link(href: string): ContentRef {
      if (href.startsWith('#')) return { kind: 'anchor', anchor: decode(href.slice(1)) }
      const url = toUrl(href, page.url)
      const target = url && ids.find(url)
      const anchor = url && decode(url.hash.slice(1))
      if (target) return anchor ? { kind: 'anchor', anchor, page: target } : { kind: 'page', page: target }
      const file = fileAt(url)
      return file ? { kind: 'file', file: file.id } : safe(leave(href, url))
    },
  }
}

const UNSAFE = /^\s*(javascript|data|vbscript|file):/i

const safe = (ref: ContentRef): ContentRef => (UNSAFE.test(String(ref.url)) ? { kind: 'url', url: '#' } : ref)

function toUrl(href: string, base: URL): URL | undefined {
  const url = URL.canParse(href, base.href) ? new URL(href, base) : undefined
  return url && /^(https?|data):$/.test(url.protocol) ? url : undefined
}

function keyOf(url: URL): string {
  const plain = new URL(url)
  plain.hash = ''
  return plain.href
}
