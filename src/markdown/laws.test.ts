// The round-trip laws: a document that is written and read is unchanged, and written text is stable.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '../engine/document.ts'
import { readAny, readPlain } from './front-matter.ts'
import { type Fence, parseMarkdown, serializeMarkdown } from './index.ts'
import { paragraph, text } from './model.ts'
import { blocks, fences, inlines, leafBlock, line, lines } from './testing/arbitraries.ts'

const document = (nodes: Block[]) => ({ object: 'document' as const, data: {}, nodes })
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

function expectSame(nodes: Block[], options: { fences?: Fence[] } = {}) {
  const markdown = serializeMarkdown(document(nodes), options)
  expect(plain(parseMarkdown(markdown, { title: false, ...options }).document.nodes), markdown).toEqual(plain(nodes))
}

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
const runs = Number(process.env.LECTERN_LAW_RUNS ?? 100)

describe('parse(serialize(d)) = d', () => {
  test('plain paragraphs', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.property(lines, (value) => expectSame([paragraph([text(value)])])),
      { numRuns: runs * 2 },
    )
  })
  test('inline content', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.property(inlines(), (nodes) => expectSame([paragraph(nodes)])),
      { numRuns: runs * 2 },
    )
  })
  test('single blocks', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.property(leafBlock, (node) => expectSame([node])),
      { numRuns: runs * 2 },
    )
  })
  test('nested blocks', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.property(blocks(2), (nodes) => expectSame(nodes)),
      { numRuns: runs },
    )
  })
  test('where fences stand for blocks of integrations', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.property(blocks(1), (nodes) => expectSame(nodes, { fences })),
      { numRuns: runs },
    )
  })
  test('plain front matter is what the parser of YAML reads', { timeout: 60_000 }, async () => {
    const key = fc.oneof(word, fc.constantFrom('null', 'True', 'a-b', 'constructor', 'x_1'))
    const value = fc.oneof(
      fc.constantFrom('true', 'False', 'null', 'Null', 'no', '0', '007', '12', '1e3', '0x1f', '1_000', '2024-01-01'),
      fc.constantFrom('a b, c', "it's", 'a  b', 'a ', 'a: b', 'a #b', 'a#b', 'y', 'inf', 'é', 'a-', 'a?', 'a!', 'a/b'),
      fc.stringMatching(/^[A-Za-z][\w ,.()'/&+?!é-]{0,8}$/),
    )
    const pairs = fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.property(pairs, (given) => {
        const source = given.map(([name, each]) => `${name}: ${each}\n`).join('')
        const plain = readPlain(source)
        if (plain) expect(plain, source).toEqual(readAny(source))
      }),
      { numRuns: runs * 20 },
    )
    expect(readPlain("description: What it's about\nhidden: true\ncoverY: 12\n")).toEqual({
      description: "What it's about",
      hidden: true,
      coverY: 12,
    })
  })
  test('title and front matter', { timeout: 60_000 }, async () => {
    const matter = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(line, fc.boolean(), fc.integer(), fc.record({ visible: fc.boolean() })),
    )
    await fc.assert(
      fc.property(matter, fc.stringMatching(/^[a-z*_<&:$]{1,9}( [a-z*_<#[\]]{1,9})?$/), (frontMatter, title) => {
        const parsed = parseMarkdown(serializeMarkdown(document([]), { frontMatter, title }))
        expect(parsed).toEqual({ document: document([]), frontMatter, title })
      }),
      { numRuns: runs },
    )
  })
})
