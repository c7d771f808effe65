// The micromark and mdast extensions of the dialect, combined once.

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
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import type { Construct, Extension } from 'micromark-util-types'
import { notesIn } from '../plain/lines.ts'
import { alert, alertFromMarkdown } from './alert.ts'
import { altFromMarkdown } from './alt.ts'
import { boundedContainer } from './bounded-containers.ts'
import { boundedAhead, boundedAttention, boundedBack } from './bounded-text.ts'
import { boundsWith } from './bounds.ts'
import { cut } from './chunks.ts'
import { type Labels, labelsIn, NO_LABELS, withLabels } from './definitions.ts'
import { emoji, emojiFromMarkdown } from './emoji.ts'
import { mathFlow, mathFromMarkdown, mathText } from './math.ts'
import { merging } from './merging.ts'
import { readPieces } from './pieces.ts'
import { tagFlow, tagFromMarkdown } from './tag.ts'

const ours: Extension = {
  flow: { 36: mathFlow, 123: tagFlow },
  text: { 36: merging(boundedAhead(mathText)), 58: merging(emoji), 91: merging(alert) },
}

function boundedStrikethrough(): Extension {
  const extension = gfmStrikethrough()
  const construct = merging(boundedAttention({ name: 'strikethrough', ...(extension.text?.[126] as Construct) }))
  return { ...extension, text: { 126: construct }, insideSpan: { null: [construct] } }
}

function boundedFootnote(): Extension {
  const extension = gfmFootnote()
  const definition = extension.document?.[91] as Construct
  const text = Object.fromEntries(
    Object.entries(extension.text ?? {}).map(([code, each]) => [
      code,
      merging(code === '93' ? boundedBack(each as Construct) : (each as Construct)),
    ]),
  )
  return { ...extension, text, document: { 91: boundedContainer(definition) } }
}

const micromarkExtension = combineExtensions([
  boundsWith(),
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
  alertFromMarkdown,
  altFromMarkdown,
]

const parsePiece = (text: string, labels: Labels) =>
  fromMarkdown(text, { extensions: [micromarkExtension, withLabels(labels)], mdastExtensions })

/** Parses without the fast path and without splitting: the reference for every shortcut. */
export const toMdastWhole = (text: string): Root => parsePiece(text, labelsIn([parsePiece(text, NO_LABELS)]))

export function toMdast(text: string): Root {
  const { pieces, cited } = cut(text, notesIn(text))
  const { nodes, labels } = readPieces(text, pieces, parsePiece)
  const known = new Set(cited.size ? labels.notes : [])
  const isRight = [...cited].every((label) => known.has(normalizeIdentifier(label)))
  return { type: 'root', children: isRight ? nodes : readPieces(text, cut(text).pieces, parsePiece).nodes }
}
