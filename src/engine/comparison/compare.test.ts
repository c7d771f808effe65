// Laws of comparing documents: both versions can be read from a comparison, and nothing unchanged is marked.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocks } from '../../markdown/testing/arbitraries.ts'
import type { Block, Document, Fragment, Inline } from '../document.ts'
import { fingerprintAll } from '../keys/similarity.ts'
import { nodesOf } from '../merge/text/rebuild.ts'
import { type InlineNode, type Token, tokensOf } from '../merge/text/tokens.ts'
import { documentSteps, item, list, rewrite, sample, table } from '../testing/documents.ts'
import { documentOf, paragraph } from '../testing/histories.ts'
import { editLine, inlinesOf, lineOf, lineSteps } from '../testing/inlines.ts'
import { compareDocuments } from './compare.ts'
import { compareText } from './compare-text.ts'
import type { Compared, Edited } from './comparison.ts'
import { countWords } from './words.ts'

/** One version, read from a comparison. */
function versionOf(entries: readonly Compared[], side: 'before' | 'after'): Block[] {
  return entries.flatMap((entry): Block[] => {
    if ('block' in entry) {
      const isThere = side === 'before' ? entry.kind !== 'added' : entry.kind === 'same' || entry.kind === 'added'
      return isThere ? [entry.block] : []
    }
    return entry.kind === 'moved' && side === 'before' ? [] : [versionOfBlock(entry, side)]
  })
}

function versionOfBlock({ text, children, fragments, ...entry }: Edited, side: 'before' | 'after'): Block {
  const block: Block = { ...entry[side] }
  if (text) block.nodes = rebuilt(text.flatMap((segment) => segment[side]))
  if (children) block.nodes = versionOf(children, side)
  if (fragments)
    block.fragments = fragments.flatMap((each): Fragment[] => {
      const own = each[side]
      return own ? [{ ...own, nodes: versionOf(each.children, side) }] : []
    })
  return block
}

const rebuilt = (tokens: Token[]): InlineNode[] => {
  const shells = new Map<string, Inline>()
  for (const { path } of tokens) for (const { id, shell } of path) shells.set(id, shell)
  return nodesOf(tokens, shells)
}

/** Texts in one piece, and names without the order in which they came. */
function normal(nodes: readonly Block[]): Block[] {
  return nodes.map((block) => {
    const inner = block.nodes ?? []
    const isText = !block.isVoid && inner.length > 0 && inner.every(({ object }) => object !== 'block')
    const fragments = block.fragments?.map((each) => ({ ...each, nodes: normal(each.nodes) }))
    return {
      ...block,
      ...(inner.length > 0 && { nodes: isText ? inLine(inner as InlineNode[]) : normal(inner as Block[]) }),
      ...(fragments && { fragments: fragments.sort((a, b) => (`${a.fragment}` < `${b.fragment}` ? -1 : 1)) }),
    }
  })
}

function inLine(nodes: InlineNode[]): InlineNode[] {
  const tokens = tokensOf(nodes, Number.POSITIVE_INFINITY)!
  let count = 0
  for (const { path } of tokens) for (const wrapper of path) if (wrapper.id === '') wrapper.id = `${count++}`
  return rebuilt(tokens)
}

const printOf = (nodes: readonly Block[]) => {
  const document: Document = { object: 'document', data: {}, nodes: normal(nodes) }
  return fingerprintAll(document).get(document)
}

/** The blocks that stand once in a list: those that moved stand in it only where they were. */
const moves = (entries: readonly Compared[]): number =>
  entries.reduce((sum, entry) => {
    const own = entry.kind === 'moved' ? 1 : 0
    if (!('after' in entry)) return sum
    const inside = [...(entry.children ?? []), ...(entry.fragments ?? []).flatMap(({ children }) => children)]
    return sum + own + moves(inside)
  }, 0)

const lefts = (entries: readonly Compared[]): number =>
  entries.reduce((sum, entry) => {
    if ('block' in entry) return sum + (entry.kind === 'left' ? 1 : 0)
    return sum + lefts([...(entry.children ?? []), ...(entry.fragments ?? []).flatMap(({ children }) => children)])
  }, 0)

function expectLaws(before: Document, after: Document): void {
  const compared = compareDocuments(before, after)
  expect(printOf(versionOf(compared, 'before'))).toEqual(printOf(before.nodes))
  expect(printOf(versionOf(compared, 'after'))).toEqual(printOf(after.nodes))
  expect(lefts(compared)).toBe(moves(compared))
}

describe('the laws of comparing', () => {
  test('both versions can be read from a comparison', () => {
    fc.assert(
      fc.property(documentSteps, documentSteps, (one, other) => {
        const start = sample(6)
        expectLaws(rewrite(start, one, 'o'), rewrite(start, other, 't'))
      }),
      { numRuns: 500 },
    )
  })

  test('of any two documents', () => {
    const documents = blocks(2).map((nodes): Document => ({ object: 'document', data: {}, nodes }))
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        expectLaws(before, after)
        expectLaws(before, { ...after, nodes: [...before.nodes, ...after.nodes] })
      }),
      { numRuns: 60 },
    )
  })

  test('a document is the same as itself', () => {
    fc.assert(
      fc.property(documentSteps, (steps) => {
        const document = rewrite(sample(6), steps, 'o')
        const copy = JSON.parse(JSON.stringify(document)) as Document
        for (const { kind } of compareDocuments(document, copy)) expect(kind).toBe('same')
      }),
    )
  })

  test('only what was edited is marked', () => {
    const blocksOf = (size: number) => Array.from({ length: size }, (_, n) => paragraph(`p${n}`, `words of ${n}`))
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(19), { maxLength: 6 }), (places) => {
        const before = documentOf(...blocksOf(20))
        const after = documentOf(
          ...blocksOf(20).map((block, n) => (places.includes(n) ? paragraph(`p${n}`, `words in ${n}`) : block)),
        )
        const marked = compareDocuments(before, after).flatMap(({ kind }, n) => (kind === 'same' ? [] : [n]))
        expect(marked).toEqual([...places].sort((a, b) => a - b))
      }),
    )
  })

  test('of blocks that have the same keys twice, such as content that is included twice', () => {
    fc.assert(
      fc.property(documentSteps, documentSteps, (one, other) => {
        const [before, after] = [rewrite(sample(3), one, 'o'), rewrite(sample(3), other, 't')]
        expectLaws(before, { ...after, nodes: [...before.nodes, ...after.nodes] })
        expectLaws({ ...before, nodes: [...after.nodes, ...before.nodes] }, after)
      }),
    )
  })

  test('words: as many more came than went as the later version has more', () => {
    const count = (before: Document, after: Document) => countWords(compareDocuments(before, after))
    const size = (document: Document) => count(documentOf(), document).added
    fc.assert(
      fc.property(documentSteps, documentSteps, (one, other) => {
        const [before, after] = [rewrite(sample(6), one, 'o'), rewrite(sample(6), other, 't')]
        const { added, removed } = count(before, after)
        expect(added - removed).toBe(size(after) - size(before))
      }),
      { numRuns: 200 },
    )
  })

  test('words: those of both versions, and none of those in common', () => {
    const base = lineOf(12)
    fc.assert(
      fc.property(lineSteps, (steps) => {
        const [before, after] = [inlinesOf(base), inlinesOf(editLine(base, steps, 'o'))]
        const segments = compareText(before, after)
        expect(rebuilt(segments.flatMap((segment) => segment.before))).toEqual(before)
        expect(rebuilt(segments.flatMap((segment) => segment.after))).toEqual(after)
        const words = (kind: string, side: 'before' | 'after') =>
          segments.flatMap((segment) => (segment.kind === kind ? segment[side].map(({ text }) => text) : []))
        const removed = new Set(words('removed', 'before').filter((text) => text.trim() !== ''))
        for (const text of words('added', 'after')) expect(removed.has(text)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what changed', () => {
  const kinds = (before: Block[], after: Block[]) =>
    compareDocuments(documentOf(...before), documentOf(...after)).map(({ kind }) => kind)
  const [a, b, c] = [paragraph('a', 'one two'), paragraph('b', 'three four'), paragraph('c', 'five six')]

  test('added, removed, moved', () => {
    expect(kinds([a, b], [a, c, b])).toEqual(['same', 'added', 'same'])
    expect(kinds([a, b, c], [a, c])).toEqual(['same', 'removed', 'same'])
    expect(kinds([a, b, c], [c, a, b])).toEqual(['moved', 'same', 'same', 'left'])
  })

  test('of what changed places, the fewest blocks have moved, with their keys or pasted with others', () => {
    const rest = Array.from({ length: 10 }, (_, n) => paragraph(`p${n}`, `the words of ${n}`))
    const same = rest.map(() => 'same')
    for (const key of ['a', 'pasted']) {
      expect(kinds([a, ...rest, c], [...rest, { ...a, key }, c])).toEqual(['left', ...same, 'moved', 'same'])
      expect(kinds([a, b, ...rest], [...rest, { ...a, key }, b])).toEqual(['left', 'left', ...same, 'moved', 'moved'])
      expect(kinds([c, ...rest, a], [{ ...a, key }, c, ...rest])).toEqual(['moved', 'same', ...same, 'left'])
    }
  })

  test('a paragraph that became a heading is an edit, one that became a list is not', () => {
    expect(kinds([a], [{ ...a, type: 'heading-2' }])).toEqual(['edited'])
    expect(kinds([a], [list('a', item('i', paragraph('j', 'one two')))])).toEqual(['removed', 'added'])
  })

  test('the only block of a cell or an item is the same one, whatever it says now', () => {
    const [before, after] = [list('l', item('i', paragraph('x', 'one'))), list('l', item('i', paragraph('y', 'two')))]
    const [entry] = compareDocuments(documentOf(before), documentOf(after))
    expect(entry).toMatchObject({ kind: 'edited', children: [{ kind: 'edited', children: [{ kind: 'edited' }] }] })
  })

  test('words, also of cells', () => {
    const count = (before: Block[], after: Block[]) =>
      countWords(compareDocuments(documentOf(...before), documentOf(...after)))
    expect(count([a], [paragraph('a', 'one 2 3')])).toEqual({ added: 2, removed: 1 })
    expect(count([table('t', { r: 'one two' })], [table('t', { r: 'one', s: 'new' })])).toEqual({
      added: 1,
      removed: 1,
    })
    expect(count([a, b], [b, a])).toEqual({ added: 0, removed: 0 })
  })
})
