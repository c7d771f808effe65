// Small handwritten trees for tests.

import type { Hash } from '../objects.ts'
import { EMPTY_TREE } from '../tree/draft.ts'
import { type EditResult, insertPage, type NewPage } from '../tree/edit-pages.ts'
import type { PageNode } from '../tree/pages.ts'
import type { PageType } from '../tree/records.ts'
import type { Store } from './store.ts'

export const page = (id: string, title = id, type: PageType = 'document'): NewPage => ({ id, type, title })

/** Creates a tree of these pages, in this order. */
export function fill(store: Store, pages: [id: string, parent: string, title?: string, type?: PageType][]): Hash {
  return store.edit(EMPTY_TREE.hash, function* (tree) {
    for (const [id, parent, title, type] of pages) expectOk(yield* insertPage(tree, page(id, title, type), { parent }))
  })
}

export function expectOk<T>(edited: EditResult<T>): T {
  if (!edited.ok) throw new Error(edited.refusal)
  return edited.value
}

/** The page ids, nested like the pages. */
export const shape = (nodes: PageNode[]): unknown[] =>
  nodes.map(({ page, pages }) => (pages.length ? [page.id, shape(pages)] : page.id))
