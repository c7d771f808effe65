// Tokenizes the unread pieces of a text. Starting the tokenizer costs more than a short piece, so pieces are read in
// batches.

import type { Root, RootContent } from 'mdast'
import { startsList } from '../plain/lines.ts'
import { hasLooseFormula, isWhole, PIECE_SIZE, type Piece } from './chunks.ts'
import { type Labels, labelsIn, NO_LABELS } from './definitions.ts'

type Parse = (text: string, labels: Labels) => Root

interface Batch {
  text: string
  pieces: Piece[]
}

const isDefining = ({ nodes, source }: Piece) => !nodes && source.includes(']:')

const notesOf = ({ nodes }: Piece) => nodes?.filter(({ type }) => type === 'footnoteDefinition') ?? []

interface Read {
  nodes: RootContent[]
  labels: Labels
}

// If a piece ends inside a block, the split was wrong: the rest of the text becomes one piece.
export function readPieces(text: string, pieces: Piece[], parse: Parse): Read {
  const plain: Root = { type: 'root', children: pieces.flatMap(notesOf) }
  const defining = batches(pieces.filter(isDefining)).map((batch) => parse(batch.text, NO_LABELS))
  const labels = labelsIn([plain, ...defining])
  const read = new Map<Piece, RootContent[]>()
  for (const batch of batches(pieces)) {
    const broken = readBatch(batch, parse(batch.text, labels), read)
    if (broken && broken !== pieces.at(-1)) {
      const rest = { start: broken.start, source: text.slice(broken.start) }
      return readPieces(text, [...pieces.slice(0, pieces.indexOf(broken)), rest], parse)
    }
  }
  return { nodes: pieces.flatMap((piece) => piece.nodes ?? read.get(piece) ?? []), labels }
}

// Only a line that starts a block regardless of what precedes it can follow another piece.
function batches(pieces: Piece[]): Batch[] {
  const result: Batch[] = []
  for (const piece of pieces) {
    if (piece.nodes) continue
    const last = result.at(-1)
    if (last && last.text.length < PIECE_SIZE && /^\S/.test(piece.source) && !startsList(piece.source)) {
      last.text += `\n\n${piece.source}`
      last.pieces.push(piece)
    } else result.push({ text: piece.source, pieces: [piece] })
  }
  return result
}

function readBatch({ pieces }: Batch, tree: Root, read: Map<Piece, RootContent[]>): Piece | undefined {
  let start = 0
  let at = 0
  for (const piece of pieces) {
    const end = start + piece.source.length
    const nodes: RootContent[] = []
    for (; at < tree.children.length; at++) {
      const node = tree.children[at] as RootContent
      if ((node.position?.start.offset ?? 0) >= end) break
      nodes.push(node)
    }
    read.set(piece, nodes)
    if (!isWhole(piece.source, nodes, start) || hasLooseFormula(piece.source, nodes)) return piece
    start = end + 2
  }
  return undefined
}
