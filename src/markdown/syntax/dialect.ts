// Everything micromark and mdast have to know to read the dialect, put together once.

import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import { combineExtensions } from 'micromark-util-combine-extensions'
import type { Construct, Extension } from 'micromark-util-types'
import { boundedAhead, boundedAttention, boundedBack, boundedContainer, bounds, inParagraph } from './bounds.ts'
import { cut, isWhole } from './chunks.ts'
import { knowing, type Labels, labelsIn } from './definitions.ts'
import { emoji, emojiFromMarkdown } from './emoji.ts'
import { mathFlow, mathFromMarkdown, mathText } from './math.ts'
import { tagFlow, tagFromMarkdown } from './tag.ts'

const ours: Extension = {
  flow: { 36: mathFlow, 123: tagFlow },
  text: { 36: inParagraph(boundedAhead(mathText)), 58: inParagraph(emoji) },
}

function boundedStrikethrough(): Extension {
  const extension = gfmStrikethrough()
  const construct = inParagraph(boundedAttention({ name: 'strikethrough', ...(extension.text?.[126] as Construct) }))
  return { ...extension, text: { 126: construct }, insideSpan: { null: [construct] } }
}

function boundedFootnote(): Extension {
  const extension = gfmFootnote()
  const definition = extension.document?.[91] as Construct
  const text = Object.fromEntries(
    Object.entries(extension.text ?? {}).map(([code, each]) => [
      code,
      inParagraph(code === '93' ? boundedBack(each as Construct) : (each as Construct)),
    ]),
  )
  return { ...extension, text, document: { 91: boundedContainer(definition) } }
}

const micromarkExtension = combineExtensions([
  bounds,
  gfmTable(),
  boundedStrikethrough(),
  gfmTaskListItem(),
  boundedFootnote(),
  ours,
])

const mdastExtensions = [
  gfmTableFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  gfmFootnoteFromMarkdown(),
  tagFromMarkdown,
  mathFromMarkdown,
  emojiFromMarkdown,
]

const parsePiece = (text: string, labels: Labels) =>
  fromMarkdown(text, { extensions: [micromarkExtension, knowing(labels)], mdastExtensions })

const none: Labels = { links: [], notes: [] }

function parsePieces(text: string): { pieces: string[]; trees: Root[] } {
  const pieces = cut(text)
  const trees: Root[] = []
  for (const [index, piece] of pieces.entries()) {
    const tree = parsePiece(piece, none)
    if (index < pieces.length - 1 && !isWhole(piece, tree)) {
      const rest = pieces.splice(index).join('')
      return { pieces: [...pieces, rest], trees: [...trees, parsePiece(rest, none)] }
    }
    trees.push(tree)
  }
  return { pieces, trees }
}

export function toMdast(text: string): Root {
  const { pieces, trees } = parsePieces(text)
  const labels = labelsIn(trees)
  const again = pieces.length > 1 && labels.links.length + labels.notes.length > 0
  const known = again
    ? trees.map((tree, at) => (pieces[at]?.includes('[') ? parsePiece(pieces[at], labels) : tree))
    : trees
  return { type: 'root', children: known.flatMap((tree) => tree.children) }
}
