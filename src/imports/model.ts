// What every source gives: pages that can be read, in the order and the places of a navigation, and what failed.
import type { Document } from '../engine/document.ts'
import type { File } from '../engine/tree/records.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { FileStore } from '../files/store.ts'
import type { ContentRef } from '../markdown/index.ts'

/** The import as a whole cannot be done; the message says why and what to do. */
export class ImportFailure extends Error {}

/** One resource that could not be imported. */
export interface Failure {
  url: string
  reason: string
}

/** What links and sources of files mean, as the page writes them. */
export interface Resolving {
  link(href: string): ContentRef
  file(source: string): ContentRef
}

export interface PageContent {
  document: Document
  title?: string | undefined
  description?: string | undefined
}

/** A page as a source found it. It is read twice: to learn what it refers to, and when that is known. */
export interface RawPage {
  url: URL
  /** Where else it was found. */
  aliases?: URL[]
  /** When the page itself has no title. */
  fallbackTitle: string
  read(resolving: Resolving): PageContent
}

/** An entry of a navigation; without a URL it is a heading. */
export interface NavItem {
  title: string
  url?: URL
  items: NavItem[]
}

export interface Gathered {
  pages: RawPage[]
  navigation: NavItem[]
  failures: Failure[]
  /** Whether a link leads to a file that belongs to the source. */
  isFile?(url: URL): boolean
  /** Files of the source itself; others are fetched. */
  open?(url: URL): Promise<OpenedFile | undefined>
}

export interface OpenedFile {
  name: string
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export interface Means {
  fetcher: Fetcher
  store: FileStore
  /** Gives up what takes too long. */
  signal: AbortSignal
}

/** What a source is asked for: what is at a URL, or bytes that are here already. */
export interface Asked {
  url: URL
  /** The bytes, when they need not be fetched. */
  bytes?: (limit: number) => Promise<Buffer>
}

export type Source = (asked: Asked, means: Means) => Promise<Gathered>

export interface ImportedPage {
  id: string
  title: string
  description?: string | undefined
  /** Absent: a heading over other pages. */
  document?: Document | undefined
  pages: ImportedPage[]
}

export interface Imported {
  pages: ImportedPage[]
  files: File[]
  failures: Failure[]
  /** Pages and files that were found, whether or not they could be imported. */
  total: number
}
