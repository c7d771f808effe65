import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Inline, Leaf } from '../../document.ts'
import { type Cell, editLine, inlinesOf, type LineStep, lineOf, lineSteps } from '../../testing/inlines.ts'
import { textOf } from '../../text.ts'
import { walk } from '../../walk.ts'
import { mergeInlines } from './merge-inlines.ts'
import { nodesOf } from './rebuild.ts'
import { type InlineNode, tokensOf } from './tokens.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

const merge = (base: InlineNode[], ours: InlineNode[], theirs: InlineNode[]) =>
  mergeInlines({ base, ours, theirs }, () => undefined)
const plain = (text: string): InlineNode[] => inlinesOf([{ text, marks: [] }])
const readText = (nodes: readonly InlineNode[] | undefined) => nodes?.map(textOf).join('')
const mergeTexts = (base: string, ours: string, theirs: string) =>
  readText(merge(plain(base), plain(ours), plain(theirs)))
const leavesOf = (nodes: readonly InlineNode[]): Leaf[] =>
  nodes.flatMap((node) => [
    ...(node.object === 'text' ? node.leaves : []),
    ...walk(node).flatMap(({ node: inner }) => (inner.object === 'text' ? inner.leaves : [])),
  ])
const linksOf = (nodes: readonly InlineNode[]) =>
  nodes.flatMap((node) => (node.object === 'inline' ? [[textOf(node), (node.data!.ref as { url: string }).url]] : []))

const base = lineOf(12)
const step = (act: LineStep['act'], at: number): LineStep => ({ act, at, length: 1 })

describe('the laws of merging text', () => {
  test('a side that did nothing adds nothing; equal edits collapse', () => {
    fc.assert(
      fc.property(lineSteps, (steps) => {
        const [before, after] = [inlinesOf(base), inlinesOf(editLine(base, steps, 'o'))]
        for (const [a, b] of [
          [after, before],
          [before, after],
          [after, after],
        ] as const) {
          expect(merge(before, a, b)).toEqual(after)
        }
      }),
    )
  })

  test('swapping the sides changes nothing', () => {
    fc.assert(
      fc.property(lineSteps, lineSteps, (mine, other) => {
        const [ours, theirs] = [inlinesOf(editLine(base, mine, 'o')), inlinesOf(editLine(base, other, 't'))]
        expect(merge(inlinesOf(base), theirs, ours)).toEqual(merge(inlinesOf(base), ours, theirs))
      }),
      { numRuns: 1000 },
    )
  })

  test('every word that a side added is in the result, every word that a side removed is not, and nothing else is', () => {
    fc.assert(
      fc.property(lineSteps, lineSteps, (mine, other) => {
        const [ours, theirs] = [editLine(base, mine, 'o'), editLine(base, other, 't')]
        const merged = merge(inlinesOf(base), inlinesOf(ours), inlinesOf(theirs))
        if (!merged) return
        const [b, o, t] = [base, ours, theirs].map((cells) => new Set(wordsOf(cells)))
        const expected = [...new Set([...b!, ...o!, ...t!])].filter((each) =>
          b!.has(each) ? o!.has(each) && t!.has(each) : true,
        )
        const words = readText(merged)!.split(' ').filter(Boolean)
        expect(words.sort()).toEqual(expected.sort())
        for (const side of [ours, theirs]) expectStyles(side, merged)
      }),
      { numRuns: 1000 },
    )
  })

  test('a word between an inserted and a removed one keeps its marks', () => {
    const [o, t] = [editLine(base, [step('insert', 1), step('remove', 3)], 'o'), editLine(base, [step('mark', 1)], 't')]
    const merged = merge(inlinesOf(base), inlinesOf(o), inlinesOf(t))!
    const marked = leavesOf(merged).filter(({ marks }) => marks.some(({ type }) => type === 't0'))
    expect(marked.map(({ text }) => text)).toEqual(['word1'])
  })

  test('edits of different words merge, and both are in place', () => {
    const places = Array.from({ length: 12 }, (_, n) => n)
    const edits = fc.constantFrom('replace', 'insert', 'mark')
    fc.assert(
      fc.property(fc.subarray(places), fc.subarray(places), edits, edits, (mine, rest, how, otherHow) => {
        const other = rest.filter((place) => !mine.includes(place))
        const edit = (cells: readonly Cell[], words: readonly number[], act: string, side: string) =>
          cells.flatMap((cell): Cell[] => {
            const number = words.find((each) => cell.text === `word${each}`)
            if (number === undefined) return [cell]
            const fresh = `${side}${number}`
            if (act === 'replace') return [{ ...cell, text: fresh }]
            if (act === 'mark') return [{ ...cell, marks: [...cell.marks, fresh] }]
            return [{ ...cell, text: fresh }, { ...cell, text: ' ' }, cell]
          })
        const ours = edit(base, mine, how, 'o')
        const theirs = edit(base, other, otherHow, 't')
        const merged = merge(inlinesOf(base), inlinesOf(ours), inlinesOf(theirs))
        expect(merged).toEqual(inlinesOf(edit(ours, other, otherHow, 't')))
      }),
      { numRuns: 1000 },
    )
  })

  test('reading and rebuilding is the identity', () => {
    fc.assert(
      fc.property(lineSteps, (steps) => {
        const nodes = inlinesOf(editLine(base, steps, 'o'))
        const tokens = tokensOf(nodes, 10_000)!
        const shells = new Map<string, Inline>()
        for (const wrapper of new Set(tokens.flatMap(({ path }) => path))) {
          wrapper.id = `${shells.size}`
          shells.set(wrapper.id, wrapper.shell)
        }
        expect(nodesOf(tokens, shells)).toEqual(nodes)
      }),
    )
  })
})

const wordsOf = (cells: readonly Cell[]) => cells.map(({ text }) => text).filter((text) => text !== ' ')

// Marks that a side gave a word are there if the word is.
function expectStyles(side: readonly Cell[], merged: readonly InlineNode[]): void {
  const leaves = leavesOf(merged)
  for (const { text, marks } of side) {
    if (text === ' ') continue
    const leaf = leaves.find((each) => each.text.split(' ').includes(text))
    if (leaf) expect(leaf.marks.map(({ type }) => type)).toEqual(expect.arrayContaining([...marks]))
  }
}

describe('words', () => {
  test.each([
    ['two neighbours', 'one two three', 'one zwei three', 'one two drei', 'one zwei drei'],
    ['both append', 'The end.', 'The end. Or not.', 'The end. Really.', 'The end. Or not. Really.'],
    ['both prepend and append', 'b c', 'a b c', 'b c d', 'a b c d'],
    ['neighbours removed', 'a b c d', 'a c d', 'a b d', 'a d'],
    ['the last two removed', 'a b c', 'a c', 'a b', 'a '],
    ['one in the middle of a removed range of the other', 'a b c d e', 'a e', 'a b x d e', undefined],
    ['the same word', 'one two', 'one 2', 'one II', undefined],
    ['the same letter added twice', 'plural', 'plurals', 'plurality', undefined],
    ['both fill an empty line', '', 'hello', 'world', undefined],
    ['the same insertion', 'a c', 'a b c', 'a b c', 'a b c'],
    ['the same insertion, and more of it', 'a', 'a b', 'a b c', 'a b c'],
    ['characters of a script without spaces', '我们今天学习', '我们明天学习', '我们今天工作', '我们明天工作'],
    ['emojis of several code points', '👩‍👩‍👧 and 🇩🇪', '👩‍👩‍👦 and 🇩🇪', '👩‍👩‍👧 and 🇩🇰', '👩‍👩‍👦 and 🇩🇰'],
    [
      'rewritten here, one word added there',
      'the quick red fox',
      'a slow blue dog',
      'the quick red big fox',
      undefined,
    ],
    ['arguments of a call', 'call(one, two)', 'call(1, two)', 'call(one, two, three)', 'call(1, two, three)'],
  ])('%s', (_, before, ours, theirs, expected) => {
    expect(mergeTexts(before, ours, theirs)).toBe(expected)
    expect(mergeTexts(before, theirs, ours)).toBe(expected)
  })

  test('longer than the limit: no merge', () => {
    const long = 'word '.repeat(100_000)
    expect(mergeTexts(long, `a ${long}`, `${long} b`)).toBeUndefined()
    const fits = 'word '.repeat(6000)
    expect(mergeTexts(fits, `a ${fits}`, `${fits}b`)).toBe(`a ${fits}b`)
  })

  test('a text of single characters, rewritten on both sides', () => {
    const many = (from: string) => Array.from({ length: 30_000 }, (_, n) => from[(n * 7919) % from.length]).join('')
    expect(mergeTexts(many('.,;'), many(',.!'), many('?.,'))).toBeUndefined()
  })
})

describe('marks and inlines', () => {
  const cells = (text: string, marks: string[] = [], link?: string): Cell[] =>
    text.split(/(?<= )|(?= )/).map((each) => ({ text: each, marks, link }))

  test('a sentence made bold here, a word of it replaced there', () => {
    const merged = merge(
      inlinesOf(cells('one two three')),
      inlinesOf(cells('one two three', ['bold'])),
      inlinesOf(cells('one 2 three')),
    )
    expect(merged).toEqual(inlinesOf(cells('one 2 three', ['bold'])))
  })

  test('two marks on the same words', () => {
    const merged = merge(
      inlinesOf(cells('one two')),
      inlinesOf(cells('one two', ['italic'])),
      inlinesOf(cells('one two', ['bold'])),
    )
    expect(merged).toEqual(inlinesOf(cells('one two', ['bold', 'italic'])))
  })

  test('a link to another place here, reworded there', () => {
    const before = [...cells('see '), ...cells('the docs', [], 'a'), ...cells(' now')]
    const ours = [...cells('see '), ...cells('the docs', [], 'b'), ...cells(' now')]
    const theirs = [...cells('see '), ...cells('the manual', [], 'a'), ...cells(' now')]
    const merged = merge(inlinesOf(before), inlinesOf(ours), inlinesOf(theirs))!
    expect(linksOf(merged)).toEqual([['the manual', 'b']])
    const both = [...cells('see '), ...cells('all manuals', [], 'a'), ...cells(' now')]
    expect(linksOf(merge(inlinesOf(before), inlinesOf(ours), inlinesOf(both))!)).toEqual([['all manuals', 'b']])
  })

  test('a link removed here, and led elsewhere or extended there: no merge', () => {
    const before = inlinesOf(cells('the docs', [], 'a'))
    const ours = inlinesOf(cells('the docs'))
    expect(merge(before, ours, inlinesOf(cells('the docs', [], 'b')))).toBeUndefined()
    expect(merge(before, ours, inlinesOf(cells('the new docs', [], 'a')))).toBeUndefined()
  })

  test('the same words made two links: no merge', () => {
    const line = cells('one two three')
    const linked = (from: number, to: number, link: string) =>
      inlinesOf(line.map((cell, at) => (at >= from && at < to ? { ...cell, link } : cell)))
    expect(merge(inlinesOf(line), linked(0, 3, 'a'), linked(2, 5, 'b'))).toBeUndefined()
    expect(linksOf(merge(inlinesOf(line), linked(0, 1, 'a'), linked(4, 5, 'b'))!)).toEqual([
      ['one', 'a'],
      ['three', 'b'],
    ])
  })

  test('an inline without text is a word', () => {
    const line = (...codes: string[]) =>
      inlinesOf([...cells('so '), ...codes.map((text): Cell => ({ text, emoji: true, marks: [] })), ...cells(' it')])
    expect(merge(line('1', '2'), line('1', '2', '3'), line('4', '2'))).toEqual(line('4', '2', '3'))
    expect(merge(line('1'), line('2'), line('3'))).toBeUndefined()
  })

  test('keys of inlines and texts are kept, once', () => {
    const link = (...nodes: InlineNode[]): Inline => ({
      object: 'inline',
      type: 'link',
      key: 'l',
      data: { ref: { kind: 'url', url: 'a' } },
      nodes,
    })
    const keyed = (text: string): InlineNode => ({ ...plain(text)[0]!, key: 't' }) as InlineNode
    const merged = merge(
      [link(keyed('one two three'))],
      [link(keyed('one two 3'))],
      [link(keyed('one')), ...plain(' two '), link(keyed('three'))],
    )!
    expect(JSON.stringify(merged).match(/"key":"l"/g)).toHaveLength(1)
    expect(JSON.stringify(merged).match(/"key":"t"/g)).toHaveLength(1)
    expect(readText(merged)).toBe('one two 3')
  })
})
