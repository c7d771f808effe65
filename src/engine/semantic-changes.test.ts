import { expect, test } from 'vitest'
import type { Hash } from './objects.ts'
import { listSemanticChanges } from './semantic-changes.ts'
import { Store } from './testing/store.ts'
import { putRecord, removeRecord } from './tree/collections.ts'
import { EMPTY_TREE, putDocument } from './tree/draft.ts'
import { insertPage, movePage, removePage, updatePage } from './tree/edit-pages.ts'

const file = (id: string, size = 1) => ({
  id,
  name: `${id}.png`,
  contentType: 'image/png',
  size,
  blob: `${id}-${size}`,
})

function start(): { store: Store; base: Hash } {
  const store = new Store()
  const base = store.edit(EMPTY_TREE.hash, function* (tree) {
    for (const [id, parent] of [
      ['a', ''],
      ['b', ''],
      ['c', 'a'],
      ['d', 'a'],
      ['e', 'd'],
    ] as const) {
      yield* insertPage(tree, { id, type: 'document', title: id.toUpperCase() }, { parent })
    }
    yield* insertPage(
      tree,
      { id: 'l', type: 'link', title: 'L', target: { kind: 'url', url: 'http://x' } },
      { parent: '' },
    )
    putRecord(tree, 'file', 'f', file('f'))
    putRecord(tree, 'file', 'g', file('g'))
    putRecord(tree, 'reusableContent', 'r', { id: 'r', title: 'R' })
    putRecord(tree, 'variable', 'x', 1)
    putRecord(tree, 'variable', 'y', true)
  })
  return { store, base }
}

test('every kind of change, in the shapes of the reference', () => {
  const { store, base } = start()
  let document = ''
  const next = store.edit(base, function* (tree) {
    document = putDocument(tree, { object: 'document', data: {}, nodes: [] })
    yield* insertPage(tree, { id: 'n', type: 'document', title: 'New' }, { parent: 'a' })
    yield* updatePage(tree, 'c', { title: 'Cc', document, hidden: true })
    yield* updatePage(tree, 'l', { target: { kind: 'page', page: 'c' } })
    yield* movePage(tree, 'c', { parent: 'b' })
    yield* removePage(tree, 'd')
    putRecord(tree, 'file', 'h', file('h'))
    putRecord(tree, 'file', 'g', file('g', 2))
    removeRecord(tree, 'file', 'f')
    putRecord(tree, 'reusableContent', 'r', { id: 'r', title: 'Rr' })
    removeRecord(tree, 'variable', 'y')
    putRecord(tree, 'variable', 'x', 2)
  })
  const page = (id: string, title: string, path: string) => ({ id, type: 'document', title, path })
  expect(store.run(listSemanticChanges(base, next, { limit: 100 }))).toEqual({
    changes: [
      { type: 'page_created', page: page('n', 'New', 'a/new') },
      {
        type: 'page_edited',
        page: page('c', 'Cc', 'b/c'),
        attributes: {
          title: { before: 'C', after: 'Cc' },
          document: { after: document },
          hidden: { after: true },
        },
      },
      {
        type: 'page_edited',
        page: { id: 'l', type: 'link', title: 'L' },
        attributes: { target: { before: { kind: 'url', url: 'http://x' }, after: { kind: 'page', page: 'c' } } },
      },
      {
        type: 'page_moved',
        page: page('c', 'Cc', 'b/c'),
        parent: { before: page('a', 'A', 'a'), after: page('b', 'B', 'b') },
      },
      { type: 'page_deleted', page: page('d', 'D', 'a/d') },
      { type: 'page_deleted', page: page('e', 'E', 'a/d/e') },
      { type: 'file_deleted', file: file('f') },
      {
        type: 'file_edited',
        file: file('g', 2),
        attributes: { blob: { before: 'g-1', after: 'g-2' }, size: { before: 1, after: 2 } },
      },
      { type: 'file_created', file: file('h') },
      {
        type: 'reusable_content_edited',
        reusableContent: { id: 'r', title: 'Rr' },
        attributes: { title: { before: 'R', after: 'Rr' } },
      },
      { type: 'variables_edited', variables: { x: { before: 1, after: 2 }, y: { before: true } } },
    ],
  })
})

test('`more` counts the changes beyond the limit', () => {
  const { store, base } = start()
  const all = store.run(listSemanticChanges(EMPTY_TREE.hash, base, { limit: 100 })).changes
  expect(all).toHaveLength(10)
  expect(store.run(listSemanticChanges(EMPTY_TREE.hash, base, { limit: 4 }))).toEqual({
    changes: all.slice(0, 4),
    more: 6,
  })
  expect(store.run(listSemanticChanges(EMPTY_TREE.hash, base, { limit: 0 }))).toEqual({ changes: [], more: 10 })
})

test('metadata alone is not a change', () => {
  const { store, base } = start()
  const next = store.edit(base, (tree) => updatePage(tree, 'a', { updatedAt: '2026-01-01T00:00:00.000Z' }))
  expect(next).not.toBe(base)
  expect(store.run(listSemanticChanges(base, next))).toEqual({ changes: [] })
})
