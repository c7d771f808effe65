import { describe, expect, test } from 'vitest'
import type { Block, Document } from './document.ts'
import { include, MAX_INCLUDED } from './inclusion.ts'
import { countParts } from './size.ts'
import { walk } from './walk.ts'

const paragraph = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})
const content = (id: string): Block => ({
  object: 'block',
  type: 'reusable-content',
  isVoid: true,
  data: { ref: { kind: 'reusable-content', reusableContent: id } },
})
const hint = (...nodes: Block[]): Block => ({ object: 'block', type: 'hint', data: {}, nodes })
const document = (...nodes: Block[]): Document => ({ object: 'document', data: {}, nodes })
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

describe('reusable contents', () => {
  test('are expanded where they are included, also nested and inside blocks', () => {
    const contents = new Map([
      ['a', document(paragraph('A'), hint(content('b')))],
      ['b', document(paragraph('B'))],
    ])
    expect(include(document(paragraph('1'), hint(content('a')), content('b')), contents)).toEqual(
      document(paragraph('1'), hint(paragraph('A'), hint(paragraph('B'))), paragraph('B')),
    )
  })

  test('that do not exist stay references', () => {
    expect(include(document(content('gone')), new Map([['a', document()]]))).toEqual(document(content('gone')))
  })

  test('are never inside themselves', () => {
    const contents = new Map([
      ['a', document(paragraph('A'), content('b'))],
      ['b', document(paragraph('B'), content('a'), hint(content('b')))],
    ])
    expect(include(document(content('a')), contents)).toEqual(document(paragraph('A'), paragraph('B'), hint()))
  })

  test.each<[string, Map<string, Document>]>([
    ['itself a hundred times', new Map([['0', document(...times(100, content('0')), paragraph('x'))]])],
    [
      'others, each of which includes others, a hundred times',
      new Map(
        times(9, 0).map((_, at) => [String(at), document(...times(100, content(String(at + 1))), paragraph('x'))]),
      ),
    ],
    ['one that is large, again and again', new Map([['0', document(...times(9000, paragraph('x')))]])],
  ])('that include %s have an end', (_what, contents) => {
    const page = document(...times(100, content('0')))
    const whole = include(page, contents)
    expect(countParts(whole)).toBeLessThanOrEqual(MAX_INCLUDED + countParts(page))
    expect(walk(whole).length).toBeGreaterThan(0)
  })
})
