import { describe, expect, test } from 'vitest'
import type { Block, Document } from './document.ts'
import { listAnchors, listSections, withAnchors } from './outline.ts'
import { item, list, table } from './testing/documents.ts'
import { documentOf, paragraph } from './testing/histories.ts'
import { findNode, textOf } from './text.ts'

const heading = (level: number, text: string, id?: string): Block => ({
  ...paragraph(`h-${text}`, text),
  type: `heading-${level}`,
  data: id === undefined ? {} : { id },
})
const p = (text: string) => paragraph(text, text)
const anchorsOf = (document: Document) => [...listAnchors(document).values()]

describe('anchors', () => {
  test('come from the text, and are unique', () => {
    const document = documentOf(
      heading(1, 'Getting Started!'),
      heading(2, 'Setup'),
      heading(2, 'Setup'),
      heading(3, 'Über uns'),
    )
    expect(anchorsOf(document)).toEqual(['getting-started', 'setup', 'setup-1', 'uber-uns'])
  })

  test('an id that the author gave comes first', () => {
    const document = documentOf(heading(1, 'Setup'), heading(1, 'Other', 'setup'))
    const anchors = listAnchors(document)
    expect(document.nodes.map((node) => anchors.get(node))).toEqual(['setup-1', 'setup'])
  })

  test('headings in other scripts keep their letters; headings without any still get one', () => {
    expect(anchorsOf(documentOf(heading(1, '安装 指南'), heading(2, 'Привет, мир'), heading(2, '!?')))).toEqual([
      '安装-指南',
      'привет-мир',
      'heading-2',
    ])
  })

  test('tabs, expandables and API blocks have them too; `meta.id` is where renderers look', () => {
    const tab: Block = { object: 'block', type: 'tabs-item', data: { title: 'npm' }, nodes: [heading(1, 'npm')] }
    const tabs: Block = { object: 'block', type: 'tabs', nodes: [tab] }
    const api: Block = {
      object: 'block',
      type: 'openapi-operation',
      data: { method: 'get', path: '/pets' },
      isVoid: true,
    }
    const document = withAnchors(documentOf(tabs, api, p('text')))
    const ids = [document.nodes[0]!.nodes![0], (document.nodes[0]!.nodes![0] as Block).nodes![0], document.nodes[1]]
    expect(ids.map((node) => (node as Block).meta?.id)).toEqual(['npm', 'npm-1', 'get-pets'])
    expect(document.nodes[2]).not.toHaveProperty('meta')
  })
})

describe('sections', () => {
  test('a document is cut at its headings, and every text is in one section', () => {
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
