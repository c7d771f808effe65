// Reads a long text in pieces.

import type { Root, RootContent } from 'mdast'
import { cut, hasLooseFormula, isWhole } from './chunks.ts'
import { type Labels, labelsIn, NO_LABELS } from './definitions.ts'

type Parse = (text: string, labels: Labels) => Root

/** Parses a text like `parse`, in pieces if it is long. */
export function parseInPieces(text: string, parse: Parse): Root {
  const starts = cut(text)
  return starts.length === 1 ? parse(text, NO_LABELS) : { type: 'root', children: readPieces(text, starts, parse) }
}

// If a piece ends inside a block, the split was wrong: the rest of the text becomes one piece.
function readPieces(text: string, starts: number[], parse: Parse): RootContent[] {
  const pieces = starts.map((start, at) => text.slice(start, starts[at + 1]))
  const defining = pieces.filter((piece) => piece.includes(']:'))
  const labels = labelsIn(defining.map((piece) => parse(piece, NO_LABELS)))
  const read: RootContent[] = []
  for (const [at, piece] of pieces.entries()) {
    const { children } = parse(piece, labels)
    const isLast = at === pieces.length - 1
    if (!isLast && (!isWhole(piece, children) || hasLooseFormula(piece, children)))
      return readPieces(text, starts.slice(0, at + 1), parse)
    for (const node of children) read.push(node)
  }
  return read
}
