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
import type { Construct, Extension } from 'micromark-util-types'
import { alert, alertFromMarkdown } from './alert.ts'
import { altFromMarkdown } from './alt.ts'
import { boundedContainer } from './bounded-containers.ts'
import { boundedAhead, boundedAttention, boundedBack } from './bounded-text.ts'
import { boundsWith } from './bounds.ts'
import { type Labels, withLabels } from './definitions.ts'
import { emoji, emojiFromMarkdown } from './emoji.ts'
import { indentedCode } from './indented-code.ts'
import { mathFlow, mathFromMarkdown, mathText } from './math.ts'
import { merging } from './merging.ts'
import { parseInPieces } from './pieces.ts'
import { tagFlow, tagFromMarkdown } from './tag.ts'

const ours: Extension = {
  flowInitial: indentedCode,
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

/** Parses the dialect. */
export const toMdast = (text: string): Root => parseInPieces(text, parsePiece)

/**
 * Parses a text as CommonMark, without the dialect. Throws a TooDeep if lists are nested more than `deepest` levels.
 */
export function commonMark(text: string, deepest: number): Root {
  const bounds = boundsWith(deepest)
  return parseInPieces(text, (piece, labels) => fromMarkdown(piece, { extensions: [bounds, withLabels(labels)] }))
}
