// Edits the pages of a tree. Every function keeps the invariants: a page has one location, slugs and positions are
// unique among siblings, indexes match the records, no page is below itself. Refusals are values of `Refusal`.

import { generateKeyBetween } from 'fractional-indexing'
import type { Json } from '../objects.ts'
import { PAUSE, type Reading } from '../reading.ts'
import { findFreeSuffix, normalizeSlug, slugify, withSuffix } from '../slug.ts'
import { findValues, type Tree } from './draft.ts'
import { childKey, indexKeys, pageKey, pathKey, slugKey } from './keys.ts'
import { findPage, listAncestors, listChildKeys, listSubtree, pathOf } from './pages.ts'
import { hasSlug, mayHaveChildren, type Page, type PageFields } from './records.ts'

/** The parent page ('' is the top level) and the index among its children (absent: at the end). */
export interface Destination {
  parent: string
  at?: number
  /** Where the page was among these children before. It is there again, or right behind the page that took its place. */
  position?: string
}

export type NewPage = Omit<Page, 'parent' | 'position' | 'ownPath'>

/** Fields to change; null removes a field. */
export type PagePatch = { [Field in keyof PageFields]?: PageFields[Field] | null }

export type Refusal = 'page-exists' | 'page-missing' | 'parent-missing' | 'parent-takes-no-pages' | 'inside-itself'

export type EditResult<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Inserts a page. Its slug derives from `slug` or the title, with a suffix if a sibling has it. */
export function* insertPage(tree: Tree, page: NewPage, to: Destination): Reading<EditResult<Page>> {
  if (yield* findPage(tree, page.id)) return refuse('page-exists')
  const refusal = yield* checkParent(tree, to.parent)
  if (refusal) return refuse(refusal)
  const slug = yield* chooseSlug(tree, { ...page, parent: to.parent }, requestedSlug(page.slug, page.title))
  const position = yield* choosePosition(tree, to)
  const inserted = withoutEmpty({ parent: to.parent, position, ...page, slug })
  writePage(tree, undefined, inserted)
  return { ok: true, value: inserted }
}

/** Updates fields of a page. A new slug gets a suffix if a sibling has it; a new title does not change the slug. */
export function* updatePage(tree: Tree, id: string, patch: PagePatch): Reading<EditResult<Page>> {
  const page = yield* findPage(tree, id)
  if (!page) return refuse('page-missing')
  const { slug: wanted, title, ...fields } = patch
  const updated = { ...page, ...fields, title: title ?? page.title } as Page
  if (wanted !== undefined) {
    updated.slug = yield* chooseSlug(tree, page, requestedSlug(wanted, updated.title))
    if (page.ownPath !== undefined) updated.ownPath = inFolder(folderOf(page.ownPath), updated.slug!)
  }
  const clean = withoutEmpty(updated)
  writePage(tree, page, clean)
  return { ok: true, value: clean }
}

/**
 * Moves a page and its descendants. Its slug gets a suffix if a new sibling has it. Under another parent, the page
 * loses its own path.
 */
export function* movePage(tree: Tree, id: string, to: Destination): Reading<EditResult<Page>> {
  const page = yield* findPage(tree, id)
  if (!page) return refuse('page-missing')
  const refusal = (yield* checkParent(tree, to.parent)) ?? (yield* checkNotInside(tree, page, to.parent))
  if (refusal) return refuse(refusal)
  writePage(tree, page, undefined)
  const stays = page.parent === to.parent
  const { ownPath, ...rest } = { ...page, parent: to.parent }
  const moved = ownPath !== undefined && stays ? { ...rest, ownPath } : rest
  const slug = yield* chooseSlug(tree, moved, requestedSlug(page.slug, page.title))
  const position = yield* choosePosition(tree, to, stays ? page.position : undefined)
  const placed = withoutEmpty({ ...moved, slug, position })
  writePage(tree, undefined, placed)
  return { ok: true, value: placed }
}

const PAGES_PER_STEP = 200

/** Removes a page and its descendants. Returns the removed pages, parents before children. */
export function* removePage(tree: Tree, id: string): Reading<EditResult<Page[]>> {
  const page = yield* findPage(tree, id)
  if (!page) return refuse('page-missing')
  const removed = yield* listSubtree(tree, page)
  for (const [index, each] of removed.entries()) {
    if (index % PAGES_PER_STEP === PAGES_PER_STEP - 1) yield PAUSE
    writePage(tree, each, undefined)
  }
  return { ok: true, value: removed }
}

/** Replaces a version of a page by another and updates the indexes. Checks nothing. */
export function writePage(tree: Tree, before: Page | undefined, after: Page | undefined): void {
  const old = before ? indexKeys(before) : []
  const now = after ? indexKeys(after) : []
  for (const key of old) if (!now.includes(key)) dropIndex(tree, key, before!.id)
  for (const key of now) if (!old.includes(key)) tree.edits.set(key, after!.id)
  const page = (after ?? before)!
  tree.edits.set(pageKey(page.id), after as unknown as Json | undefined)
}

// When many pages are rewritten, another page may already have taken over this entry.
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

const requestedSlug = (slug: string | null | undefined, title: string): string =>
  slug ? normalizeSlug(slug) : slugify(title)

/** Returns the slug, with a suffix if a sibling has it or another page has the resulting path. */
function* chooseSlug(
  tree: Tree,
  page: Pick<Page, 'id' | 'type' | 'parent' | 'ownPath'>,
  slug: string,
): Reading<string | undefined> {
  if (!hasSlug(page.type)) return undefined
  const folder = page.ownPath === undefined ? yield* pathOfId(tree, page.parent) : folderOf(page.ownPath)
  const search = findFreeSuffix()
  let step = search.next()
  while (!step.done) {
    const candidate = withSuffix(slug, step.value)
    const keys = [slugKey(page.parent, candidate), pathKey(inFolder(folder, candidate))]
    const holders = yield* findValues<string>(tree, keys)
    step = search.next(keys.some((key) => (holders.get(key) ?? page.id) !== page.id))
  }
  return withSuffix(slug, step.value)
}

function* pathOfId(tree: Tree, id: string): Reading<string> {
  const page = id === '' ? undefined : yield* findPage(tree, id)
  return page ? yield* pathOf(tree, page) : ''
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const inFolder = (folder: string, slug: string): string => (folder === '' ? slug : `${folder}/${slug}`)

// Returns a position at the requested index; `own`, the current position, if it is already there.
function* choosePosition(tree: Tree, to: Destination, own?: string): Reading<string> {
  if (to.position !== undefined) return yield* returnTo(tree, to.parent, to.position)
  const [before, after] = yield* findNeighbours(tree, to)
  const isThere = own !== undefined && (before === null || before < own) && (after === null || own < after)
  return isThere ? own : generateKeyBetween(before, after)
}

function* returnTo(tree: Tree, parent: string, position: string): Reading<string> {
  const after = childKey({ parent, position }, '')
  const [holder, next] = yield* listChildKeys(tree, parent, { after, limit: 2 })
  return holder?.position === position ? generateKeyBetween(position, next?.position ?? null) : position
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
  const kept: Partial<T> = {}
  for (const name of Object.keys(record) as (keyof T)[]) if (record[name] != null) kept[name] = record[name]
  return kept as T
}

function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}
