import { describe, expect, test } from 'vitest'
import { documentOf, paragraph } from '../testing/histories.ts'
import { expectValidTree } from '../testing/invariants.ts'
import { label, merge, pagesById } from '../testing/merging.ts'
import { fill, page, shape } from '../testing/pages.ts'
import { Store } from '../testing/store.ts'
import { findRecord, putRecord } from '../tree/collections.ts'
import { openTree, putDocument, type Tree } from '../tree/draft.ts'
import { insertPage, movePage, removePage, updatePage } from '../tree/edit-pages.ts'
import { loadPageTree } from '../tree/pages.ts'
import type { Side } from './resolve-conflict.ts'
import { resolveConflict } from './resolve-conflict.ts'

type Work = Parameters<Store['edit']>[1]

const nothing: Work = () => undefined

/** Merges the two sides, resolves every conflict for `side`, and returns the result. */
function settle(ours: Work, theirs: Work, side: Side, start: Work = nothing) {
  const store = new Store()
  const planted = fill(store, [
    ['a', ''],
    ['b', ''],
    ['c', 'a'],
    ['d', 'c'],
  ])
  const base = store.edit(planted, start)
  const { root, conflicts } = merge(store, base, store.edit(base, ours), store.edit(base, theirs))
  const settled: boolean[] = []
  const outcome = store.edit(root, function* (tree) {
    for (const conflict of conflicts) settled.push(yield* resolveConflict(tree, conflict, side))
  })
  expectValidTree(store, outcome)
  return { store, root: outcome, pages: pagesById(store, outcome), conflicts: conflicts.map(label), settled }
}

const set = (patch: Parameters<typeof updatePage>[2]) => (tree: Tree) => updatePage(tree, 'a', patch)

describe('a conflict is settled by choosing a side', () => {
  test('a field', () => {
    const sides = [set({ title: 'ours' }), set({ title: 'theirs' })] as const
    expect(settle(...sides, 'ours').pages.get('a')?.title).toBe('ours')
    expect(settle(...sides, 'theirs').pages.get('a')?.title).toBe('theirs')
  })

  test('a field that theirs removed', () => {
    const { pages } = settle(set({ emoji: '1' }), set({ emoji: null }), 'theirs', set({ emoji: '0' }))
    expect(pages.get('a')).not.toHaveProperty('emoji')
  })

  test('one variable of a page', () => {
    const sides = [set({ variables: { x: 1, y: 0 } }), set({ variables: { x: 2, z: 0 } })] as const
    expect(settle(...sides, 'theirs').pages.get('a')?.variables).toEqual({ x: 2, y: 0, z: 0 })
  })

  test('a page that one side deleted', () => {
    const remove: Work = (tree) => removePage(tree, 'a')
    const edit: Work = (tree) => updatePage(tree, 'd', { title: 'D' })
    expect([...settle(edit, remove, 'ours').pages.keys()]).toEqual(['a', 'b', 'c', 'd'])
    expect([...settle(edit, remove, 'theirs').pages.keys()]).toEqual(['b'])
    expect([...settle(remove, edit, 'ours').pages.keys()]).toEqual(['b'])
  })

  test('a deleted page with new children on the other side: the children take its position', () => {
    const remove: Work = (tree) => removePage(tree, 'a')
    const write: Work = function* (tree) {
      for (const id of ['e', 'f']) yield* insertPage(tree, page(id), { parent: 'a' })
    }
    for (const { store, root } of [settle(remove, write, 'ours'), settle(write, remove, 'theirs')]) {
      expect(shape(store.run(loadPageTree(openTree(root))))).toEqual(['e', 'f', 'b'])
    }
  })

  test('a place', () => {
    const sides: [Work, Work] = [
      (tree) => movePage(tree, 'd', { parent: 'b' }),
      (tree) => movePage(tree, 'd', { parent: '', at: 0 }),
    ]
    const { pages } = settle(...sides, 'theirs')
    expect(pages.get('d')?.parent).toBe('')
    expect(pages.get('d')!.position < pages.get('a')!.position).toBe(true)
  })

  test('a cycle, one move after the other', () => {
    const sides: [Work, Work] = [
      (tree) => movePage(tree, 'a', { parent: 'b' }),
      (tree) => movePage(tree, 'b', { parent: 'd' }),
    ]
    const { pages, conflicts, settled } = settle(...sides, 'theirs')
    expect([conflicts, settled]).toEqual([
      ['cycle a', 'cycle b'],
      [true, true],
    ])
    expect([pages.get('a')?.parent, pages.get('b')?.parent]).toEqual(['', 'd'])
  })

  test('a document: merged blocks stay, conflicting ones become theirs', () => {
    const write =
      (...texts: string[]): Work =>
      (tree) =>
        updatePage(tree, 'a', {
          document: putDocument(tree, documentOf(...texts.map((text, n) => paragraph(`k${n}`, text)))),
        })
    const { store, pages } = settle(write('ONE', 'ours'), write('one', 'theirs'), 'theirs', write('one', 'two'))
    expect(store.objects.get(pages.get('a')!.document!)).toEqual(
      documentOf(paragraph('k0', 'ONE'), paragraph('k1', 'theirs')),
    )
  })

  test('files and variables', () => {
    const write =
      (name: string, value: number): Work =>
      (tree) => {
        putRecord(tree, 'file', 'f', { id: 'f', name, size: 1, contentType: 'image/png' })
        putRecord(tree, 'variable', 'v', value)
        return undefined
      }
    const { store, root } = settle(write('ours', 1), write('theirs', 2), 'theirs')
    expect(store.run(findRecord(openTree(root), 'file', 'f'))?.name).toBe('theirs')
    expect(store.run(findRecord(openTree(root), 'variable', 'v'))).toBe(2)
  })
})
