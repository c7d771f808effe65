// The input of the renderer: plain data that can be passed to another process.
import type { Document } from '../../engine/document.ts'

export interface Book {
  title: string
  /** The name of the parent, if the title does not include it. */
  subtitle?: string | undefined
  /** The name of the organization. */
  publisher: string
  /** ISO 8601. */
  date: string
  /** A note on its state, such as the change request it comes from. */
  note?: string | undefined
  /** The id of the space. */
  space: string
  /** The public URL of the space, if any. */
  site?: string | undefined
  /** All pages of the space by id, printed or not. */
  pages: Record<string, { title: string; path: string }>
  files: Record<string, BookFile>
  users: Record<string, string>
  tags: Record<string, string>
}

export interface BookFile {
  name: string
  size: number
  /** Absent if it is not a printable picture. */
  picture?: Picture | undefined
}

export interface Picture {
  /** Its path relative to the source. */
  path: string
  width: number
  height: number
  /** True for raw pixels, four bytes each. */
  pixels?: boolean | undefined
}

export interface BookPage {
  id: string
  title: string
  /** 0 at the top level. */
  level: number
  type: 'document' | 'group' | 'link'
  emoji?: string | undefined
  icon?: string | undefined
  description?: string | undefined
  /** The target of a link page. */
  target?: unknown
  document: Document
}
