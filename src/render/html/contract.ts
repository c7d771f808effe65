// The interface of block and inline formats, and what a document's surroundings tell about the things it refers to.
import type { ShownOperation, ShownSchema } from '../../computed/reference/index.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import type { Block, Document, Inline, Text } from '../../engine/document.ts'
import type { Html } from './template.ts'
import type { ChangeWords, Words } from './words.ts'

/** What a reference leads to. */
export interface Target {
  title: string
  /** Absent if the reader cannot go there. */
  href?: string | undefined
  description?: string | undefined
  emoji?: string | undefined
  icon?: string | undefined
  color?: string | undefined
}

export interface DrawnFile {
  name: string
  size: number
  contentType: string
  href: string
  width?: number | undefined
  height?: number | undefined
  /** The same picture in other widths. */
  smaller?: readonly { href: string; width: number }[] | undefined
}

export interface Embed {
  title: string
  site: string
  /** The address of the frame, where the site offers one. */
  frame?: string | undefined
}

/** A piece of highlighted code; `kind` is one of the token classes. */
export interface Token {
  text: string
  kind?: TokenKind | undefined
}

export type TokenKind = (typeof TOKEN_KINDS)[number]

export const TOKEN_KINDS = [
  'comment',
  'keyword',
  'string',
  'number',
  'function',
  'type',
  'property',
  'variable',
  'constant',
  'punctuation',
] as const

/** An icon: its size, and the outlines that fill it. */
export interface Icon {
  width: number
  height: number
  paths: readonly string[]
}

/**
 * Everything around a document that its HTML shows. Each answer may be missing: the document is then drawn without it,
 * and loses none of its text.
 */
export interface Surroundings {
  words: Words
  /** The direction of the page; blocks in the other direction say so. */
  direction: 'ltr' | 'rtl'
  /** Whether links to other sites open in a tab of their own. */
  opensTabs: boolean
  target(ref: ContentRef): Target | undefined
  file(id: string): DrawnFile | undefined
  icon(name: string): Icon | undefined
  /** MathML. */
  formula(tex: string, isBlock: boolean): Html | undefined
  /** The lines of a code in pieces. */
  highlight(code: string, syntax: string): readonly (readonly Token[])[] | undefined
  embed(url: string): Embed | undefined
  /** The title above the document, which nothing in it repeats. */
  title?: string | undefined
  /** What an operation or webhook is, and a schema of a block with schemas. */
  operation(block: Block): ShownOperation | undefined
  schema(block: Block, name: string): ShownSchema | undefined
  /** Where forms of operations send what browsers cannot send themselves; absent where there are no such forms. */
  tryIt?: string | undefined
  /** Whether blocks say their keys, for those who comment on them. */
  hasKeys?: boolean | undefined
  /** What the ids of notes begin with: pieces that are drawn apart may end up on one screen. */
  noteName?: string | undefined
  /** How changes are called, where the document shows any. */
  changes?: ChangeWords | undefined
  /** What an integration draws for its block. */
  integration(block: Block): Html | undefined
}

export interface Context extends Surroundings {
  /** The nesting depth. */
  depth: number
  /** True where nothing can be clicked, because all of it is one link or button already. */
  isQuiet: boolean
  /** The anchor of a block, and its former anchors. */
  anchorOf(block: Block): string | undefined
  aliasesOf(block: Block): readonly string[]
  /** Puts a note at the end of the document; returns the id by which a button opens it. */
  addNote(body: Html): string
  blocks(nodes: readonly Block[] | undefined): Html
  inlines(nodes: Block['nodes']): Html
  /** The context of the content of a container. */
  within(change?: { isQuiet?: boolean }): Context
}

export type BlockWriter = (block: Block, context: Context) => Html
export type InlineWriter = (inline: Inline, context: Context) => Html

export interface Format {
  blocks?: Record<string, BlockWriter>
  inlines?: Record<string, InlineWriter>
}

export type { Block, ContentRef, Document, Inline, Text }
