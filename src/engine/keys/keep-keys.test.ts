// @slow
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Block, Document } from '../document.ts'
import { documentSteps, item, list, rewrite, sample } from '../testing/documents.ts'
import { documentOf, paragraph } from '../testing/histories.ts'
import { mapNodes, walk } from '../walk.ts'
import { addKeys, keepKeys } from './keep-keys.ts'
import { pairBlocks } from './pairing.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

const counter = () => {
  let count = 0
  return () => `new${count++}`
}

/** A document as parsed from Markdown: without keys. */
const bare = (document: Document): Document =>
  mapNodes(document, (node) => {
    const { key, ...rest } = node
    return rest as typeof node
  })

const keysOf = (document: Document) =>
  [...walk(document)].flatMap(({ node }) => (node.object === 'block' ? [node.key] : []))

const p = paragraph
const of = documentOf
const rewriteAs = (before: Document, after: Document) => keysOf(keepKeys(before, bare(after), counter()))

describe('keeping keys', () => {
  test('a document that did not change keeps every key', () => {
    expect(keepKeys(sample(5), bare(sample(5)), counter())).toEqual(sample(5))
  })

  test('content never changes, keys are unique, and every block has one', () => {
    fc.assert(
      fc.property(documentSteps, (steps) => {
        const after = bare(rewrite(sample(4), steps, 'n'))
        const keyed = keepKeys(sample(4), after, counter())
        expect(bare(keyed)).toEqual(after)
        const keys = keysOf(keyed)
        expect(keys.every(Boolean)).toBe(true)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 200 },
    )
  })

  test('a block with unique content keeps its key through any other change', () => {
    fc.assert(
      fc.property(documentSteps, (steps) => {
        const after = rewrite(sample(4), steps, 'n')
        const keyed = keysOf(keepKeys(sample(4), bare(after), counter()))
        const old = new Map([...walk(sample(4))].map(({ node }) => [node.key, JSON.stringify(node)]))
        const blocks = [...walk(after)].flatMap(({ node }) => (node.object === 'block' ? [node] : []))
        for (const [index, block] of blocks.entries()) {
          if (block.type === 'paragraph' && old.get(block.key) === JSON.stringify(block))
            expect(keyed[index]).toBe(block.key)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('new blocks get new keys', () => {
    const before = of(p('a', 'alpha one'), p('b', 'beta two'))
    expect(rewriteAs(before, of(p('', 'alpha one'), p('', 'something else'), p('', 'beta two')))).toEqual([
      'a',
      'new0',
      'b',
    ])
  })

  test('a moved block keeps its key', () => {
    const before = of(p('a', 'alpha'), p('b', 'beta'), list('l', item('i', p('c', 'gamma'))))
    const after = of(list('', item('', p('', 'gamma'), p('', 'alpha'))), p('', 'beta'))
    expect(rewriteAs(before, after)).toEqual(['l', 'i', 'c', 'a', 'b'])
  })

  test('an edited block keeps its key if it is clearly the same', () => {
    const before = of(p('a', 'The quick brown fox jumps over the dog'), p('b', 'Install the package with npm'))
    const after = of(p('', 'The quick brown fox leaps over the lazy dog'), p('', 'Entirely other words here'))
    expect(rewriteAs(before, after)).toEqual(['a', 'new0'])
  })

  test('a paragraph is paired alone as it is between others', () => {
    const text = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', '文書'), { maxLength: 5 })
    fc.assert(
      fc.property(text, text, fc.boolean(), (old, now, isHeading) => {
        const before = p('a', old.join(' '))
        const after = { ...p('', now.join(' ')), ...(isHeading && { type: 'heading-1' }) }
        const between = (block: Block) => of(p('x', 'first'), block, p('y', 'last'))
        const alone = [...pairBlocks(of(before), of(after))]
        const pairs = pairBlocks(between(before), between(after))
        expect(alone).toEqual([...pairs].filter(([block]) => block === after))
      }),
    )
  })

  test('an edited block gets a new key if its origin is ambiguous', () => {
    const before = of(p('a', 'one two three x'), p('b', 'one two three y'))
    expect(rewriteAs(before, of(p('', 'one two three z')))).toEqual(['new0'])
  })

  test('equal blocks match in order', () => {
    const before = of(p('a', 'same'), p('b', 'same'), p('c', 'same'))
    expect(rewriteAs(before, of(p('', 'same'), p('', 'same')))).toEqual(['a', 'b'])
    expect(rewriteAs(before, before)).toEqual(['a', 'b', 'c'])
  })

  test('a container with one edited item keeps its key and those of the other items', () => {
    const before = of(
      list('l', item('i', p('x', 'first item of the list')), item('j', p('y', 'second item of the list'))),
    )
    const after = of(
      list('', item('', p('', 'first item of the list')), item('', p('', 'second item of the long list'))),
    )
    expect(rewriteAs(before, after)).toEqual(['l', 'i', 'x', 'j', 'y'])
  })

  test('keys in a document are kept, unless duplicated', () => {
    const brought = of(p('b', 'beta'), p('z', 'zeta'), p('z', 'again'))
    expect(keysOf(keepKeys(of(p('a', 'alpha'), p('b', 'other')), brought, counter()))).toEqual(['b', 'z', 'new0'])
    expect(keysOf(addKeys(bare(brought), counter()))).toEqual(['new0', 'new1', 'new2'])
  })

  test('of two blocks split from one, the more similar one keeps the key', () => {
    const before = of(p('a', 'one two three four five six'))
    const after = of(p('', 'one two three four other words'), p('', 'one two three four five six seven'))
    expect(rewriteAs(before, after)).toEqual(['new0', 'a'])
  })

  test('a container with its key keeps the keys inside', () => {
    const same = (key: string) => list(key, item('', p('', 'same')))
    const before = of(list('l', item('i', p('x', 'same'))), list('m', item('j', p('y', 'same'))))
    const after = of({ ...bare(of(same(''))).nodes[0]!, key: 'm' })
    expect(keysOf(keepKeys(before, after, counter()))).toEqual(['m', 'j', 'y'])
  })

  test('a document of 5 MB in which every block was edited', () => {
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`).join(' ')
    const big = (edit: string): Document =>
      of(...Array.from({ length: 20_000 }, (_, n): Block => p(`k${n}`, `${words} number${n} again${n} ${n} ${edit}`)))
    const keyed = keepKeys(big(''), bare(big('edited')), counter())
    expect(keysOf(keyed)).toEqual(keysOf(big('')))
  })
})
