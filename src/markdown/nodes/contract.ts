// What a node file provides: how a block is read from each of the forms it has in markdown, and how it is written.

import type { Definition, FootnoteDefinition, PhrasingContent, RootContent } from 'mdast'
import type { Block, Fragment, Mark } from '../../engine/document.ts'
import type { HtmlElement, HtmlNode } from '../html/tree.ts'
import type { Pieces } from '../inlines/pieces.ts'
import type { InlineNode } from '../model.ts'
import type { ParseOptions, SerializeOptions } from '../options.ts'
import type { TagNode } from '../syntax/tag.ts'

export interface ReadContext {
  options: Required<ParseOptions>
  definitions: Map<string, Definition>
  notes: Map<string, FootnoteDefinition>
  /** Notes whose body has its place; every note that has been cited at all. */
  /** The notes that are being read, outermost first. */
  openNotes: string[]
  usedNotes: Set<string>
  citedNotes: Set<string>
  usedDefinitions: Set<string>
  blocks(nodes: RootContent[]): Block[]
  inlines(nodes: PhrasingContent[], marks?: Mark[]): InlineNode[]
  inlinesInto(nodes: PhrasingContent[], marks: Mark[], pieces: Pieces): void
  htmlInlines(nodes: HtmlNode[]): InlineNode[] | undefined
  htmlBlocks(nodes: HtmlNode[]): Block[] | undefined
}

export interface WriteContext {
  options: Required<Pick<SerializeOptions, 'linkTo' | 'fileTo' | 'includeTo'>>
  notes: Fragment[]
  blocks(nodes: Block[]): RootContent[]
  inlines(nodes: InlineNode[], place?: Place): PhrasingContent[]
  htmlInlines(nodes: InlineNode[]): string
  htmlBlocks(nodes: Block[]): string | undefined
  /** The node that reads back as this very source, if there is one. */
  asSource(source: string): RootContent | undefined
  /** The same for HTML, whatever it is read as. */
  asHtml(source: string): RootContent | undefined
  /** Markdown inside an HTML cell, where notes cannot be marked with `[^1]`. */
  markdown(nodes: Block[]): string
  inCell: boolean
}

// Where inline content stands decides how a line break in it can be written.
export type Place = 'paragraph' | 'line' | 'html'

export interface TagReader {
  /** Gives nothing back when the tag does not fit; the author's text is then kept as it is. */
  read(tag: TagNode, body: Block[], context: ReadContext): Block | Block[] | undefined
  /** The tag also stands alone, without an `end`. */
  alone?: boolean
  /** The tag only means something inside a block of this type. */
  within?: string
  /** What the parts in its body are within. */
  whole?: string
}

export type MdastReader = (node: never, context: ReadContext) => Block[]
export type HtmlReader = (element: HtmlElement, context: ReadContext) => Block[] | undefined
export type BlockWriter = (block: Block, context: WriteContext) => RootContent[]

export interface NodeFormat {
  tags?: Record<string, TagReader>
  mdast?: Record<string, MdastReader>
  html?: Record<string, HtmlReader>
  write: Record<string, BlockWriter>
}
