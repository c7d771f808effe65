// The inline content of a block as a sequence of tokens: words, spaces, signs, and inlines without text. What applies
// to a range of text (marks, links, annotations) is an attribute of the tokens in it, so that ranges merge token by
// token.

import type { Inline, Mark, Text } from '../../document.ts'
import { canonical } from '../../objects.ts'

export type InlineNode = Inline | Text

/** An inline that has text: a link, an annotation. */
export interface Wrapper {
  /** The inline without its nodes. */
  shell: Inline
  /** Equal on all sides for wrappers that are the same one. */
  id: string
}

/** Marks, with a name that is equal for equal marks in any order. */
export interface Marks {
  name: string
  list: readonly Mark[]
}

export interface Token {
  /** What tokens are compared by: their text, or the identity of the inline. */
  name: string
  text: string
  /** An inline without text, which is a token of its own. */
  inline?: Inline
  marks: Marks
  /** The inlines around it, outermost first. */
  path: readonly Wrapper[]
  /** The key of the text node. */
  key?: string | undefined
}

// A word, and what people do not separate either: an emoji of several code points, a sign with its accents.
const PLAIN = /\w+|[^\S\n]+|[\s\S]/g
const WORD =
  /[\p{L}\p{N}\p{M}_]+|[^\S\n]+|\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\p{M}|\p{EMod}|\u200d\p{Extended_Pictographic})*|[\s\S]\p{M}*/gu
// Scripts that do not separate words count by character.
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}]'
const HAS_UNSPACED = new RegExp(UNSPACED, 'u')
const WORD_OR_CHARACTER = new RegExp(
  `${UNSPACED}\\p{M}*|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}_])+|${WORD.source}`,
  'gu',
)
const ASCII = /^[\0-\x7f]*$/

/** The words, spaces and signs of a text. Joined, they are the text. */
export function splitWords(text: string): string[] {
  const pattern = ASCII.test(text) ? PLAIN : HAS_UNSPACED.test(text) ? WORD_OR_CHARACTER : WORD
  return text.match(pattern) ?? []
}

const NO_MARKS: Marks = { name: '', list: [] }

/** Reads inline nodes. Returns undefined if there are more than `limit` characters and nodes. */
export function tokensOf(nodes: readonly InlineNode[], limit: number): Token[] | undefined {
  const reader = new Reader(limit)
  reader.readAll(nodes, [])
  reader.endRun()
  return reader.size > limit ? undefined : reader.tokens
}

class Reader {
  readonly tokens: Token[] = []
  size = 0
  private run: Omit<Token, 'name'> | undefined
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  readAll(nodes: readonly InlineNode[], path: readonly Wrapper[]): void {
    for (const node of nodes) {
      if (++this.size > this.limit) return
      if (node.object === 'text') this.readText(node, path)
      else this.readInline(node, path)
    }
  }

  private readText({ key, leaves }: Text, path: readonly Wrapper[]): void {
    for (const { text, marks } of leaves) {
      this.size += text.length
      if (text !== '') this.addText(text, marksOf(marks), path, key)
    }
  }

  // A word may be in several leaves with the same marks.
  private addText(text: string, marks: Marks, path: readonly Wrapper[], key: string | undefined): void {
    const { run } = this
    if (run && run.marks.name === marks.name && run.path === path && run.key === key) run.text += text
    else {
      this.endRun()
      this.run = { text, marks, path, key }
    }
  }

  endRun(): void {
    const { run } = this
    this.run = undefined
    if (!run || this.size > this.limit) return
    const { marks, path, key } = run
    for (const text of splitWords(run.text)) this.tokens.push({ name: text, text, marks, path, key })
  }

  private readInline(inline: Inline, path: readonly Wrapper[]): void {
    this.endRun()
    const { nodes, ...shell } = inline
    const before = this.tokens.length
    if (nodes && !inline.isVoid) this.readAll(nodes, [...path, { shell, id: '' }])
    this.endRun()
    if (this.tokens.length > before) return
    const name = `\0${inline.key === undefined ? canonical(inline) : `${inline.type} ${inline.key}`}`
    this.tokens.push({ name, text: '', inline, marks: NO_MARKS, path })
  }
}

export function marksOf(marks: readonly Mark[] = []): Marks {
  return marks.length === 0 ? NO_MARKS : { name: marks.map(canonical).sort().join(), list: marks }
}

const IN_WORD = /^[\p{L}\p{N}\p{M}_]/u

/** True if the token is neither a word nor an inline. */
export const isBlank = ({ text, inline }: Token): boolean => inline === undefined && !IN_WORD.test(text)

/** True if the tokens would be one word, if nothing were between them. */
export function makeOneWord(a: Token | undefined, b: Token | undefined): boolean {
  return !!a?.text && !!b?.text && splitWords(a.text + b.text).length === 1
}
