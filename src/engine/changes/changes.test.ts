import { describe, expect, test } from 'vitest'
import type { Block, Document } from '../document.ts'
import { encodeWith } from '../keys/keep-keys.ts'
import type { Hash } from '../objects.ts'
import { documentOf, paragraph } from '../testing/histories.ts'
import { expectValidTree, pagesOf } from '../testing/invariants.ts'
import { Store } from '../testing/store.ts'
import { findRecord, loadVariables } from '../tree/collections.ts'
import { EMPTY_TREE, openTree } from '../tree/draft.ts'
import { findPage, findPageByPath, listChildren } from '../tree/pages.ts'
import { applyChanges } from './apply-changes.ts'
import type { Change } from './change.ts'

const NOW = '2026-11-15T00:00:00.000Z'

class Space {
  readonly store = new Store()
  root: Hash = EMPTY_TREE.hash
  private keys = 0

  apply(changes: Change[], now = NOW) {
    const applied = this.store.run(
      applyChanges(this.root, changes, { now, encodeDocument: encodeWith(() => `k${this.keys++}`) }),
    )
    if (applied.ok) {
      this.root = this.store.keep(applied)
      expectValidTree(this.store, this.root)
    }
    return applied
  }

  page(id: string) {
    return this.store.run(findPage(openTree(this.root), id))
  }

  document(id: string): Document {
    return this.store.objects.get(this.page(id)!.document!) as unknown as Document
  }

  children(id: string) {
    return this.store.run(listChildren(openTree(this.root), id)).map((page) => page.id)
  }
}

const bare = (...texts: string[]): Document =>
  documentOf(
    ...texts.map((text): Block => {
      const { key, ...block } = paragraph('', text)
      return block
    }),
  )
const insert = (id: string, rest: Partial<Extract<Change, { operation: 'insert_page' }>> = {}): Change => ({
  operation: 'insert_page',
  id,
  title: id.toUpperCase(),
  ...rest,
})
const linkTo = (page: string): Document =>
  documentOf({ object: 'block', type: 'content-ref', key: 'c', isVoid: true, data: { ref: { kind: 'page', page } } })

describe('a batch', () => {
  test('inserts, updates, moves and deletes pages as one tree', () => {
    const space = new Space()
    space.apply([insert('a'), insert('b'), insert('c', { into: 'a' })])
    const later = '2026-12-01T00:00:00.000Z'
    const applied = space.apply(
      [
        insert('d', { at: 0, document: bare('hello') }),
        { operation: 'update_page', page: 'b', title: 'New', description: 'text', into: 'a', at: 0 },
        { operation: 'update_page', page: 'a', slug: 'start' },
        { operation: 'delete_page', page: 'c' },
      ],
      later,
    )
    expect(applied).toMatchObject({
      ok: true,
      effects: [
        { object: 'created_page', page: 'd' },
        { object: 'updated_page', page: 'b' },
        { object: 'updated_page', page: 'a' },
        { object: 'deleted_page', page: 'c' },
      ],
    })
    expect([space.children(''), space.children('a')]).toEqual([['d', 'a'], ['b']])
    expect(space.page('b')).toMatchObject({ title: 'New', slug: 'b', createdAt: NOW, updatedAt: later })
    expect(space.store.run(findPageByPath(openTree(space.root), 'start/b'))?.id).toBe('b')
    expect(space.document('d').nodes[0]).toMatchObject({ key: 'k0' })
  })

  test('resolves refs in changes and documents, in any order', () => {
    const space = new Space()
    const applied = space.apply([
      insert('c', { into: 'parent', document: linkTo('sibling') }),
      insert('s', { ref: 'sibling', into: 'parent', document: linkTo('image') }),
      insert('p', { ref: 'parent', title: 'Parent' }),
      { operation: 'update_page', page: 'sibling', title: 'Renamed' },
      {
        operation: 'insert_files',
        files: [{ id: 'f', ref: 'picture', name: 'a.png', contentType: 'image/png', size: 1 }],
      },
    ])
    expect(applied).toMatchObject({ ok: true })
    expect(applied.ok && applied.effects[2]).toEqual({ object: 'created_page', page: 'p', ref: 'parent' })
    expect(space.children('p')).toEqual(['c', 's'])
    expect(space.document('c').nodes[0]!.data).toEqual({ ref: { kind: 'page', page: 's' } })
    expect(space.document('s').nodes[0]!.data).toEqual({ ref: { kind: 'page', page: 'image' } })
    expect(space.page('s')?.title).toBe('Renamed')
    expect(space.store.run(findRecord(openTree(space.root), 'file', 'f'))).not.toHaveProperty('ref')
  })

  test('a rewritten document keeps the keys of unchanged blocks', () => {
    const space = new Space()
    space.apply([insert('a', { document: bare('one', 'two') })])
    space.apply([{ operation: 'update_page', page: 'a', document: bare('two', 'three') }])
    expect(space.document('a').nodes.map(({ key }) => key)).toEqual(['k1', 'k2'])
    space.apply([{ operation: 'update_page', page: 'a', document: null, emoji: '1f600' }])
    expect(space.page('a')).not.toHaveProperty('document')
  })

  test('files, reusable contents and variables', () => {
    const space = new Space()
    const file = { id: 'f', name: 'a.png', contentType: 'image/png', size: 1 }
    space.apply([
      { operation: 'insert_files', files: [file] },
      { operation: 'insert_reusable_content', id: 'r', title: 'Note', document: bare('note') },
      { operation: 'set_variables', variables: { x: 1, y: 'two' } },
    ])
    const reusable = () => space.store.run(findRecord(openTree(space.root), 'reusableContent', 'r'))
    const document = reusable()!.document
    space.apply([
      { operation: 'delete_files', files: ['f'] },
      { operation: 'update_reusable_content', reusableContent: 'r', title: 'Notice' },
      { operation: 'set_variables', variables: { x: null } },
    ])
    expect(reusable()).toEqual({ id: 'r', title: 'Notice', document })
    expect(space.store.run(loadVariables(openTree(space.root)))).toEqual({ y: 'two' })
    expect(space.store.run(findRecord(openTree(space.root), 'file', 'f'))).toBeUndefined()
    space.apply([{ operation: 'delete_reusable_content', reusableContent: 'r' }])
    expect(reusable()).toBeUndefined()
  })

  test('reverts a page, some of its blocks, or a deleted page', () => {
    const space = new Space()
    space.apply([insert('a', { document: bare('one', 'two', 'three') }), insert('b')])
    const source = space.root
    const before = space.document('a')
    const key = (n: number) => before.nodes[n]!.key!
    const edited = documentOf(paragraph(key(0), 'ONE'), paragraph('added', 'added'), paragraph(key(2), 'THREE'))
    space.apply([{ operation: 'update_page', page: 'a', title: 'Z', slug: 'z', into: 'b', document: edited }])
    space.apply([{ operation: 'revert_page', page: 'a', source, blocks: [key(0), key(1), 'added'] }])
    expect(space.document('a')).toEqual(documentOf(before.nodes[0]!, before.nodes[1]!, paragraph(key(2), 'THREE')))
    expect(space.page('a')?.title).toBe('Z')
    space.apply([{ operation: 'revert_page', page: 'a', source }])
    expect(space.document('a')).toEqual(before)
    expect(space.page('a')).toMatchObject({ title: 'A', slug: 'a', parent: 'b' })
    space.apply([{ operation: 'delete_page', page: 'b' }])
    space.apply([{ operation: 'revert_page', page: 'a', source }])
    expect(space.page('a')).toMatchObject({ title: 'A', parent: '' })
  })

  test('a deleted page is again where it was, whatever happened beside it', () => {
    const space = new Space()
    space.apply([insert('p'), ...['a', 'b', 'c', 'd'].map((id) => insert(id, { into: 'p' }))])
    const source = space.root
    const back = (page: string): Change => ({ operation: 'revert_page', page, source })
    space.apply([{ operation: 'delete_page', page: 'b' }])
    space.apply([back('b')])
    expect(space.children('p')).toEqual(['a', 'b', 'c', 'd'])
    space.apply(['a', 'b', 'd'].map((page) => ({ operation: 'delete_page', page })))
    space.apply(['d', 'b', 'a'].map(back))
    expect(space.children('p')).toEqual(['a', 'b', 'c', 'd'])
    space.apply([{ operation: 'delete_page', page: 'b' }])
    space.apply([insert('x', { into: 'p', at: 1 }), back('b')])
    expect(space.children('p')).toEqual(['a', 'x', 'b', 'c', 'd'])
    space.apply([{ operation: 'delete_page', page: 'p' }])
    space.apply(['p', 'a', 'b', 'c', 'd'].map(back))
    expect(space.children('p')).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a batch that fails', () => {
  const cases: [name: string, changes: Change[], index: number, reason: string, subject: string][] = [
    ['an unknown page', [insert('x'), { operation: 'update_page', page: 'no' }], 1, 'page-missing', 'no'],
    ['an unknown parent', [insert('x', { into: 'no' })], 0, 'parent-missing', 'no'],
    ['an id that is taken', [insert('a')], 0, 'page-exists', 'a'],
    ['a move into itself', [{ operation: 'update_page', page: 'a', into: 'b' }], 0, 'inside-itself', 'a'],
    ['a ref given twice', [insert('x', { ref: 'r' }), insert('y', { ref: 'r' })], 1, 'ref-taken', 'r'],
    [
      'refs in a circle',
      [insert('x', { ref: 'r', into: 's' }), insert('y', { ref: 's', into: 'r' })],
      1,
      'refs-in-a-circle',
      'r',
    ],
    [
      'a needed insert that fails',
      [insert('x', { into: 'r' }), insert('y', { ref: 'r', into: 'no' })],
      1,
      'parent-missing',
      'no',
    ],
    [
      'a page deleted before',
      [
        { operation: 'delete_page', page: 'a' },
        { operation: 'delete_page', page: 'b' },
      ],
      1,
      'page-missing',
      'b',
    ],
    [
      'a link that takes no pages',
      [insert('l', { type: 'link' }), insert('x', { into: 'l' })],
      1,
      'parent-takes-no-pages',
      'l',
    ],
    ['an unknown file', [{ operation: 'delete_files', files: ['no'] }], 0, 'file-missing', 'no'],
    [
      'an unknown reusable content',
      [{ operation: 'delete_reusable_content', reusableContent: 'no' }],
      0,
      'reusable-content-missing',
      'no',
    ],
    [
      'nothing to revert to',
      [insert('x'), { operation: 'revert_page', page: 'a', source: EMPTY_TREE.hash }],
      1,
      'not-in-source',
      'a',
    ],
  ]

  test.each(cases)('%s: names the change and changes nothing', (_, changes, index, reason, subject) => {
    const space = new Space()
    space.apply([insert('a'), insert('b', { into: 'a' })])
    const before = [space.root, pagesOf(space.store, space.root)]
    expect(space.apply(changes)).toEqual({ ok: false, failure: { index, reason, subject } })
    expect([space.root, pagesOf(space.store, space.root)]).toEqual(before)
  })
})
