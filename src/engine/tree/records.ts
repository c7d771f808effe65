// The records of which the content of a revision consists. They hold what the reference contract shows of a page, a
// file, a reusable content and a tag, minus what follows from elsewhere (paths, URLs), plus where a page stands.

import type { ContentRef } from '../content-ref.ts'
import type { Hash, Json } from '../objects.ts'

export type PageType = 'document' | 'group' | 'link' | 'computed'

export type Variables = Readonly<Record<string, string | number | boolean>>

export interface GitBlob {
  oid: string
  path: string
}

/** Where a page stands: under which page ('' is the top) and at which fractional position among its siblings. */
export interface Place {
  parent: string
  position: string
}

/** What an author may set on a page. */
export interface PageFields {
  title: string
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
  /** What a file in a repository says above the page that no other field is about. */
  frontMatter?: Json
  createdAt?: string
  updatedAt?: string
}

/** A page. Documents and groups have a slug, unique among siblings; links and computed pages have none. */
export interface Page extends PageFields, Place {
  id: string
  type: PageType
}

/** A file. `blob` names its bytes in the file store. */
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
  /** As of a page. */
  frontMatter?: Json
}

export interface Tag {
  slug: string
  label: string
  color?: string
  emoji?: string
  icon?: string
}

/** The records that are not pages, by the name of their collection. */
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

/** Only documents and groups contain pages. */
export function mayHaveChildren(type: PageType): boolean {
  return hasSlug(type)
}
