// Text that needs no parser before it is stored. Most comments are that, and parsing would cost more than everything else
// about them. A test holds both against the parser.
import type { Document } from '../../engine/document.ts'

// Without these characters there are no links, mentions, HTML, blocks of the dialect, or escapes of any of them.
const TELLING = /[<>@[\]{}&\\|:$^~]|www\.|---/

/** Nothing in it refers to anything, it has words, and it may have marks, headings, lists, quotes or code. */
export const isHarmless = (markdown: string): boolean => /\p{L}/u.test(markdown) && !TELLING.test(markdown)

// Only characters that mean nothing in markdown, and those that mean something elsewhere where they cannot.
const PLAIN = /^\p{L}+(?:[ -]?[\p{L}\p{N}'"()]+|[.,;:!?]+(?= |$))*$/u

/** One line of words: it is its own document. */
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
