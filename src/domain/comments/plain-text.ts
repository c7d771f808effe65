// Recognises text that can be stored without parsing. Most comments are such text, and parsing would dominate their
// cost. A test compares both functions with the parser.
import type { Document } from '../../engine/document.ts'

// Text without these characters has no links, mentions, HTML, custom blocks, or escapes of any of them.
const REFERENCE_SYNTAX = /[<>@[\]{}&\\|:$^~]|www\.|---/

/** True for markdown that has words and refers to nothing. It may contain marks, headings, lists, quotes and code. */
export const hasNoReferences = (markdown: string): boolean =>
  /\p{L}/u.test(markdown) && !REFERENCE_SYNTAX.test(markdown)

// Allows characters without meaning in markdown, and others only where they have none.
const PLAIN = /^\p{L}+(?:[ -]?[\p{L}\p{N}'"()]+|[.,;:!?]+(?= |$))*$/u

/** True for a single line of plain words, which needs no parser to become a document. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

export const plainDocument = (text: string): Document => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
})
