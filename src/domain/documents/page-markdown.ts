// Serializes documents to markdown.
import type { Document } from '../../engine/document.ts'
import { type Fence, serializeMarkdown } from '../../markdown/index.ts'
import { folderOf } from '../../repository/paths.ts'
import { type Addresses, linkWriter } from './relative-links.ts'

/** The page of the document: its title becomes the first heading, and links are relative to its folder. */
interface MarkdownPage {
  title: string
  path: string
}

/** How to serialize a document. */
export interface MarkdownOptions {
  /** Absent if the document belongs to no page. */
  page?: MarkdownPage
  /** Fence languages that map to integration blocks. */
  fences: readonly Fence[]
}

export function serialize(document: Document, addresses: Addresses, { page, fences }: MarkdownOptions): string {
  const title = page && toHeading(page.title)
  const linkTo = linkWriter(addresses, page && folderOf(page.path))
  return serializeMarkdown(document, { linkTo, fences, ...(title && { title }) })
}

/** A title in heading form: a single line with single spaces. */
export const toHeading = (title: string): string => title.trim().replace(/\s+/g, ' ')
