// Keeps parsing linear for any input. Some constructs look ahead to the end of a paragraph, or back to its start, on
// every attempt; each of them gets a budget per paragraph, and containers a maximum depth. Past the budget the
// characters are text, which loses nothing: the writer escapes them. Text whose containers are too deep is rejected as
// a whole.

import * as commonmark from 'micromark-core-commonmark'
import type { Construct, Extension } from 'micromark-util-types'
import { boundedContainer } from './bounded-containers.ts'
import { boundedAhead, boundedAttention, boundedStart, labelEnd } from './bounded-text.ts'
import { htmlFlow } from './html-flow.ts'
import { limits } from './limits.ts'
import { merging } from './merging.ts'

const renamed = (construct: Construct): Construct => ({ ...construct, name: `bounded-${construct.name}` })
const lineEnding = merging(renamed(commonmark.lineEnding))

const digits = Array.from({ length: 10 }, (_, digit) => 48 + digit)

/** All bounds; containers can be nested `deepest` levels. */
export const boundsWith = (deepest = limits.containers): Extension => ({
  disable: {
    null: [
      'attention',
      'autolink',
      'blockQuote',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlFlow',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'lineEnding',
      'list',
    ],
  },
  document: {
    ...Object.fromEntries([42, 43, 45, ...digits].map((code) => [code, boundedContainer(commonmark.list, deepest)])),
    62: boundedContainer(commonmark.blockQuote, deepest),
  },
  flow: { 60: htmlFlow },
  string: { 38: renamed(commonmark.characterReference), 92: renamed(commonmark.characterEscape) },
  text: {
    [-5]: lineEnding,
    [-4]: lineEnding,
    [-3]: lineEnding,
    33: merging(boundedStart(commonmark.labelStartImage, 'image')),
    38: merging(renamed(commonmark.characterReference)),
    42: merging(boundedAttention(commonmark.attention)),
    60: [merging(boundedAhead(commonmark.autolink)), merging(boundedAhead(commonmark.htmlText))],
    91: merging(boundedStart(commonmark.labelStartLink, 'link')),
    92: [merging(renamed(commonmark.hardBreakEscape)), merging(renamed(commonmark.characterEscape))],
    93: merging(labelEnd),
    95: merging(boundedAttention(commonmark.attention)),
    96: merging(boundedAhead(commonmark.codeText)),
  },
})
