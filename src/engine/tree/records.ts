// The records that make up the content of a revision: the fields of pages, files, reusable contents and tags in the
// reference contract, without derived fields (paths, URLs), plus the location of pages.

import type { ContentRef } from '../content-ref.ts'
import type { Hash, Json } from '../objects.ts'

export type PageType = 'document' | 'group' | 'link' | 'computed'

export type Variables = Readonly<Record<string, string | number | boolean>>

export interface GitBlob {
  oid: string
  path: string
}

/** The location of a page: its parent ('' is the top level) and its fractional position among siblings. */
export interface PageLocation {
  parent: string
  position: string
}

/** The fields of a page that an author can set. */
export interface PageFields {
  title: string
  /** The title in the table of contents, if it differs. */
  linkTitle?: string
  slug?: string
  emoji?: string
  icon?: string
  description?: string
  document?: Hash
  layout?: Json
  cover?: Json
  variables?: Variables
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  tags?: Json
  metaLinks?: Json
  target?: ContentRef
  computed?: Json
  computedSeed?: string
  git?: GitBlob
  /** Front matter of the repository file that no other field represents. */
  frontMatter?: Json
  /** The front matter keys in the order of the file; absent if that is the default order. */
  frontMatterKeys?: string[]
  createdAt?: string
  updatedAt?: string
}

/** A page. Documents and groups have a slug, unique among siblings; links and computed pages have none. */
export interface Page extends PageFields, PageLocation {
  id: string
  type: PageType
  /** The path, if it does not derive from the location: that of the repository file. Unique in the tree. */
  ownPath?: string
}

/** A file. `blob` is the key of its bytes in the file store. */
export interface File {
  id: string
  name: string
  contentType: string
  size: number
  blob?: string
  dimensions?: { width: number; height: number }
  git?: GitBlob
}

export interface ReusableContent {
  id: string
  title: string
  document?: Hash
  computed?: Json
  computedSeed?: string
  git?: GitBlob
  /** See `PageFields`. */
  frontMatter?: Json
  frontMatterKeys?: string[]
}

export interface Tag {
  slug: string
  label: string
  color?: string
  emoji?: string
  icon?: string
}

/** The records besides pages, by the name of their collection. */
export interface Records {
  file: File
  reusableContent: ReusableContent
  tag: Tag
  variable: string | number | boolean
}

export type Collection = keyof Records

export function hasSlug(type: PageType): boolean {
  return type === 'document' || type === 'group'
}

/** Only documents and groups can contain pages. */
export function mayHaveChildren(type: PageType): boolean {
  return hasSlug(type)
}
