import { describe, expect, test, vi } from 'vitest'
import { fill, page } from '../testing/pages.ts'
import { Store } from '../testing/store.ts'
import { putRecord } from './collections.ts'
import { openTree, putDocument } from './draft.ts'
import { insertPage, movePage, updatePage } from './edit-pages.ts'
import { findPage, findPageByPath, listChildren, pathOf } from './pages.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

describe('large trees', () => {
  const many = (count: number, parent = (_: number) => ''): [string, string, string][] =>
    Array.from({ length: count }, (_, n) => [`p${n}`, parent(n), `Page number ${n}`])

  test('50 levels deep', () => {
    const store = new Store()
    const root = fill(
      store,
      many(50, (n) => (n === 0 ? '' : `p${n - 1}`)),
    )
    const path = Array.from({ length: 50 }, (_, n) => `page-number-${n}`).join('/')
    expect(store.run(findPageByPath(openTree(root), path))?.id).toBe('p49')
    expect(store.run(pathOf(openTree(root), store.run(findPage(openTree(root), 'p49'))!))).toBe(path)
  })

  test('5,000 siblings with the same title, and one inserted in the middle', () => {
    const store = new Store()
    const root = fill(
      store,
      many(5000).map(([id]) => [id, '', 'Same']),
    )
    expect(store.run(findPageByPath(openTree(root), 'same-4999'))?.id).toBe('p4999')
    let after = root
    const cost = store.count(() => {
      after = store.edit(root, (tree) => insertPage(tree, page('new', 'Same'), { parent: '', at: 2500 }))
    })
    expect(cost.loads).toBeLessThan(120)
    expect(cost.writes).toBeLessThan(20)
    const ids = store.run(listChildren(openTree(after), '')).map(({ id }) => id)
    expect(ids.slice(2499, 2502)).toEqual(['p2499', 'new', 'p2500'])
    expect(ids).toHaveLength(5001)
  })

  test('an edit costs in proportion to the edit, not the tree', () => {
    const cost = (pages: number) => {
      const store = new Store()
      const root = store.edit(
        fill(
          store,
          many(pages, (n) => (n < 10 ? '' : `p${n % 10}`)),
        ),
        (tree) => {
          for (let n = 0; n < pages; n++) {
            putRecord(tree, 'file', `f${n}`, { id: `f${n}`, name: `image-${n}.png`, contentType: 'image/png', size: n })
          }
        },
      )
      const samples = Array.from({ length: 40 }, (_, n) => `p${Math.floor((n * pages) / 40)}`)
      const mean = (work: (id: string) => unknown, what: 'loads' | 'writes' = 'loads') =>
        samples.reduce((sum, id) => sum + store.count(() => work(id))[what], 0) / samples.length
      const edit = (id: string) => store.edit(root, (tree) => updatePage(tree, id, { document: putDocument(tree, id) }))
      const pathOfId = (id: string) => store.run(pathOf(openTree(root), store.run(findPage(openTree(root), id))!))
      const paths = new Map(samples.map((id) => [id, pathOfId(id)]))
      return {
        editLoads: mean(edit),
        editWrites: mean(edit, 'writes'),
        byId: mean((id) => store.run(findPage(openTree(root), id))),
        byPath: mean((id) => store.run(findPageByPath(openTree(root), paths.get(id)!))),
        insert: mean((id) => store.edit(root, (tree) => insertPage(tree, page('new'), { parent: id }))),
        move: mean((id) => store.edit(root, (tree) => movePage(tree, id, { parent: id === 'p0' ? 'p1' : 'p0' }))),
      }
    }
    const small = cost(100)
    const large = cost(10_000)
    for (const what of Object.keys(small) as (keyof typeof small)[]) {
      expect(large[what] / small[what], what).toBeLessThan(3)
    }
    expect(large.editWrites).toBeLessThan(8)
  })
})
