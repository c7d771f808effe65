// Editing the pages of a tree. Every function keeps the invariants: a page has one place, slugs and positions are unique
// among siblings, the indexes follow the records, no page is below itself. Refusals are values, named in `Refusal`.

import { generateKeyBetween } from 'fractional-indexing'
import type { Json } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { findFreeSuffix, slugify, withSuffix } from '../slug.ts'
import { findValue, type Tree } from './draft.ts'
import { indexKeys, pageKey, slugKey } from './keys.ts'
import { findPage, listAncestors, listChildKeys, listSubtree } from './pages.ts'
import { hasSlug, mayHaveChildren, type Page, type PageFields, type PageType } from './records.ts'

/** Where to put a page: under which page ('' is the top), and at which index among the others there (absent: at the end). */
export interface Destination {
  parent: string
  at?: number
}

export type NewPage = Omit<Page, 'parent' | 'position'>

/** Fields to change: absent stays, null removes. */
export type PagePatch = { [Field in keyof PageFields]?: PageFields[Field] | null }

export type Refusal = 'page-exists' | 'page-missing' | 'parent-missing' | 'parent-takes-no-pages' | 'inside-itself'

export type Edited<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Inserts a page. Its slug comes from `slug` or the title, with a suffix when a sibling has it. */
export function* insertPage(tree: Tree, page: NewPage, to: Destination): Reading<Edited<Page>> {
  if (yield* findPage(tree, page.id)) return refuse('page-exists')
  const refusal = yield* checkParent(tree, to.parent)
  if (refusal) return refuse(refusal)
  const slug = yield* chooseSlug(tree, to.parent, page.type, page.slug || page.title)
  const position = yield* choosePosition(tree, to)
  const inserted = withoutEmpty({ ...page, slug, parent: to.parent, position })
  writePage(tree, undefined, inserted)
  return { ok: true, value: inserted }
}

/** Changes fields of a page. A new slug gets a suffix when a sibling has it; a new title leaves the slug alone. */
export function* updatePage(tree: Tree, id: string, patch: PagePatch): Reading<Edited<Page>> {
  const page = yield* findPage(tree, id)
  if (!page) return refuse('page-missing')
  const { slug: wanted, title, ...fields } = patch
  const updated = { ...page, ...fields, title: title ?? page.title } as Page
  if (wanted !== undefined) {
    updated.slug = yield* chooseSlug(tree, page.parent, page.type, wanted || updated.title, page)
  }
  const clean = withoutEmpty(updated)
  writePage(tree, page, clean)
  return { ok: true, value: clean }
}

/** Moves a page, and what is below it. Its slug gets a suffix when a page at the new place has it. */
export function* movePage(tree: Tree, id: string, to: Destination): Reading<Edited<Page>> {
  const page = yield* findPage(tree, id)
  if (!page) return refuse('page-missing')
  const refusal = (yield* checkParent(tree, to.parent)) ?? (yield* checkNotInside(tree, page, to.parent))
  if (refusal) return refuse(refusal)
  writePage(tree, page, undefined)
  const slug = yield* chooseSlug(tree, to.parent, page.type, page.slug ?? page.title)
  const position = yield* choosePosition(tree, to, page.parent === to.parent ? page.position : undefined)
  const moved = withoutEmpty({ ...page, slug, parent: to.parent, position })
  writePage(tree, undefined, moved)
  return { ok: true, value: moved }
}

/** Removes a page and everything below it. Returns the removed pages, parents before children. */
export function* removePage(tree: Tree, id: string): Reading<Edited<Page[]>> {
  const page = yield* findPage(tree, id)
  if (!page) return refuse('page-missing')
  const removed = yield* listSubtree(tree, page)
  for (const each of removed) writePage(tree, each, undefined)
  return { ok: true, value: removed }
}

/** Replaces one state of a page by another and keeps the indexes in step. Checks nothing. */
export function writePage(tree: Tree, before: Page | undefined, after: Page | undefined): void {
  const old = before ? indexKeys(before) : []
  const now = after ? indexKeys(after) : []
  for (const key of old) if (!now.includes(key)) dropIndex(tree, key, before!.id)
  for (const key of now) if (!old.includes(key)) tree.edits.set(key, after!.id)
  const page = (after ?? before)!
  tree.edits.set(pageKey(page.id), after as unknown as Json | undefined)
}

// When many pages are rewritten at once, another may already hold the slug that this one leaves.
function dropIndex(tree: Tree, key: string, id: string): void {
  const holder = tree.edits.get(key)
  if (holder === undefined || holder === id) tree.edits.set(key, undefined)
}

function* checkParent(tree: Tree, parent: string): Reading<Refusal | undefined> {
  if (parent === '') return undefined
  const page = yield* findPage(tree, parent)
  if (!page) return 'parent-missing'
  return mayHaveChildren(page.type) ? undefined : 'parent-takes-no-pages'
}

function* checkNotInside(tree: Tree, page: Page, parent: string): Reading<Refusal | undefined> {
  if (parent === '') return undefined
  const target = (yield* findPage(tree, parent))!
  const chain = [target, ...(yield* listAncestors(tree, target))]
  return chain.some(({ id }) => id === page.id) ? 'inside-itself' : undefined
}

function* chooseSlug(
  tree: Tree,
  parent: string,
  type: PageType,
  wanted: string,
  own?: Page,
): Reading<string | undefined> {
  if (!hasSlug(type)) return undefined
  const slug = slugify(wanted)
  const search = findFreeSuffix()
  let step = search.next()
  while (!step.done) {
    const holder = yield* findValue<string>(tree, slugKey(parent, withSuffix(slug, step.value)))
    step = search.next(holder !== undefined && holder !== own?.id)
  }
  return withSuffix(slug, step.value)
}

// A position at the wanted index; `own`, where a page stands already, if that is there.
function* choosePosition(tree: Tree, to: Destination, own?: string): Reading<string> {
  const [before, after] = yield* findNeighbours(tree, to)
  const isThere = own !== undefined && (before === null || before < own) && (after === null || own < after)
  return isThere ? own : generateKeyBetween(before, after)
}

function* findNeighbours(tree: Tree, { parent, at }: Destination): Reading<[string | null, string | null]> {
  const skip = Math.max(0, (at ?? 0) - 1)
  const around = at === undefined ? [] : yield* listChildKeys(tree, parent, { skip, limit: 2 })
  if (at === 0) return [null, around[0]?.position ?? null]
  if (around.length > 0) return [around[0]!.position, around[1]?.position ?? null]
  const [last] = yield* listChildKeys(tree, parent, { limit: 1, reverse: true })
  return [last?.position ?? null, null]
}

function withoutEmpty<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null)) as T
}

function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}
