import { describe, expect, test } from 'vitest'
import type { Reading } from '../reading.ts'
import { expectValidTree, pagesOf } from '../testing/invariants.ts'
import { fill, page, shape } from '../testing/pages.ts'
import { Store } from '../testing/store.ts'
import { countRecords, findRecord, listRecords, loadVariables, putRecord, removeRecord } from './collections.ts'
import { EMPTY_TREE, openTree, putDocument, type Tree } from './draft.ts'
import { insertPage, movePage, removePage, updatePage } from './edit-pages.ts'
import { findPage, findPageByPath, listChildren, loadPageTree, pathOf } from './pages.ts'
import { listReachable } from './reachable.ts'

describe('a page', () => {
  test('is found by id and by path, and has its path', () => {
    const store = new Store()
    const root = fill(store, [
      ['a', '', 'Guides'],
      ['b', 'a', 'First Steps'],
      ['c', 'b', 'Ça va?'],
    ])
    const tree = openTree(root)
    expect(store.run(findPage(tree, 'c'))).toMatchObject({ id: 'c', title: 'Ça va?', slug: 'ca-va', parent: 'b' })
    for (const path of ['guides/first-steps/ca-va', '/guides/first-steps/ca-va/', 'Guides/First-Steps/ca-va']) {
      expect(store.run(findPageByPath(tree, path))?.id).toBe('c')
    }
    for (const path of ['', '/', 'ca-va', 'guides/nothing', 'guides/first-steps/ca-va/more']) {
      expect(store.run(findPageByPath(tree, path))).toBeUndefined()
    }
    expect(store.run(pathOf(tree, store.run(findPage(tree, 'c'))!))).toBe('guides/first-steps/ca-va')
  })

  test('moves to its destination', () => {
    const store = new Store()
    let root = fill(store, [
      ['a', ''],
      ['b', ''],
    ])
    const put = (id: string, at?: number) => {
      root = store.edit(root, (tree) => insertPage(tree, page(id), { parent: '', at }))
    }
    put('first', 0)
    put('second', 1)
    put('beyond', 99)
    put('last')
    expect(store.run(listChildren(openTree(root), '')).map(({ id }) => id)).toEqual([
      'first',
      'second',
      'a',
      'b',
      'beyond',
      'last',
    ])
    root = store.edit(root, (tree) => movePage(tree, 'last', { parent: '', at: 1 }))
    root = store.edit(root, (tree) => movePage(tree, 'first', { parent: 'a' }))
    expect(shape(store.run(loadPageTree(openTree(root))))).toEqual(['last', 'second', ['a', ['first']], 'b', 'beyond'])
  })

  test('a move to its own position changes nothing', () => {
    const store = new Store()
    let root = fill(store, [
      ['a', ''],
      ['b', ''],
      ['d', 'a'],
    ])
    // Positions that a newly generated one would not equal.
    for (const id of ['x', 'y', 'z'])
      root = store.edit(root, (tree) => insertPage(tree, page(id), { parent: '', at: 1 }))
    root = store.edit(root, (tree) => removePage(tree, 'b'))
    for (const [id, parent, at] of [
      ['a', '', 0],
      ['z', '', 1],
      ['y', '', 2],
      ['x', '', undefined],
      ['x', '', 9],
      ['d', 'a', 0],
    ] as const) {
      expect(store.edit(root, (tree) => movePage(tree, id, { parent, at }))).toBe(root)
    }
  })

  test('gets a suffix if a sibling has its slug, also when it moves or is renamed', () => {
    const store = new Store()
    let root = fill(store, [
      ['a', '', 'Intro'],
      ['b', '', 'Intro'],
      ['c', '', 'Intro'],
      ['d', 'a', 'Intro'],
      ['e', '', 'Other'],
    ])
    root = store.edit(root, (tree) => movePage(tree, 'd', { parent: '' }))
    root = store.edit(root, (tree) => updatePage(tree, 'e', { slug: 'Intro' }))
    root = store.edit(root, (tree) => updatePage(tree, 'b', { slug: 'intro-1', title: 'Renamed' }))
    expect(pagesOf(store, root).map(({ slug }) => slug)).toEqual(['intro', 'intro-1', 'intro-2', 'intro-3', 'intro-4'])
    expectValidTree(store, root)
  })

  test('null removes a field, and absent fields stay', () => {
    const store = new Store()
    let root = fill(store, [['a', '', 'Intro']])
    root = store.edit(root, (tree) => updatePage(tree, 'a', { description: 'text', emoji: '1f600' }))
    root = store.edit(root, (tree) => updatePage(tree, 'a', { description: null, title: undefined }))
    expect(pagesOf(store, root)[0]).toMatchObject({ title: 'Intro', emoji: '1f600' })
    expect(pagesOf(store, root)[0]).not.toHaveProperty('description')
  })

  test('is removed with its descendants', () => {
    const store = new Store()
    let root = fill(store, [
      ['a', ''],
      ['b', 'a'],
      ['c', 'b'],
      ['d', ''],
    ])
    root = store.edit(root, (tree) => removePage(tree, 'a'))
    expect(pagesOf(store, root).map(({ id }) => id)).toEqual(['d'])
    expectValidTree(store, root)
  })

  test('refuses what would break the tree', () => {
    const store = new Store()
    const root = fill(store, [
      ['a', ''],
      ['b', 'a'],
      ['l', '', 'link', 'link'],
    ])
    const tree = openTree(root)
    const refusal = (work: Reading<unknown>) => store.run(work)
    expect(refusal(insertPage(tree, page('a'), { parent: '' }))).toEqual({ ok: false, refusal: 'page-exists' })
    expect(refusal(insertPage(tree, page('x'), { parent: 'y' }))).toEqual({ ok: false, refusal: 'parent-missing' })
    expect(refusal(insertPage(tree, page('x'), { parent: 'l' }))).toEqual({
      ok: false,
      refusal: 'parent-takes-no-pages',
    })
    expect(refusal(updatePage(tree, 'x', {}))).toEqual({ ok: false, refusal: 'page-missing' })
    expect(refusal(movePage(tree, 'a', { parent: 'b' }))).toEqual({ ok: false, refusal: 'inside-itself' })
    expect(refusal(movePage(tree, 'a', { parent: 'a' }))).toEqual({ ok: false, refusal: 'inside-itself' })
    expect(refusal(removePage(tree, 'x'))).toEqual({ ok: false, refusal: 'page-missing' })
    expect(store.edit(root, () => {})).toBe(root)
  })
})

describe('what is reachable', () => {
  test('is every stored object that the tree needs, except known ones', () => {
    const store = new Store()
    const first = fill(
      store,
      Array.from({ length: 300 }, (_, n) => [`p${n}`, '', `Page ${n}`]),
    )
    const set = (text: string) => (tree: Tree) => updatePage(tree, 'p7', { document: putDocument(tree, { text }) })
    const second = store.edit(first, set('second'))
    const third = store.edit(second, set('third'))
    const reachable = (root: string, known?: ReadonlySet<string>) => new Set(store.run(listReachable(root, known)))
    const copy = new Store()
    for (const hash of reachable(third)) copy.objects.set(hash, store.objects.get(hash)!)
    expect(pagesOf(copy, third)).toEqual(pagesOf(store, third))
    expectValidTree(copy, third)
    const fresh = reachable(third, reachable(second))
    expect(fresh).toEqual(new Set([...reachable(third)].filter((hash) => !reachable(second).has(hash))))
    expect(fresh.size).toBeLessThan(6)
  })
})

describe('collections', () => {
  test('files, reusable contents and variables come and go', () => {
    const store = new Store()
    const file = { id: 'f1', name: 'a.png', contentType: 'image/png', size: 3 }
    let root = store.edit(EMPTY_TREE.hash, (tree) => {
      putRecord(tree, 'file', 'f1', file)
      putRecord(tree, 'file', 'f2', { ...file, id: 'f2' })
      putRecord(tree, 'variable', 'version', '1.2')
      putRecord(tree, 'reusableContent', 'r', { id: 'r', title: 'Note', document: putDocument(tree, { nodes: [] }) })
    })
    expect(store.run(listRecords(openTree(root), 'file', { after: 'f1', limit: 1 }))).toMatchObject([{ id: 'f2' }])
    expect(store.run(loadVariables(openTree(root)))).toEqual({ version: '1.2' })
    expect(store.run(findRecord(openTree(root), 'file', 'f1'))).toEqual(file)
    expect(store.run(countRecords(openTree(root), 'file'))).toBe(2)
    const { document } = store.run(findRecord(openTree(root), 'reusableContent', 'r'))!
    expect(store.objects.get(document!)).toEqual({ nodes: [] })
    root = store.edit(root, (tree) => {
      removeRecord(tree, 'file', 'f1')
    })
    expect(store.run(findRecord(openTree(root), 'file', 'f1'))).toBeUndefined()
  })

  test('a document without a record is not saved', () => {
    const store = new Store()
    const before = store.objects.size
    store.edit(EMPTY_TREE.hash, (tree) => {
      putDocument(tree, { unused: true })
    })
    expect(store.objects.size).toBe(before)
  })
})
