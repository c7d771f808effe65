import { describe, expect, test } from 'vitest'
import type { Block } from './document.ts'
import { listSections } from './outline.ts'
import { item, list, table } from './testing/documents.ts'
import { documentOf, paragraph } from './testing/histories.ts'
import { findNode, textOf } from './text.ts'

const heading = (level: number, text: string, id?: string): Block => ({
  ...paragraph(`h-${text}`, text),
  type: `heading-${level}`,
  data: id === undefined ? {} : { id },
})
const p = (text: string) => paragraph(text, text)

describe('sections', () => {
  test('a document is split at its headings, and every text is in one section', () => {
    const document = documentOf(
      p('intro'),
      heading(1, 'One'),
      p('first'),
      list('l', item('i', p('item')), item('j', heading(2, 'Nested'), p('deep'))),
      table('t', { r: 'cell' }),
    )
    expect(listSections(document)).toEqual([
      { title: '', level: 0, text: 'intro' },
      { anchor: 'one', key: 'h-One', title: 'One', level: 1, text: 'first\nitem' },
      { anchor: 'nested', key: 'h-Nested', title: 'Nested', level: 2, text: 'deep\ncell' },
    ])
  })

  test('no first section without text', () => {
    expect(listSections(documentOf(heading(1, 'One')))).toMatchObject([{ anchor: 'one', text: '' }])
    expect(listSections(documentOf())).toEqual([])
  })
})

describe('text', () => {
  test('of inlines: links, emoji, formulas, buttons', () => {
    const text = (value: string) => ({
      object: 'text' as const,
      leaves: [{ object: 'leaf' as const, text: value, marks: [] }],
    })
    const inline = (type: string, data: object) => ({
      object: 'inline' as const,
      type,
      data: data as Record<string, unknown>,
    })
    const block: Block = {
      object: 'block',
      type: 'paragraph',
      nodes: [
        text('See '),
        { ...inline('link', { ref: { kind: 'url', url: 'http://x' } }), nodes: [text('this')] },
        text(' '),
        inline('emoji', { code: '1f600' }),
        inline('inline-math', { formula: 'a+b' }),
        inline('mention', { ref: { kind: 'user', user: 'u' } }),
        inline('emoji', { code: 'nonsense' }),
      ],
    }
    expect(textOf(block)).toBe('See this 😀a+b')
  })

  test('of a node found by its key', () => {
    const document = documentOf(p('a'), list('l', item('i', p('b'))))
    expect(textOf(findNode(document, 'l')!)).toBe('b')
    expect(findNode(document, 'none')).toBeUndefined()
  })
})
