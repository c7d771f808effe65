import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../markdown/index.ts'
import { type OutlineItem, outlineOf } from './outline.ts'

type Titles = (string | [string, Titles])[]

const titlesOf = (items: readonly OutlineItem[]): Titles =>
  items.map(({ title, items: below }) => (below.length > 0 ? [title, titlesOf(below)] : title))

const read = (...headings: string[]) => titlesOf(outlineOf(parseMarkdown(headings.join('\n\n')).document))

describe('the outline of an article', () => {
  test('has headings of the second level below those of the first', () => {
    expect(read('## A', '### B', '### C', '## D', '### E', '#### F')).toEqual([
      ['A', ['B', 'C']],
      ['D', ['E']],
    ])
  })

  test('has headings of one level beside each other', () => {
    expect(read('### A', '### B', '### C')).toEqual(['A', 'B', 'C'])
    expect(read('### A', '### B', '## C', '### D')).toEqual(['A', 'B', ['C', ['D']]])
  })

  test('is empty where there is nothing to choose', () => {
    expect(read('## A', 'Text')).toEqual([])
  })
})
