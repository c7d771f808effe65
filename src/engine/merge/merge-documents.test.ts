// @slow
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Block, Document, Text } from '../document.ts'
import { documentSteps, item, list, rewrite, sample, table } from '../testing/documents.ts'
import { documentOf, paragraph } from '../testing/histories.ts'
import { walk } from '../walk.ts'
import type { BlockConflict } from './block-conflict.ts'
import { mergeDocuments } from './merge-documents.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

const p = (key: string, text = key) => paragraph(key, text)
const merge = (base: Document, ours: Document, theirs: Document) => mergeDocuments({ base, ours, theirs })
const blocksOf = (document: Document): Block[] =>
  [...walk(document)].flatMap(({ node }) => (node.object === 'block' ? [node] : []))
const keysOf = (document: Document) => blocksOf(document).map((block) => block.key)

const mirror = ({ kind, base, ours, theirs }: BlockConflict) => ({ kind, base, ours: theirs, theirs: ours })
const sorted = (conflicts: readonly BlockConflict[]) => conflicts.map((each) => JSON.stringify(each)).sort()

describe('the laws of merging documents', () => {
  const base = sample(4)

  test('a side that did nothing adds nothing; equal edits collapse', () => {
    fc.assert(
      fc.property(documentSteps, (steps) => {
        const ours = rewrite(base, steps, 'o')
        for (const [a, b] of [
          [ours, base],
          [base, ours],
          [ours, structuredClone(ours)],
        ] as const) {
          expect(merge(base, a, b)).toEqual({ document: ours, conflicts: [] })
        }
      }),
    )
  })

  test('swapping the sides mirrors the result', () => {
    fc.assert(
      fc.property(documentSteps, documentSteps, (mine, other) => {
        const [ours, theirs] = [rewrite(base, mine, 'o'), rewrite(base, other, 't')]
        const one = merge(base, ours, theirs)
        const swapped = merge(base, theirs, ours)
        if (one.conflicts.length === 0) expect(swapped.document).toEqual(one.document)
        expect(sorted(swapped.conflicts.map(mirror))).toEqual(sorted(one.conflicts))
      }),
      { numRuns: 600 },
    )
  })

  test('no key is duplicated, and no edit is lost without a conflict', () => {
    fc.assert(
      fc.property(documentSteps, documentSteps, (mine, other) => {
        const sides = [rewrite(base, mine, 'o'), rewrite(base, other, 't')] as const
        const { document, conflicts } = merge(base, ...sides)
        expect(new Set(keysOf(document)).size).toBe(keysOf(document).length)
        const result = JSON.stringify(document)
        const recorded = JSON.stringify(conflicts)
        const before = new Set(textsOf(base))
        for (const side of sides) {
          for (const text of textsOf(side)) {
            if (!before.has(text)) expect(result.includes(`"${text}"`) || recorded.includes(`"${text}"`)).toBe(true)
          }
        }
      }),
      { numRuns: 600 },
    )
  })

  test('edits of different blocks never conflict', () => {
    const keys = keysOf(base).filter((key) => key !== 't' && key !== 'l')
    fc.assert(
      fc.property(fc.subarray(keys), fc.subarray(keys), (mine, other) => {
        const edit = (only: readonly (string | undefined)[], side: string) => {
          const copy = structuredClone(base)
          for (const block of blocksOf(copy)) {
            if (only.includes(block.key) && block.type === 'paragraph')
              block.nodes = p('', `${side} ${block.key}`).nodes!
          }
          return copy
        }
        const theirs = other.filter((key) => !mine.includes(key))
        const { document, conflicts } = merge(base, edit(mine, 'o'), edit(theirs, 't'))
        expect(conflicts).toEqual([])
        const both = edit(mine, 'o')
        for (const block of blocksOf(both)) {
          if (theirs.includes(block.key) && block.type === 'paragraph') block.nodes = p('', `t ${block.key}`).nodes!
        }
        expect(document).toEqual(both)
      }),
    )
  })
})

const textsOf = (document: Document) =>
  [...JSON.stringify(document).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text!)

describe('single cases', () => {
  const of = documentOf

  test('a block moved here and edited there', () => {
    const { document, conflicts } = merge(
      of(p('a'), p('b'), p('c')),
      of(p('c'), p('a'), p('b')),
      of(p('a'), p('b'), p('c', 'C')),
    )
    expect(document).toEqual(of(p('c', 'C'), p('a'), p('b')))
    expect(conflicts).toEqual([])
  })

  test('a block edited here and deleted there', () => {
    const one = merge(of(p('a'), p('b')), of(p('a'), p('b', 'B')), of(p('a')))
    expect(one.document).toEqual(of(p('a'), p('b', 'B')))
    expect(one.conflicts).toEqual([{ kind: 'deleted', base: [p('b')], ours: [p('b', 'B')], theirs: [] }])
    const other = merge(of(p('a'), p('b')), of(p('a')), of(p('a'), p('b', 'B')))
    expect(other.document).toEqual(of(p('a')))
    expect(other.conflicts).toEqual([{ kind: 'deleted', base: [p('b')], ours: [], theirs: [p('b', 'B')] }])
  })

  test('both inserted at the same position', () => {
    const base = of(p('a'), p('z'))
    const [ours, theirs] = [of(p('a'), p('o'), p('z')), of(p('a'), p('m'), p('z'))]
    expect(merge(base, ours, theirs)).toEqual({ document: of(p('a'), p('m'), p('o'), p('z')), conflicts: [] })
    expect(merge(base, theirs, ours)).toEqual(merge(base, ours, theirs))
  })

  test('both rewrote the same block beyond recognition', () => {
    const { document, conflicts } = merge(of(p('a'), p('b')), of(p('a'), p('o')), of(p('a'), p('t')))
    expect(document).toEqual(of(p('a'), p('o')))
    expect(conflicts).toEqual([{ kind: 'replaced', base: [p('b')], ours: [p('o')], theirs: [p('t')] }])
  })

  test('blocks without keys are identified by content', () => {
    const bare = (text: string): Block => {
      const { key, ...block } = p('', text)
      return block
    }
    const base = of(bare('a'), bare('same'), bare('same'), bare('b'))
    const ours = of(bare('a'), bare('new'), bare('same'), bare('same'), bare('b'))
    const theirs = of(bare('a'), bare('same'), bare('same'))
    expect(merge(base, ours, theirs)).toEqual({
      document: of(bare('a'), bare('new'), bare('same'), bare('same')),
      conflicts: [],
    })
  })

  test('different items of one list, at any depth', () => {
    const nested = (one: string, two: string) =>
      of(list('l', item('i', p('x', one), list('m', item('j', p('y', two))))))
    expect(merge(nested('1', '2'), nested('one', '2'), nested('1', 'two'))).toEqual({
      document: nested('one', 'two'),
      conflicts: [],
    })
    const { conflicts } = merge(nested('1', '2'), nested('1', 'ours'), nested('1', 'theirs'))
    expect(conflicts).toEqual([
      { kind: 'edited', base: [p('y', '2')], ours: [p('y', 'ours')], theirs: [p('y', 'theirs')] },
    ])
  })

  test('different words of a paragraph, of a line of code and of a table cell', () => {
    const code = (...lines: [string, string][]): Block => ({
      object: 'block',
      type: 'code',
      key: 'c',
      data: { syntax: 'js' },
      nodes: lines.map(([key, text]) => ({ ...p(key, text), type: 'code-line' })),
    })
    const page = (words: string, first: string, second: string, cell: string) =>
      of(p('a', words), code(['l1', first], ['l2', second]), table('t', { r1: cell }))
    const { document, conflicts } = merge(
      page('one two three', 'let a = 1', 'run(a)', 'red green'),
      page('1 two three', 'const a = 1', 'run(a)', 'rot green'),
      page('one two 3', 'let a = 2', 'run(a, b)', 'red grün'),
    )
    expect(conflicts).toEqual([])
    expect(document).toEqual(page('1 two 3', 'const a = 2', 'run(a, b)', 'rot grün'))
  })

  test('an annotation and its note, in different words', () => {
    const noted = (text: string, note: string): Document =>
      of({
        ...p('a'),
        nodes: [
          {
            object: 'inline',
            type: 'annotation',
            key: 'n',
            nodes: p('', text).nodes as Text[],
            fragments: [{ object: 'fragment', fragment: 'annotation-body', nodes: [p('x', note)] }],
          },
        ],
      })
    const { document, conflicts } = merge(noted('a b', 'c d'), noted('A b', 'C d'), noted('a B', 'c D'))
    expect(conflicts).toEqual([])
    expect(document).toEqual(noted('A B', 'C D'))
    expect(merge(noted('a b', 'c'), noted('A b', 'D'), noted('a b', 'E')).conflicts).toHaveLength(1)
  })

  test('different cells and new rows of one table', () => {
    const { document, conflicts } = merge(
      of(table('t', { r1: 'a', r2: 'b' })),
      of(table('t', { r1: 'A', r2: 'b' })),
      of(table('t', { r1: 'a', r2: 'b', r3: 'c' })),
    )
    expect(conflicts).toEqual([])
    expect(document).toEqual(of(table('t', { r1: 'A', r2: 'b', r3: 'c' })))
  })

  test('both added a column', () => {
    const withColumns = (...columns: string[]): Document =>
      of({ ...table('t', {}), data: { ...table('t', {}).data, view: { type: 'grid', columns, hideHeader: false } } })
    const { document, conflicts } = merge(withColumns('a', 'b'), withColumns('a', 'o', 'b'), withColumns('a', 'b', 't'))
    expect(conflicts).toEqual([])
    expect(document).toEqual(withColumns('a', 'o', 'b', 't'))
  })

  test('a reference is never a mix of both sides', () => {
    const image = (ref: object): Document =>
      of({ object: 'block', type: 'image', key: 'i', data: { ref }, isVoid: true })
    const { document, conflicts } = merge(
      image({ kind: 'url', url: 'http://a' }),
      image({ kind: 'file', file: 'f' }),
      image({ kind: 'url', url: 'http://b' }),
    )
    expect(document).toEqual(image({ kind: 'file', file: 'f' }))
    expect(conflicts.map(({ kind }) => kind)).toEqual(['edited'])
  })

  test('parts of two references never combine', () => {
    const link = (ref: object): Document =>
      of({ object: 'block', type: 'content-ref', key: 'i', data: { ref }, isVoid: true })
    const ours = link({ kind: 'page', page: 'b' })
    const { document, conflicts } = merge(
      link({ kind: 'page', page: 'a' }),
      ours,
      link({ kind: 'page', page: 'a', space: 's' }),
    )
    expect(document).toEqual(ours)
    expect(conflicts).toHaveLength(1)
  })

  test('a paragraph made a heading here and reworded there', () => {
    const heading = (text: string): Block => ({ ...p('a', text), type: 'heading-1' })
    expect(merge(of(p('a', 'old')), of(heading('old')), of(p('a', 'new')))).toEqual({
      document: of(heading('new')),
      conflicts: [],
    })
  })

  test('fields of blocks of different types do not mix', () => {
    const ours: Block = { object: 'block', type: 'code', key: 'a', data: { syntax: 'js' }, nodes: [p('x')] }
    const theirs: Block = { ...p('a', 'new'), data: { align: 'center' } }
    const { document, conflicts } = merge(of(p('a', 'old')), of(ours), of(theirs))
    expect(document).toEqual(of(ours))
    expect(conflicts).toEqual([{ kind: 'edited', base: [p('a', 'old')], ours: [ours], theirs: [theirs] }])
  })

  test('a block moved into two containers stays where ours put it', () => {
    const two = (first: Block[], second: Block[], ...rest: Block[]) =>
      of(list('l', item('i', p('x'), ...first)), list('m', item('j', p('y'), ...second)), ...rest)
    const { document, conflicts } = merge(two([], [], p('k')), two([p('k')], []), two([], [p('k')]))
    expect(document).toEqual(two([p('k')], []))
    expect(conflicts).toEqual([{ kind: 'moved', base: [], ours: [p('k')], theirs: [p('k')] }])
    expect(merge(two([], [], p('k')), two([], [p('k')]), two([p('k')], [])).document).toEqual(two([], [p('k')]))
  })

  test('a document of 5 MB, rewritten from end to end on both sides', () => {
    const text = 'x'.repeat(200)
    const big = (change: (n: number) => Block[]) => of(...Array.from({ length: 20_000 }, (_, n) => change(n)).flat())
    const base = big((n) => [p(`k${n}`, text + n)])
    const ours = big((n) => (n % 2 ? [p(`k${n}`, `ours ${n}`)] : [p(`k${n}`, text + n), p(`o${n}`)]))
    const theirs = of(...big((n) => [n % 2 ? p(`k${n}`, text + n) : p(`k${n}`, `theirs ${n}`)]).nodes.reverse())
    const { document, conflicts } = merge(base, ours, theirs)
    expect(JSON.stringify(base).length).toBeGreaterThan(5_000_000)
    expect(conflicts).toEqual([])
    expect(document.nodes).toHaveLength(30_000)
  })
})
