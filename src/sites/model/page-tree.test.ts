// The page tree and the order of reading in spaces with long levels.
import { describe, expect, test } from 'vitest'
import { fill } from '../../engine/testing/pages.ts'
import { Store } from '../../engine/testing/store.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { removePage, updatePage } from '../../engine/tree/edit-pages.ts'
import { findPage } from '../../engine/tree/pages.ts'
import type { Page, PageType } from '../../engine/tree/records.ts'
import { readBranch, readTree, type TreeItem } from './page-tree.ts'
import { findHome, findNext, findPrevious } from './reading-order.ts'

const store = new Store()

/** The ids of the items, with those below them; `<id` and `>id` stand for what is not listed before and after. */
const shapeOf = (items: readonly TreeItem[]): unknown[] =>
  items.flatMap(({ page, items: below, isClosed, rest }) => {
    if (rest) return ['from' in rest ? `>${page.id}` : `<${page.id}`]
    const id = isClosed ? `${page.id}+` : page.id
    return below.length > 0 ? [id, shapeOf(below)] : [id]
  })

const pageIn = (tree: Tree, id: string): Page => store.run(findPage(tree, id))!

const shapeAt = (tree: Tree, id: string) => shapeOf(store.run(readTree(tree, pageIn(tree, id))))

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `p${from + at}`)

const pagesOf = (count: number): [string, string][] => numbers(0, count).map((id) => [id, ''])

describe('a long level', () => {
  const tree = openTree(fill(store, [...pagesOf(130), ['below', 'p60']]))

  test('is listed in parts, with links to what is before and after', () => {
    expect(shapeAt(tree, 'p0')).toEqual([...numbers(0, 50), '>p50'])
    expect(shapeAt(tree, 'p129')).toEqual(['<p99', ...numbers(100, 130)])
    const middle = shapeAt(tree, 'below')
    expect(middle.slice(0, 2)).toEqual(['<p49', 'p50'])
    expect(middle.slice(10, 14)).toEqual(['p59', 'p60', ['below'], 'p61'])
    expect(middle.at(-1)).toBe('>p100')
  })

  test('is the same for all pages of a part', () => {
    expect(shapeAt(tree, 'p70')).toEqual(shapeAt(tree, 'p99'))
    expect(shapeAt(tree, 'p70')).not.toEqual(shapeAt(tree, 'p100'))
  })

  test('has its other parts as branches', () => {
    const shape = (part: Parameters<typeof readBranch>[2]) => shapeOf(store.run(readBranch(tree, '', part))!)
    expect(shape({ from: 100 })).toEqual(numbers(100, 130))
    expect(shape({ from: 50 }).slice(9, 12)).toEqual(['p59', 'p60+', 'p61'])
    expect(shape({ from: 50 }).at(-1)).toBe('>p100')
    expect(shape({ to: 100 })[0]).toBe('<p49')
    expect(shape({ to: 50 })).toEqual(numbers(0, 50))
    expect(shape({ from: 5000 })).toEqual([])
  })

  test('is listed whole up to a hundred pages', () => {
    expect(shapeAt(openTree(fill(store, pagesOf(100))), 'p99')).toEqual(numbers(0, 100))
  })

  test('leaves out what is hidden, and what the view has not', () => {
    const root = fill(store, pagesOf(130))
    const hidden = openTree(store.edit(root, (draft) => updatePage(draft, 'p50', { hidden: true })))
    store.run(removePage(hidden, 'p10'))
    expect(shapeAt(hidden, 'p0')).toEqual([...numbers(0, 10), ...numbers(11, 50), '>p51'])
    expect(shapeAt(hidden, 'p52')).toEqual(['<p49', ...numbers(51, 101), '>p101'])
  })
})

test('groups list their pages, and only their first when there are too many', () => {
  const groups = numbers(0, 12).map((id): [string, string, string, PageType] => [id, '', id, 'group'])
  const pages = groups.flatMap(([id]) => numbers(0, 60).map((below): [string, string] => [`${id}-${below}`, id]))
  const items = store.run(readTree(openTree(fill(store, [...groups, ...pages])), undefined))
  expect(items.map(({ items }) => items.length)).toEqual([60, 60, 60, 60, 60, 60, 60, 60, 21, 2, 2, 2])
  expect(shapeOf(items.at(-1)!.items)).toEqual(['p11-p0', '>p11-p1'])
})

test('next and previous walk through all documents, in the order of reading', () => {
  const pages: [string, string, string, PageType][] = [
    ['guides', '', 'guides', 'group'],
    ['a', 'guides', 'a', 'document'],
    ['link', '', 'link', 'link'],
    ['empty', '', 'empty', 'group'],
    ['b', '', 'b', 'document'],
    ['c', 'b', 'c', 'document'],
  ]
  const links = numbers(0, 30).map((id): [string, string, string, PageType] => [id, '', id, 'link'])
  const root = fill(store, [...pages, ...links, ['d', ''], ['hidden', ''], ['e', '']])
  const tree = openTree(store.edit(root, (draft) => updatePage(draft, 'hidden', { hidden: true })))
  const walk = (first: string, step: typeof findNext): string[] => {
    const found = store.run(step(tree, pageIn(tree, first)))
    return found ? [first, ...walk(found.page.id, step)] : [first]
  }
  const order = ['a', 'b', 'c', 'd', 'e']
  expect(store.run(findHome(tree))).toMatchObject({ page: { id: 'a' }, path: 'guides/a' })
  expect(walk('a', findNext)).toEqual(order)
  expect(walk('e', findPrevious)).toEqual(order.toReversed())
})

test('a page of a large space reads little more than one of a small space', () => {
  const loadsIn = (count: number): number => {
    const tree = openTree(fill(store, pagesOf(count)))
    const current = pageIn(tree, `p${count / 2}`)
    const { loads } = store.count(() => {
      for (const reading of [readTree(tree, current), findNext(tree, current), findPrevious(tree, current)])
        store.run(reading as ReturnType<typeof readTree>)
    })
    return loads
  }
  // Fifty pages are in at most fifty nodes.
  expect(loadsIn(5000) - loadsIn(100)).toBeLessThan(80)
})
