// @slow
import { describe, expect, test, vi } from 'vitest'
import type { Hash } from '../objects.ts'
import { listEntries } from '../ordered-map/read.ts'
import { createTree, documentOf, paragraph } from '../testing/histories.ts'
import { expectValidTree } from '../testing/invariants.ts'
import { label, merge, pagesById } from '../testing/merging.ts'
import { Store } from '../testing/store.ts'
import { putRecord, removeRecord } from '../tree/collections.ts'
import { EMPTY_TREE, openTree, putDocument, type Tree } from '../tree/draft.ts'
import { insertPage, movePage, removePage, updatePage } from '../tree/edit-pages.ts'
import { byPosition, listPages } from '../tree/pages.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

describe('single clashes', () => {
  const page = (id: string, title = id) => ({ id, type: 'document' as const, title })
  const edited = (work: { base?: Work; ours: Work; theirs: Work }) => {
    const store = new Store()
    const start = store.edit(EMPTY_TREE.hash, function* (tree) {
      for (const [id, parent] of [
        ['a', ''],
        ['b', ''],
        ['c', 'a'],
        ['d', 'c'],
      ] as const)
        yield* insertPage(tree, page(id), { parent })
    })
    const base = work.base ? store.edit(start, work.base) : start
    const ours = store.edit(base, work.ours)
    const theirs = store.edit(base, work.theirs)
    const merged = merge(store, base, ours, theirs)
    expectValidTree(store, merged.root)
    return { ...merged, store, pages: pagesById(store, merged.root) }
  }
  type Work = Parameters<Store['edit']>[1]

  test('different fields of one page merge', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => updatePage(tree, 'a', { title: 'A', variables: { x: 1 }, updatedAt: '2026-01-02' }),
      theirs: (tree) => updatePage(tree, 'a', { emoji: '1f600', variables: { y: 2 }, updatedAt: '2026-01-01' }),
    })
    expect(conflicts).toEqual([])
    expect(pages.get('a')).toMatchObject({
      title: 'A',
      emoji: '1f600',
      variables: { x: 1, y: 2 },
      updatedAt: '2026-01-02',
    })
  })

  test('one field set differently', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => updatePage(tree, 'a', { title: 'ours' }),
      theirs: (tree) => updatePage(tree, 'a', { title: 'theirs' }),
    })
    expect(conflicts).toEqual([
      { kind: 'edited', on: 'page', id: 'a', field: 'title', base: 'a', ours: 'ours', theirs: 'theirs' },
    ])
    expect(pages.get('a')?.title).toBe('ours')
  })

  test('edited here, deleted there, in either direction: the page and its parents stay', () => {
    const remove: Work = (tree) => removePage(tree, 'a')
    const edit: Work = (tree) => updatePage(tree, 'd', { title: 'D' })
    const one = edited({ ours: edit, theirs: remove })
    const other = edited({ ours: remove, theirs: edit })
    expect(one.conflicts.map(label)).toEqual(['deleted a children', 'deleted c children', 'deleted d'])
    expect(other.conflicts.map(label)).toEqual(one.conflicts.map(label))
    expect([...one.pages.keys()]).toEqual(['a', 'b', 'c', 'd'])
    expect(other.root).toBe(one.root)
    expect(other.conflicts[2]).not.toHaveProperty('ours')
    expect(other.conflicts[2]).toMatchObject({ base: { title: 'd' }, theirs: { title: 'D' } })
  })

  test('created in a page that the other side deleted', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => insertPage(tree, page('n'), { parent: 'c' }),
      theirs: (tree) => removePage(tree, 'c'),
    })
    expect(conflicts.map(label)).toEqual(['deleted c children'])
    expect([...pages.keys()]).toEqual(['a', 'b', 'c', 'n'])
  })

  test('moved to two places', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => movePage(tree, 'd', { parent: 'b' }),
      theirs: (tree) => movePage(tree, 'd', { parent: '' }),
    })
    expect(conflicts.map(label)).toEqual(['moved d'])
    expect(conflicts[0]).toMatchObject({ base: { parent: 'c' }, ours: { parent: 'b' }, theirs: { parent: '' } })
    expect(pages.get('d')?.parent).toBe('b')
  })

  test('moves that would form a cycle', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => movePage(tree, 'a', { parent: 'b' }),
      theirs: (tree) => movePage(tree, 'b', { parent: 'd' }),
    })
    expect(conflicts.map(label)).toEqual(['cycle a', 'cycle b'])
    expect([pages.get('a')?.parent, pages.get('b')?.parent]).toEqual(['b', ''])
  })

  test('a cycle through only one of two locations is found from either side', () => {
    const here: Work = (tree) => movePage(tree, 'd', { parent: 'b' })
    const there: Work = function* (tree) {
      yield* movePage(tree, 'd', { parent: '' })
      yield* movePage(tree, 'b', { parent: 'd' })
    }
    expect(edited({ ours: here, theirs: there }).conflicts.map(label)).toEqual(['cycle b', 'moved d'])
    const { pages, conflicts } = edited({ ours: there, theirs: here })
    expect(conflicts.map(label)).toEqual(['cycle b', 'moved d'])
    expect([pages.get('b')?.parent, pages.get('d')?.parent]).toEqual(['d', ''])
  })

  test('a page whose move is undone by a cycle revives its former parent', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => movePage(tree, 'b', { parent: 'c' }),
      theirs: function* (tree) {
        yield* movePage(tree, 'c', { parent: 'b' })
        yield* removePage(tree, 'a')
      },
    })
    expect(conflicts.map(label)).toEqual(['deleted a children', 'cycle b', 'cycle c'])
    expect([pages.get('b')?.parent, pages.get('c')?.parent]).toEqual(['c', 'a'])
  })

  test('a cycle does not affect pages that were only reordered, or moved equally on both sides', () => {
    const reordered = edited({
      base: (tree) => insertPage(tree, page('e'), { parent: 'a' }),
      ours: (tree) => movePage(tree, 'a', { parent: 'b' }),
      theirs: function* (tree) {
        yield* movePage(tree, 'b', { parent: 'd' })
        yield* movePage(tree, 'c', { parent: 'a' })
      },
    })
    expect(reordered.conflicts.map(label)).toEqual(['cycle a', 'cycle b'])
    expect(reordered.pages.get('c')!.position > reordered.pages.get('e')!.position).toBe(true)
    const alike = edited({
      base: (tree) => insertPage(tree, page('e'), { parent: '' }),
      ours: function* (tree) {
        yield* movePage(tree, 'd', { parent: 'b' })
        yield* movePage(tree, 'b', { parent: 'e' })
      },
      theirs: function* (tree) {
        yield* movePage(tree, 'd', { parent: 'b' })
        yield* movePage(tree, 'e', { parent: 'd' })
      },
    })
    expect(alike.conflicts.map(label)).toEqual(['cycle b', 'cycle e'])
  })

  test('variables may have any name', () => {
    const { pages, conflicts } = edited({
      ours: (tree) => updatePage(tree, 'a', { variables: { constructor: 'x' } as never }),
      theirs: (tree) => updatePage(tree, 'a', { variables: JSON.parse('{"toString":1,"__proto__":2}') }),
    })
    expect(conflicts).toEqual([])
    const clash = edited({
      ours: (tree) => updatePage(tree, 'a', { variables: { constructor: 'x' } as never }),
      theirs: (tree) => updatePage(tree, 'a', { variables: { constructor: 'y' } as never }),
      base: (tree) => updatePage(tree, 'a', { variables: {} }),
    })
    expect(clash.conflicts).toEqual([
      { kind: 'edited', on: 'page', id: 'a', field: 'variables.constructor', ours: 'x', theirs: 'y' },
    ])
    expect(JSON.stringify(pages.get('a')?.variables)).toBe('{"__proto__":2,"constructor":"x","toString":1}')
  })

  test('a duplicate slug gets a suffix, the smaller id keeps it', () => {
    const sides = {
      ours: (tree: Tree) => insertPage(tree, page('y', 'Same'), { parent: '' }),
      theirs: (tree: Tree) => insertPage(tree, page('x', 'Same'), { parent: '' }),
    }
    const one = edited(sides)
    const other = edited({ ours: sides.theirs, theirs: sides.ours })
    expect(one.conflicts).toEqual([])
    expect([one.pages.get('x')?.slug, one.pages.get('y')?.slug]).toEqual(['same', 'same-1'])
    expect(other.root).toBe(one.root)
  })

  test('slugs exchanged on one side do not conflict', () => {
    const { pages, conflicts } = edited({
      ours: function* (tree) {
        yield* updatePage(tree, 'a', { slug: 'x' })
        yield* updatePage(tree, 'b', { slug: 'a' })
        yield* updatePage(tree, 'a', { slug: 'b' })
      },
      theirs: (tree) => updatePage(tree, 'b', { title: 'B' }),
    })
    expect(conflicts).toEqual([])
    expect([pages.get('a')?.slug, pages.get('b')?.slug]).toEqual(['b', 'a'])
  })

  test('both created at the same position: both stay, and the order does not depend on the side', () => {
    const sides = {
      ours: (tree: Tree) => insertPage(tree, page('y'), { parent: '', at: 1 }),
      theirs: (tree: Tree) => insertPage(tree, page('x'), { parent: '', at: 1 }),
    }
    const { store, root, conflicts } = edited(sides)
    expect(conflicts).toEqual([])
    const top = store.run(listPages(openTree(root))).filter(({ parent }) => parent === '')
    expect(top.sort(byPosition).map(({ id }) => id)).toEqual(['a', 'x', 'y', 'b'])
    expect(edited({ ours: sides.theirs, theirs: sides.ours }).root).toBe(root)
  })

  test('documents merge and conflict by block', () => {
    const blocks = (tree: Tree, ...texts: string[]) =>
      updatePage(tree, 'a', {
        document: putDocument(tree, documentOf(...texts.map((text, n) => paragraph(`k${n}`, text)))),
      })
    const { store, pages, conflicts } = edited({
      base: (tree) => blocks(tree, 'one', 'two', 'three'),
      ours: (tree) => blocks(tree, 'ONE', 'two', 'ours'),
      theirs: (tree) => blocks(tree, 'one', 'TWO', 'theirs'),
    })
    expect(store.objects.get(pages.get('a')!.document!)).toEqual(
      documentOf(paragraph('k0', 'ONE'), paragraph('k1', 'TWO'), paragraph('k2', 'ours')),
    )
    expect(conflicts.map(label)).toEqual(['document a document'])
    expect(conflicts[0]!.blocks).toEqual([
      {
        kind: 'edited',
        base: [paragraph('k2', 'three')],
        ours: [paragraph('k2', 'ours')],
        theirs: [paragraph('k2', 'theirs')],
      },
    ])
  })

  test('files, variables and reusable contents', () => {
    const file = (name: string, size = 1) => ({ id: 'f', name, size, contentType: 'image/png' })
    const { conflicts, root, store } = edited({
      base: (tree) => {
        putRecord(tree, 'file', 'f', file('a'))
        putRecord(tree, 'variable', 'v', 1)
        putRecord(tree, 'variable', 'w', 1)
        putRecord(tree, 'reusableContent', 'r', { id: 'r', title: 'R' })
      },
      ours: (tree) => {
        putRecord(tree, 'file', 'f', file('b'))
        putRecord(tree, 'variable', 'v', 2)
        removeRecord(tree, 'variable', 'w')
        removeRecord(tree, 'reusableContent', 'r')
      },
      theirs: (tree) => {
        putRecord(tree, 'file', 'f', file('a', 2))
        putRecord(tree, 'variable', 'v', 3)
        putRecord(tree, 'variable', 'w', 4)
      },
    })
    expect(conflicts).toEqual([
      { kind: 'edited', on: 'variable', id: 'v', field: 'value', base: 1, ours: 2, theirs: 3 },
      { kind: 'deleted', on: 'variable', id: 'w', base: 1, theirs: 4 },
    ])
    const entries = store.run(listEntries(root)).filter(([key]) => /^(file|variable|reusable)/.test(key))
    expect(Object.fromEntries(entries)).toEqual({ 'file/f': file('b', 2), 'variable/v': 2, 'variable/w': 4 })
  })
})

describe('the cost of merge', () => {
  test('merging a one-page change costs in proportion to the change, not the tree', () => {
    const cost = (size: number) => {
      const store = new Store()
      const base = createTree(
        store,
        Array.from({ length: size }, (_, n) => n % 20),
      )
      const id = (n: number) => `b${String(n).padStart(4, '0')}`
      const edit = (root: Hash, at: number) =>
        store.edit(root, (tree) => updatePage(tree, id(at), { description: `${at}` }))
      const ours = edit(base, Math.floor(size / 3))
      const theirs = edit(base, Math.floor(size / 2))
      return store.count(() => merge(store, base, ours, theirs))
    }
    const [small, large] = [cost(100), cost(9_999)]
    expect(large.loads / small.loads).toBeLessThan(3)
    expect(large.writes).toBeLessThan(10)
  })
})
