// From what a source gathered to what is written: every page read, its links and pictures resolved, in its place.
import type { File } from '../engine/tree/records.ts'
import { newId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import type { ContentRef } from '../markdown/index.ts'
import { AddressBook, ARCHIVE, decode } from './address-book.ts'
import { arrange, type Placed } from './arrange.ts'
import {
  type Failure,
  type Gathered,
  type Imported,
  type ImportedPage,
  ImportFailure,
  type Means,
  type PageContent,
  type RawPage,
} from './model.ts'
import { type StoredFiles, storeResources } from './resources.ts'

const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 1000

export async function build(gathered: Gathered, means: Means): Promise<Imported> {
  const ids = new AddressBook<string>()
  const found = new Set<string>()
  for (const page of gathered.pages) for (const url of [page.url, ...(page.aliases ?? [])]) ids.add(url, idOf(page))
  await unhurried(gathered.pages, (page) => void page.read(noting(page, gathered, found)))
  const stored = await storeResources([...found], gathered, means)
  const contents = new Map<RawPage, PageContent>()
  await unhurried(gathered.pages, (page) => void contents.set(page, page.read(resolving(page, ids, stored))))
  const failures = [...gathered.failures, ...stored.failures]
  const toPage = ({ title = '', page, pages }: Placed): ImportedPage => {
    const content = page && contents.get(page)
    const name = content?.title || title || page?.fallbackTitle || 'Untitled'
    return {
      id: page ? idOf(page) : newId(),
      title: clip(name, LONGEST_TITLE),
      description: content?.description && clip(content.description, LONGEST_DESCRIPTION),
      document: content?.document,
      pages: pages.map(toPage),
    }
  }
  const pages = arrange(gathered.pages, gathered.navigation).map(toPage)
  if (gathered.pages.length === 0) throw new ImportFailure(nothingIn(failures))
  return { pages, files: stored.files, failures, total: gathered.pages.length + stored.files.length + failures.length }
}

/** Reading takes the processor for itself; between two pages, others get their turn. */
async function unhurried(pages: readonly RawPage[], work: (page: RawPage) => void): Promise<void> {
  for (const page of pages) {
    work(page)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function nothingIn([first]: readonly Failure[]): string {
  return first ? first.reason : 'There is nothing to import: check that the address leads to pages.'
}

const chosen = new WeakMap<RawPage, string>()

function idOf(page: RawPage): string {
  const id = chosen.get(page) ?? newId()
  chosen.set(page, id)
  return id
}

const NOWHERE: ContentRef = { kind: 'url', url: '' }

/** Notes the files that a page refers to: its pictures, and links to what the source has beside its pages. */
function noting(page: RawPage, { isFile }: Gathered, found: Set<string>) {
  const note = (source: string) => {
    const url = toUrl(source, page.url)
    if (url) found.add(keyOf(url))
    return NOWHERE
  }
  return {
    file: note,
    link(href: string) {
      const url = href.startsWith('#') ? undefined : toUrl(href, page.url)
      return url && isFile?.(url) ? note(href) : NOWHERE
    },
  }
}

function resolving(page: RawPage, ids: AddressBook<string>, { byUrl }: StoredFiles) {
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
