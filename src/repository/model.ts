// Content as a repository holds it: what is read from files, and what is written to them.
import type { ContentRef } from '../engine/content-ref.ts'
import type { Document } from '../engine/document.ts'
import type { Hash, Json } from '../engine/objects.ts'
import type { PageFields, PageType } from '../engine/tree/records.ts'

/** What a page says of itself besides its place and its document. */
export type Fields = Omit<PageFields, 'title' | 'slug' | 'document' | 'target' | 'git' | 'createdAt' | 'updatedAt'>

/** Which file something came from. */
export interface Origin {
  path: string
  oid: string
}

export interface RepositoryPage {
  id: string
  type: PageType
  title: string
  slug?: string
  fields: Fields
  /** The hash of a document that is known already. */
  document?: Document | Hash
  target?: ContentRef
  /** Absent: it has no file, as groups and links. */
  origin?: Origin
  pages: RepositoryPage[]
}

export interface RepositoryInclude {
  id: string
  title: string
  frontMatter?: Record<string, unknown>
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
  variables: Record<string, string | number | boolean>
  /** Names what links lead to: documents read under another name may have to be read again. */
  addresses: string
}

/**
 * Work that needs the text of files: it yields their paths and is resumed with the texts, as readings of the engine are
 * with objects.
 */
export type Asking<T> = Generator<readonly string[], T, ReadonlyMap<string, string>>

export const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
