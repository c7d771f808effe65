// Reads the pieces of a text that are not read yet. Starting the tokenizer costs more than a short piece does, so they
// are read many at a time, wherever they lie in the text.

import type { Root, RootContent } from 'mdast'
import { startsList } from '../plain/lines.ts'
import { enough, hasLooseFormula, isWhole, type Piece } from './chunks.ts'
import { type Labels, labelsIn, none } from './definitions.ts'

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

// Where a piece ends inside a block, the text was cut wrongly: from there on it is one piece.
export function readPieces(text: string, pieces: Piece[], parse: Parse): Read {
  const plain: Root = { type: 'root', children: pieces.flatMap(notesOf) }
  const defining = batches(pieces.filter(isDefining)).map((batch) => parse(batch.text, none))
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

// Only a line that starts a block whatever came before may follow another piece.
function batches(pieces: Piece[]): Batch[] {
  const result: Batch[] = []
  for (const piece of pieces) {
    if (piece.nodes) continue
    const last = result.at(-1)
    if (last && last.text.length < enough && /^\S/.test(piece.source) && !startsList(piece.source)) {
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
