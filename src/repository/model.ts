// The content of a repository, as read from and written to files.
import type { ContentRef } from '../engine/content-ref.ts'
import type { Document } from '../engine/document.ts'
import type { Hash, Json } from '../engine/objects.ts'
import type { PageFields, PageType, Tag } from '../engine/tree/records.ts'
import type { ParsedMarkdown, ParseOptions } from '../markdown/index.ts'
import type { ImportWarning } from './warnings.ts'

/** The fields of a page besides its location and document. */
export type Fields = Omit<
  PageFields,
  'title' | 'linkTitle' | 'slug' | 'document' | 'target' | 'git' | 'createdAt' | 'updatedAt'
>

/** The source file of an object. */
export interface Origin {
  path: string
  oid: string
}

export interface RepositoryPage {
  id: string
  type: PageType
  title: string
  /** The title in the table of contents, if it differs. */
  linkTitle?: string
  slug?: string
  /** The path, if it does not derive from the location in the table of contents. */
  ownPath?: string
  fields: Fields
  /** A parsed document, or the hash of a stored one. */
  document?: Document | Hash
  target?: ContentRef
  /** Absent for groups and links, which have no file. */
  origin?: Origin
  pages: RepositoryPage[]
}

export interface RepositoryInclude {
  id: string
  title: string
  frontMatter?: Record<string, unknown>
  frontMatterKeys?: string[]
  document?: Document | Hash
  origin: Origin
}

export interface RepositoryAsset {
  id: string
  origin: Origin
}

export interface RepositoryContent {
  pages: RepositoryPage[]
  files: RepositoryAsset[]
  reusableContents: RepositoryInclude[]
  tags: Tag[]
  variables: Record<string, string | number | boolean>
  /** Page ids by additional paths that redirect to them. */
  redirects: ReadonlyMap<string, string>
  /** Warnings about unsupported markup, up to a limit. */
  notes: ImportWarning[]
  /** Identifies the resolution of links: documents read under another version have to be read again. */
  addresses: string
}

/** A request to parse a file. Large files take long, so the driver decides where to run it. */
export interface Parsing {
  path: string
  text: string
  options: ParseOptions
}

/** What a line of a table of contents says. */
export interface SummaryEntry {
  kind: 'item' | 'group' | 'computed'
  title: string
  /** Of an item: where it leads, as written. */
  href?: string
  /** Of an item: the title for the table of contents. */
  linkTitle?: string | undefined
  slug?: string
  /** Fields of a group or a link, or what a computed page is made of. */
  fields: Record<string, Json>
  entries: SummaryEntry[]
}

/** A table of contents. */
export interface Summary {
  /** What stands above it. */
  title?: string | undefined
  entries: SummaryEntry[]
}

/** The text of a table of contents that is to be parsed. */
export interface SummaryParsing {
  summary: string
}

/**
 * A computation that reads files, as readings of the engine read objects: it yields paths and resumes with the texts,
 * or yields a `Parsing` and resumes with the result.
 */
export type FileReading<T> = Generator<
  readonly string[] | Parsing | SummaryParsing,
  T,
  ReadonlyMap<string, string> | ParsedMarkdown | Summary
>

export const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
