// The model of imports: the pages, navigation and failures that every source returns.
import type { Document } from '../engine/document.ts'
import type { File } from '../engine/tree/records.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { FileStore } from '../files/store.ts'
import type { ContentRef, Fence } from '../markdown/index.ts'
import type { Wiki } from './wiki-markup.ts'

/** The import as a whole failed; the message says why and what to do. */
export class ImportFailure extends Error {}

/** A resource that could not be imported. */
export interface Failure {
  url: string
  reason: string
}

/** Resolves links and file sources as the page writes them. */
export interface LinkResolver {
  link(href: string): ContentRef
  file(source: string): ContentRef
  /** Languages whose fences stand for blocks of integrations. */
  fences?: readonly Fence[]
}

export interface PageContent {
  document: Document
  title?: string | undefined
  description?: string | undefined
}

/** The text of a page and how to read it. It is sent to a thread, so it is plain data. */
export interface PageText {
  format: 'html' | 'markdown'
  text: string
  url: string
  /** True if there is no site chrome: without a marked element, the whole HTML page is content. */
  whole?: boolean
  /** The generator of the HTML, if it needs normalization. */
  from?: 'google-docs'
  /** The wiki, if Markdown links are wiki links. */
  wiki?: Wiki
}

/** The links and file sources in a page, as written and without duplicates. */
export interface PageLinks {
  links: string[]
  files: string[]
}

/** A page as found by a source. It is read twice: to find its links, and again once they are resolved. */
export interface RawPage {
  url: URL
  /** Other URLs of the page. */
  aliases?: URL[]
  /** Used if the page has no title. */
  fallbackTitle: string
  text: PageText
  found: PageLinks
}

/** A navigation item; without a URL, a group. */
export interface NavItem {
  title: string
  url?: URL
  items: NavItem[]
}

export interface Gathered {
  pages: RawPage[]
  navigation: NavItem[]
  failures: Failure[]
  /** True if a link refers to a file of the source. */
  isFile?(url: URL): boolean
  /** Opens a file of the source; other files are fetched. */
  open?(url: URL): Promise<OpenedFile | undefined>
}

export interface OpenedFile {
  name: string
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export interface ImportContext {
  fetcher: Fetcher
  store: FileStore
  fences: readonly Fence[]
  /** Aborts on timeout. */
  signal: AbortSignal
  /** Reports how many of the pages and files found so far are imported. */
  progress?: Progress | undefined
}

export type Progress = (imported: number, total: number) => void

/** The input of a source: a URL, or uploaded bytes. */
export interface ImportRequest {
  url: URL
  /** The uploaded bytes; absent if the URL is fetched. */
  bytes?: (limit: number) => Promise<Buffer>
}

export type Source = (asked: ImportRequest, means: ImportContext) => Promise<Gathered>

export interface ImportedPage {
  id: string
  title: string
  /** The title in the page itself. */
  heading?: string | undefined
  description?: string | undefined
  /** Absent for a group. */
  document?: Document | undefined
  pages: ImportedPage[]
}

export interface Imported {
  pages: ImportedPage[]
  files: File[]
  failures: Failure[]
  /** The number of pages and files found, imported or not. */
  total: number
}
