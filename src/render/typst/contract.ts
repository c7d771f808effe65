// What a file of a block or an inline provides: its layout in Typst, and how a node becomes a call of it.
import type { Block, Document, Inline, Text } from '../../engine/document.ts'
import type { Book, BookPage } from './book.ts'
import type { Code } from './code.ts'

export interface Context {
  book: Book
  page: BookPage
  /** Whether something printed has that name, and can be jumped to. */
  isPrinted(label: string): boolean
  labelOf(block: Block): string | undefined
  /** A drawing of the icon as SVG. */
  iconOf(name: string): string | undefined
  /** Whether the address has not been printed on this page yet; from now on it has. */
  cite(url: string): boolean
  /** How many containers are around. */
  depth: number
  /** Inside a note: notes do not have notes of their own. */
  inNote: boolean
  blocks(nodes: readonly Block[] | undefined): Code
  inlines(nodes: Block['nodes']): Code
  /** What is inside a container. */
  within(): Context
  within(change: Partial<Context>): Context
}

export type BlockWriter = (block: Block, context: Context) => Code
export type InlineWriter = (inline: Inline, context: Context) => Code

export interface Format {
  /** Typst definitions; no text of people ever gets in here. */
  layout?: string
  blocks?: Record<string, BlockWriter>
  inlines?: Record<string, InlineWriter>
}

export type { Block, Document, Inline, Text }
