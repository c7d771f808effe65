// The interface of block and inline formats: their layout in Typst, and how a node becomes a call of it.
import type { Block, Document, Inline, Text } from '../../engine/document.ts'
import type { Book, BookPage } from './book.ts'
import type { Code } from './code.ts'

export interface Context {
  book: Book
  page: BookPage
  /** The Typst label of a link target; undefined if it is not printed. */
  printedAs(label: string): string | undefined
  labelOf(block: Block): string | undefined
  /** The icon as SVG. */
  iconOf(name: string): string | undefined
  /** True if the address is not yet printed on this page; marks it as printed. */
  cite(url: string): boolean
  /** The nesting depth. */
  depth: number
  /** True inside a note: notes cannot contain notes. */
  inNote: boolean
  blocks(nodes: readonly Block[] | undefined): Code
  inlines(nodes: Block['nodes']): Code
  /** The context of the content of a container. */
  within(): Context
  within(change: Partial<Context>): Context
}

export type BlockWriter = (block: Block, context: Context) => Code
export type InlineWriter = (inline: Inline, context: Context) => Code

export interface Format {
  /** Typst definitions; they never contain user text. */
  layout?: string
  blocks?: Record<string, BlockWriter>
  inlines?: Record<string, InlineWriter>
}

export type { Block, Document, Inline, Text }
