// Line access to a text, and classification of lines.

import type { RootContent } from 'mdast'

export class Lines {
  readonly text: string
  /** Notes assumed to be defined; those that were cited. */
  readonly notes: ReadonlySet<string>
  readonly cited = new Set<string>()

  constructor(text: string, notes: ReadonlySet<string> = new Set()) {
    this.text = text
    this.notes = notes
  }

  cites(label: string): boolean {
    const isKnown = this.notes.has(label)
    if (isKnown) this.cited.add(label)
    return isKnown
  }

  /** The line at an offset, without its line end. */
  at(offset: number): string {
    const end = this.text.indexOf('\n', offset)
    return end < 0 ? this.text.slice(offset) : this.text.slice(offset, end)
  }

  /** The start of the next line; past the text if there is none. */
  after(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    return end < 0 ? this.text.length + 1 : end + 1
  }

  has(offset: number): boolean {
    return offset <= this.text.length
  }
}

/** A note label. */
export const noteLabel = '\\[\\^([A-Za-z0-9_-]{1,64})\\]'
const noteLine = new RegExp(`^${noteLabel}:`, 'gm')

/** Labels of notes that a text may define; some of these lines may be in code. */
export const notesIn = (text: string): Set<string> =>
  new Set(text.includes('[^') ? [...text.matchAll(noteLine)].map(([, label]) => (label as string).toLowerCase()) : [])

/** Reads the block at an offset; returns its node and the start of the next block. */
export type PlainReader = (lines: Lines, start: number) => { node: RootContent; next: number } | undefined

export const isBlank = (line: string) => /^[ \t]*$/.test(line)
export const isTag = (line: string) => /^\{%(?:(?!%\})[^\n\r\t])*%\}$/.test(line)
export const startsList = (line: string) => /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(line)

const wordStart = /^[A-Za-z("'/.,;?@^\u00a1-\ud7ff\ue000-\ufefe]/
const markStart = /^(?:\*{1,2}[^*\s]|_{1,2}[^_\s]|`{1,2}[^`]|~{1,2}[^~\s]|!?\[|\\[!-/:-@[-`{-~])/
// The attributes of an element, in the form that the dialect writes.
export const tagRest = '(?: [A-Za-z_:][A-Za-z0-9_.:-]*(?:="[^"\\n\\t]*")?)*(?: ?/)?'
// A tag alone on its line would be a block.
const elementStart = new RegExp(`^<(?:a|b|button|code|del|em|i|img|kbd|mark|s|span|strong|sub|sup)${tagRest}>\\S`)
const numberStart = /^\d+(?![\d.)])|^\d+[.)][^ \t]/

// True for a line that can only be paragraph text, first or later. One trailing space is ignored, two are a hard break.
export const isTextLine = (line: string) =>
  (wordStart.test(line) || markStart.test(line) || numberStart.test(line) || elementStart.test(line)) &&
  !/(?:[ \t\\] |\t)$/.test(line)

export const withoutEndSpaces = (text: string) => text.replace(/ (?=\n|$)/g, '')
