// The laws: a document written and read is the same document; text written once never changes again.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '../engine/document.ts'
import { parseMarkdown, serializeMarkdown } from './index.ts'
import { paragraph, text } from './model.ts'
import { blocks, inlines, leafBlock, line, lines } from './testing/arbitraries.ts'

const document = (nodes: Block[]) => ({ object: 'document' as const, data: {}, nodes })
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

function expectSame(nodes: Block[]) {
  const markdown = serializeMarkdown(document(nodes))
  expect(plain(parseMarkdown(markdown, { title: false }).document.nodes), markdown).toEqual(plain(nodes))
}

const runs = Number(process.env.LECTERN_LAW_RUNS ?? 100)

describe('parse(serialize(d)) = d', () => {
  test('plain paragraphs', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(lines, (value) => expectSame([paragraph([text(value)])])),
      { numRuns: runs * 2 },
    )
  })
  test('inline content', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(inlines(), (nodes) => expectSame([paragraph(nodes)])),
      { numRuns: runs * 2 },
    )
  })
  test('single blocks', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(leafBlock, (node) => expectSame([node])),
      { numRuns: runs * 2 },
    )
  })
  test('nested blocks', { timeout: 60_000 }, () => {
    fc.assert(fc.property(blocks(2), expectSame), { numRuns: runs })
  })
  test('title and front matter', { timeout: 60_000 }, () => {
    const matter = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(line, fc.boolean(), fc.integer(), fc.record({ visible: fc.boolean() })),
    )
    fc.assert(
      fc.property(matter, fc.stringMatching(/^[a-z*_<&:$]{1,9}( [a-z*_<#[\]]{1,9})?$/), (frontMatter, title) => {
        const parsed = parseMarkdown(serializeMarkdown(document([]), { frontMatter, title }))
        expect(parsed).toEqual({ document: document([]), frontMatter, title })
      }),
      { numRuns: runs },
    )
  })
})
