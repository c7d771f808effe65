// The interface of node formats: readers for each Markdown form of a block, and its writer.

import type { Definition, FootnoteDefinition, PhrasingContent, RootContent } from 'mdast'
import type { Block, Fragment, Mark } from '../../engine/document.ts'
import type { Depth } from '../depth.ts'
import type { HtmlElement, HtmlNode } from '../html/tree.ts'
import type { Pieces } from '../inlines/pieces.ts'
import type { InlineNode } from '../model.ts'
import type { ParseOptions, SerializeOptions } from '../options.ts'
import type { TagNode } from '../syntax/tag.ts'

export interface ReadContext {
  options: Required<ParseOptions>
  depth: Depth
  definitions: Map<string, Definition>
  notes: Map<string, FootnoteDefinition>
  /** The notes being read, outermost first. */
  openNotes: string[]
  /** Notes that are used; notes that are cited. */
  usedNotes: Set<string>
  citedNotes: Set<string>
  repeatedNotes: { count: number }
  usedDefinitions: Set<string>
  /** The code block that an integration block would be without its fence rule. */
  fenced: WeakMap<Block, Block>
  blocks(nodes: RootContent[]): Block[]
  inlines(nodes: PhrasingContent[], marks?: Mark[]): InlineNode[]
  inlinesInto(nodes: PhrasingContent[], marks: Mark[], pieces: Pieces): void
  htmlInlines(nodes: HtmlNode[]): InlineNode[] | undefined
  htmlBlocks(nodes: HtmlNode[]): Block[] | undefined
  /** The blocks of elements in a line, if any. */
  blocksInLine(nodes: PhrasingContent[]): Block[] | undefined
}

export interface WriteContext {
  options: Required<Pick<SerializeOptions, 'linkTo' | 'fileTo' | 'includeTo' | 'fences'>>
  notes: Fragment[]
  blocks(nodes: Block[]): RootContent[]
  inlines(nodes: InlineNode[], place?: InlineContext): PhrasingContent[]
  htmlInlines(nodes: InlineNode[]): string
  htmlBlocks(nodes: Block[]): string | undefined
  /** Like `htmlBlocks`, with every block as an element. */
  htmlElements(nodes: Block[]): string | undefined
  /** Returns a node that reads back as exactly this source, if any. */
  asSource(source: string): RootContent | undefined
  /** The same for HTML, however it is read. */
  asHtml(source: string): RootContent | undefined
  /** Markdown inside an HTML cell, where `[^1]` cannot be used. */
  markdown(nodes: Block[]): string
  inCell: boolean
}

// The context of inline content; it decides how line breaks are written.
export type InlineContext = 'paragraph' | 'line' | 'cell' | 'html'

/** The context of content within an inline. */
export const innerContext = (place: InlineContext): InlineContext => (place === 'paragraph' ? 'line' : place)

export interface TagReader {
  /** Returns undefined if the tag is invalid; its source then stays text. */
  read(tag: TagNode, body: Block[], context: ReadContext): Block | Block[] | undefined
  /** The tag can occur without an `end`. */
  alone?: boolean
  /** The tag is only valid inside a block of this type. */
  within?: string
  /** The container type of the parts in its body. */
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
