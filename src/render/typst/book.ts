// What is to be printed: plain data, so that it can be handed to another process as it is.
import type { Document } from '../../engine/document.ts'

export interface Book {
  title: string
  /** What it is a part of, when the title does not say so. */
  subtitle?: string | undefined
  /** Whose it is. */
  publisher: string
  /** ISO 8601. */
  date: string
  /** One line about the state of it, such as the change request it comes from. */
  note?: string | undefined
  /** The id of the space, and where the web app is, for links to what is not printed. */
  space: string
  app: string
  /** The titles of all pages of the space, printed or not, by id. */
  pages: Record<string, string>
  files: Record<string, BookFile>
  users: Record<string, string>
  tags: Record<string, string>
}

export interface BookFile {
  name: string
  size: number
  /** Absent: it is no picture, or none that can be printed. */
  picture?: Picture | undefined
}

export interface Picture {
  /** Where it lies beside the code. */
  path: string
  width: number
  height: number
  /** The bytes are bare pixels, four bytes each. */
  pixels?: boolean | undefined
}

export interface BookPage {
  id: string
  title: string
  /** 0 at the top. */
  level: number
  type: 'document' | 'group' | 'link'
  emoji?: string | undefined
  icon?: string | undefined
  description?: string | undefined
  /** Where a link leads. */
  target?: unknown
  document: Document
}
