// The invariants of every tree, checked the slow way, from the entries.

import { expect } from 'vitest'
import type { Hash } from '../objects.ts'
import { listEntries } from '../ordered-map/read.ts'
import { openTree } from '../tree/draft.ts'
import { indexKeys } from '../tree/keys.ts'
import { listPages } from '../tree/pages.ts'
import { hasSlug, mayHaveChildren, type Page } from '../tree/records.ts'
import type { Store } from './store.ts'

export function pagesOf(store: Store, root: Hash): Page[] {
  return store.run(listPages(openTree(root)))
}

export function expectValidTree(store: Store, root: Hash): void {
  const pages = pagesOf(store, root)
  const byId = new Map(pages.map((page) => [page.id, page]))
  const entries = store.run(listEntries(root)).filter(([key]) => /^(child|slug|path)\//.test(key))
  const expected = pages.flatMap((page) => indexKeys(page).map((key) => [key, page.id]))
  expect(entries).toEqual(expected.sort(([a], [b]) => (a! < b! ? -1 : 1)))
  expectUnique(pages.map((page) => `${page.parent}/${page.position}`))
  expectUnique(pages.filter((page) => hasSlug(page.type)).map((page) => `${page.parent}/${page.slug}`))
  expectUnique(pages.flatMap(({ ownPath }) => ownPath ?? []))
  for (const page of pages) {
    if (page.parent !== '') expect(mayHaveChildren(byId.get(page.parent)!.type)).toBe(true)
    if (hasSlug(page.type)) expect(page.slug).toBeTruthy()
    expectNotItsOwnAncestor(page, byId)
  }
  for (const { document } of pages) if (document) expect(store.objects.has(document)).toBe(true)
}

function expectUnique(values: readonly string[]): void {
  expect(new Set(values).size).toBe(values.length)
}

function expectNotItsOwnAncestor(page: Page, byId: ReadonlyMap<string, Page>): void {
  let steps = 0
  for (let at: Page | undefined = page; at && at.parent !== ''; at = byId.get(at.parent)) {
    expect(byId.has(at.parent), `${at.id} has a parent`).toBe(true)
    expect(steps++, `${page.id} is not below itself`).toBeLessThan(byId.size)
  }
}
