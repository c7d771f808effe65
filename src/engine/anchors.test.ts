import { describe, expect, test } from 'vitest'
import { listAliases, listAnchors, withAnchors } from './anchors.ts'
import type { Block, Document } from './document.ts'
import { listReferences } from './links.ts'
import { documentOf, paragraph } from './testing/histories.ts'
import { textOf } from './text.ts'

const heading = (level: number, text: string, id?: string): Block => ({
  ...paragraph(`h-${text}`, text),
  type: `heading-${level}`,
  data: id === undefined ? {} : { id },
})
const p = (text: string) => paragraph(text, text)
const anchorsOf = (document: Document) => [...listAnchors(document).values()]

describe('anchors', () => {
  test('derive from the text, and are unique', () => {
    const document = documentOf(
      heading(1, 'Getting Started!'),
      heading(2, 'Setup'),
      heading(2, 'Setup'),
      heading(3, 'Über uns'),
    )
    expect(anchorsOf(document)).toEqual(['getting-started', 'setup', 'setup-1', 'ueber-uns'])
  })

  test('transliteration is bounded: of thousands of headings, always the same last ones keep their script', () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `章${index}`)
    const document = documentOf(...texts.map((text) => heading(2, text)), heading(2, 'End'))
    const anchors = anchorsOf(document)
    expect([anchors[0], anchors[2999], anchors.at(-1)]).toEqual(['zhang-0', '章2999', 'end'])
    expect(anchors.findIndex((anchor) => anchor.startsWith('章'))).toBeGreaterThan(500)
    expect(anchorsOf(document)).toEqual(anchors)
    expect([...listAliases(document).keys()]).not.toContain('章2999')
  })

  test('an id set by the author has priority', () => {
    const document = documentOf(heading(1, 'Setup'), heading(1, 'Other', 'setup'))
    const anchors = listAnchors(document)
    expect(document.nodes.map((node) => anchors.get(node))).toEqual(['setup-1', 'setup'])
  })

  test.each([
    ['1. Create it', 'id-1.-create-it'],
    ['Editing & publishing', 'editing-and-publishing'],
    ['Set up Azure AD', 'set-up-azure-a-d'],
    ['Advanced', 'advanced'],
    ['第1步，连接钱包', 'di-1-bu-lian-jie-qian-bao'],
    ['「ユーザー登録」の方法', 'yzno'],
    ['💰 Prices', 'prices'],
    ['Привет, мир', 'privet-mir'],
    ['한국어 가이드', '한국어-가이드'],
    ['!?', 'heading-1'],
  ])('%s → %s', (text, anchor) => {
    expect(anchorsOf(documentOf(heading(1, text)))).toEqual([anchor])
  })

  test('legacy anchors, and those of the reference for headings without transliteration, resolve to their headings', () => {
    const document = documentOf(heading(1, '1. A & B'), heading(2, '概要'), heading(2, '개요'), heading(2, '설치'))
    const aliases = [...listAliases(document)].map(([alias, block]) => [alias, textOf(block)])
    expect(aliases).toEqual([
      ['1.-a-b', '1. A & B'],
      ['概要', '概要'],
      ['undefined', '개요'],
      ['undefined-1', '설치'],
    ])
    const shown = withAnchors(document)
    expect(shown.nodes.map(({ meta }) => meta)).toEqual([
      { id: 'id-1.-a-and-b', aliases: ['1.-a-b'] },
      { id: 'gai-yao', aliases: ['概要'] },
      { id: '개요', aliases: ['undefined'] },
      { id: '설치', aliases: ['undefined-1'] },
    ])
  })

  test('an alias never takes the anchor of another heading', () => {
    const document = documentOf(heading(1, 'A & B'), heading(1, 'A B'))
    expect(anchorsOf(document)).toEqual(['a-and-b', 'a-b'])
    expect([...listAliases(document).keys()]).toEqual(['a-b-1'])
  })

  test('links to an alias in the same document are rewritten to the anchor', () => {
    const link = {
      object: 'inline' as const,
      type: 'link',
      data: { ref: { kind: 'anchor', anchor: '1.-a-b' } },
      nodes: [],
    }
    const document = withAnchors(documentOf(heading(1, '1. A & B'), { ...p(''), nodes: [link] }))
    expect(listReferences(document)).toMatchObject([{ ref: { kind: 'anchor', anchor: 'id-1.-a-and-b' } }])
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
