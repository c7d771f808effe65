import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { expectValidTree, pagesOf } from '../testing/invariants.ts'
import { expectOk, page, shape } from '../testing/pages.ts'
import { Store } from '../testing/store.ts'
import { EMPTY_TREE, openTree, type Tree } from './draft.ts'
import { insertPage, movePage, removePage, updatePage } from './edit-pages.ts'
import { loadPageTree } from './pages.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

// A simple model: arrays of children. Every operation on the engine's tree is mirrored here.
class Model {
  readonly children = new Map<string, string[]>([['', []]])
  readonly titles = new Map<string, string>()

  parentOf(id: string): string {
    return [...this.children].find(([, ids]) => ids.includes(id))![0]
  }

  insert(id: string, title: string, parent: string, at?: number): void {
    this.titles.set(id, title)
    this.children.set(id, [])
    const siblings = this.children.get(parent)!
    siblings.splice(at ?? siblings.length, 0, id)
  }

  detach(id: string): void {
    const siblings = this.children.get(this.parentOf(id))!
    siblings.splice(siblings.indexOf(id), 1)
  }

  contains(id: string, other: string): boolean {
    return id === other || this.children.get(id)!.some((child) => this.contains(child, other))
  }

  remove(id: string): void {
    this.detach(id)
    const drop = (each: string): void => {
      for (const child of this.children.get(each)!) drop(child)
      this.children.delete(each)
      this.titles.delete(each)
    }
    drop(id)
  }

  shape(parent = ''): unknown[] {
    return this.children.get(parent)!.map((id) => (this.children.get(id)!.length ? [id, this.shape(id)] : id))
  }
}

const step = fc.record({
  act: fc.constantFrom('insert', 'insert', 'insert', 'move', 'move', 'update', 'remove'),
  one: fc.nat(),
  other: fc.nat(),
  at: fc.option(fc.nat(6), { nil: undefined }),
  title: fc.constantFrom('Intro', 'Setup', 'Setup 1', 'API'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function* act(tree: Tree, model: Model, { act, one, other, at, title }: Step, nextId: () => string) {
  const ids = [...model.titles.keys()]
  const pick = (n: number) => ids[n % ids.length]!
  const parent = ['', ...ids][other % (ids.length + 1)]!
  if (act === 'insert' || ids.length === 0) {
    const id = nextId()
    expectOk(yield* insertPage(tree, page(id, title), { parent, at }))
    model.insert(id, title, parent, at)
  } else if (act === 'move') {
    const id = pick(one)
    const moved = yield* movePage(tree, id, { parent, at })
    expect(moved.ok).toBe(parent === '' || !model.contains(id, parent))
    if (!moved.ok) return
    model.detach(id)
    const siblings = model.children.get(parent)!
    siblings.splice(at ?? siblings.length, 0, id)
  } else if (act === 'update') {
    expectOk(yield* updatePage(tree, pick(one), { title, slug: title }))
    model.titles.set(pick(one), title)
  } else {
    expectOk(yield* removePage(tree, pick(one)))
    model.remove(pick(one))
  }
}

describe('any history of edits', () => {
  test('gives the tree that a plain model gives, whether saved once or after every step', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = new Store()
        const model = new Model()
        let ids = 0
        const all = store.edit(EMPTY_TREE.hash, function* (tree) {
          for (const each of steps) yield* act(tree, model, each, () => `p${ids++}`)
        })
        const again = new Model()
        let root = EMPTY_TREE.hash
        let id = 0
        for (const each of steps) root = store.edit(root, (tree) => act(tree, again, each, () => `p${id++}`))
        expect(root).toBe(all)
        expect(shape(store.run(loadPageTree(openTree(root))))).toEqual(model.shape())
        expect(new Map(pagesOf(store, root).map((each) => [each.id, each.title]))).toEqual(model.titles)
        expectValidTree(store, root)
      }),
      { numRuns: 150 },
    )
  })
})
