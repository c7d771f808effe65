import { describe, expect, test } from 'vitest'
import type { ContentRef } from './content-ref.ts'
import type { Block, Inline } from './document.ts'
import { listPageReferences, listReferences, mapReferences } from './links.ts'
import { item, list, table } from './testing/documents.ts'
import { documentOf } from './testing/histories.ts'
import type { Page } from './tree/records.ts'

const link = (ref: ContentRef): Inline => ({ object: 'inline', type: 'link', data: { ref }, nodes: [] })
const line = (key: string, ...nodes: Inline[]): Block => ({ object: 'block', type: 'paragraph', key, nodes })
const block = (key: string, type: string, data: object): Block => ({
  object: 'block',
  type,
  key,
  isVoid: true,
  data: data as Record<string, unknown>,
})

const KINDS: ContentRef[] = [
  { kind: 'url', url: 'http://x' },
  { kind: 'file', file: 'f' },
  { kind: 'page', page: 'p', space: 's' },
  { kind: 'anchor', anchor: 'a', page: 'p' },
  { kind: 'user', user: 'u' },
  { kind: 'collection', collection: 'c' },
  { kind: 'space', space: 's' },
  { kind: 'reusable-content', reusableContent: 'r' },
  { kind: 'tag', tag: 't' },
  { kind: 'openapi', spec: 'petstore' },
]

describe('references', () => {
  test('of every kind are found, with their block', () => {
    const document = documentOf(list('l', item('i', line('p', ...KINDS.map(link)))))
    expect(listReferences(document)).toEqual(KINDS.map((ref) => ({ ref, block: 'p', node: 'link' })))
  })

  test('in images, embeds, cells and columns of tables', () => {
    const file = { kind: 'file', file: 'f' } as const
    const dark = { kind: 'url', url: 'http://dark' } as const
    const sheet = table('t', { r: 'text' })
    sheet.data = {
      definition: {
        c: { type: 'text' },
        d: { type: 'files' },
        e: { type: 'users' },
        g: { type: 'content-ref' },
        h: { type: 'select' },
      },
      records: {
        r: { orderIndex: 'a', values: { c: 'cell-r', d: ['f1'], e: ['u1'], g: { kind: 'page', page: 'p' }, h: ['v'] } },
      },
    }
    sheet.fragments![0]!.nodes.push(line('cell', link(file)))
    const found = listReferences(
      documentOf(block('i', 'image', { ref: file, refDark: dark }), block('e', 'embed', { url: 'http://e' }), sheet),
    )
    expect(found).toEqual([
      { ref: file, block: 'i', node: 'image' },
      { ref: dark, block: 'i', node: 'image' },
      { ref: { kind: 'url', url: 'http://e' }, block: 'e', node: 'embed' },
      { ref: { kind: 'page', page: 'p' }, block: 't', node: 'table' },
      { ref: { kind: 'file', file: 'f1' }, block: 't', node: 'table' },
      { ref: { kind: 'user', user: 'u1' }, block: 't', node: 'table' },
      { ref: file, block: 'cell', node: 'link' },
    ])
  })

  test('other values are not references', () => {
    const data = {
      ref: { kind: 'url' },
      other: { kind: 'toString', toString: 'x' },
      props: { kind: 'page', page: 'p' },
      n: null,
    }
    expect(listReferences(documentOf(block('b', 'integration', data)))).toEqual([])
  })

  test('of a page, outside its document', () => {
    const page: Page = {
      id: 'x',
      type: 'link',
      title: 'X',
      parent: '',
      position: 'a0',
      target: KINDS[0]!,
      cover: { ref: KINDS[1]!, yPos: 0 },
    }
    expect(listPageReferences(page)).toEqual([KINDS[0], KINDS[1]])
  })

  test('are rewritten in place', () => {
    const document = documentOf(
      list('l', item('i', line('p', link({ kind: 'page', page: 'a' }), link({ kind: 'url', url: 'u' })))),
    )
    const mapped = mapReferences(document, (ref) => (ref.kind === 'page' ? { ...ref, page: 'b' } : ref))
    expect(mapped).toEqual(
      documentOf(list('l', item('i', line('p', link({ kind: 'page', page: 'b' }), link({ kind: 'url', url: 'u' }))))),
    )
  })

  test('are rewritten where columns of files have bare ids', () => {
    const sheet = table('t', { r: 'text' })
    const values = (...files: unknown[]) => ({
      definition: { d: { type: 'files' }, e: { type: 'users' } },
      records: { r: { orderIndex: 'a', values: { d: files, e: ['f1'] } } },
    })
    sheet.data = values('f1', 'f2')
    const rewrite = (to: (file: string) => ContentRef) =>
      mapReferences(documentOf(sheet), (ref) => (ref.kind === 'file' ? to(ref.file) : ref)).nodes[0]
    const address = { kind: 'url', url: 'http://f2' } as const
    const mixed = rewrite((file) => (file === 'f2' ? address : { kind: 'file', file: 'f3' })) as Block
    expect(mixed.data).toEqual(values('f3', address))
    expect(listReferences(documentOf(mixed)).map(({ ref }) => ref)).toEqual([
      address,
      { kind: 'file', file: 'f3' },
      { kind: 'user', user: 'f1' },
    ])
  })
})
