// One line of plain words is its own markdown and needs no parser. Most comments are that, and parsing would cost more
// than everything else about them. A test holds this against the parser.
import type { Document } from '../../engine/document.ts'

// Only characters that mean nothing in markdown, and those that mean something elsewhere where they cannot.
const PLAIN = /^\p{L}+(?:[ -]?[\p{L}\p{N}'"()]+|[.,;:!?]+(?= |$))*$/u

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
