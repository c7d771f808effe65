// Adds computed pages to a tree. They are edits that are never saved, so all code that reads the tree reads them too.
import { generateNKeysBetween } from 'fractional-indexing'
import type { Json } from '../engine/objects.ts'
import type { Reading } from '../engine/reading.ts'
import { slugify, uniqueSlug } from '../engine/slug.ts'
import type { Tree } from '../engine/tree/draft.ts'
import { writePage } from '../engine/tree/edit-pages.ts'
import { indexKeys, pageKey } from '../engine/tree/keys.ts'
import { byPosition, listChildren, listPages, nestPages, type PageNode } from '../engine/tree/pages.ts'
import type { Page } from '../engine/tree/records.ts'
import { idsFor } from './ids.ts'
import type { SpecOutline } from './outline.ts'
import { type ComputedPage, computePages } from './pages.ts'
import { documentPropsOf, pagesSourceOf, type ResolvedSpec, resolvedSource, specOf } from './source.ts'

/** The current version of a specification. */
export interface CurrentSpec extends ResolvedSpec {
  outline: SpecOutline
  /** The hash of the version. */
  hash: string
  createdAt: string
}

/** Lists computed pages, and pages with a computed document. */
export function* listComputed(tree: Tree): Reading<Page[]> {
  return (yield* listPages(tree)).filter(({ computed }) => computed !== undefined)
}

/** The slugs of the specifications that pages are computed from. */
export const specsIn = (pages: readonly Page[]): string[] => [
  ...new Set(pages.flatMap(({ computed }) => specOf(computed) ?? [])),
]

/**
 * Replaces computed pages by the pages they expand to, and returns those. Pages that cannot be computed are left out; a
 * stored page whose document cannot be computed has none.
 */
export function* putComputed(
  tree: Tree,
  pages: readonly Page[],
  specs: ReadonlyMap<string, CurrentSpec>,
): Reading<Page[]> {
  const taken = new Map<string, Set<string>>()
  const put: Page[] = []
  const computed = pages.filter(({ type }) => type === 'computed').sort(byPosition)
  for (const page of computed) {
    const siblings = yield* listChildren(tree, page.parent)
    const slugs = taken.get(page.parent) ?? new Set(siblings.flatMap(({ slug }) => slug ?? []))
    taken.set(page.parent, slugs)
    const spec = specs.get(specOf(page.computed) ?? '')
    const next = siblings.find(({ position }) => position > page.position)
    if (spec) put.push(...place(page, spec, slugs, next?.position ?? null))
  }
  for (const page of computed) writePage(tree, page, undefined)
  for (const page of pages) if (page.type !== 'computed') resolveDocument(tree, page, specs)
  insertAll(tree, put)
  return put
}

/** Computes the pages of a source, outside any content. */
export function placeComputed(source: Json, seed: string, spec: CurrentSpec): PageNode[] {
  const from: Page = { id: seed, type: 'computed', title: '', parent: '', position: 'a0', computed: source }
  return nestPages(place(from, spec, new Set(), null))
}

function resolveDocument(tree: Tree, page: Page, specs: ReadonlyMap<string, CurrentSpec>): void {
  const { computed, computedSeed = page.id, ...plain } = page
  const [spec, props] = [specs.get(specOf(computed) ?? ''), documentPropsOf(computed)]
  writePage(tree, page, spec && props ? { ...plain, computed: resolvedSource(props, spec), computedSeed } : plain)
}

/** Sorted by key, so that each is appended to the edits. */
function insertAll(tree: Tree, pages: readonly Page[]): void {
  const entries = pages.flatMap((page): [string, Json][] => [
    [pageKey(page.id), page as unknown as Json],
    ...indexKeys(page).map((key): [string, Json] => [key, page.id]),
  ])
  for (const [key, value] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) tree.edits.set(key, value)
}

/** Expands a computed page: its pages take its position, up to the position `end`, with free slugs. */
function place(from: Page, spec: CurrentSpec, slugs: Set<string>, end: string | null): Page[] {
  const idOf = idsFor(from.id)
  const below = (made: readonly ComputedPage[], parent: string, positions: string[], taken: Set<string>): Page[] =>
    made.flatMap((each, index) => {
      const id = idOf(each.key)
      const own = { id, title: each.title, parent, position: positions[index]!, ...fieldsOf(each, from, spec) }
      if (each.target) return [{ ...own, type: 'link' as const }]
      const slug = uniqueSlug(slugify(each.title), (wanted) => taken.has(wanted))
      taken.add(slug)
      const inside = below(each.pages, id, generateNKeysBetween(null, null, each.pages.length), new Set())
      return [{ ...own, type: 'document' as const, slug }, ...inside]
    })
  const made = computePages(spec.outline, pagesSourceOf(from.computed)!)
  return below(made, from.parent, generateNKeysBetween(from.position, end, made.length), slugs)
}

/** Returns the ids of the pages that a computed page expands to. */
export function computedIds(page: Page, specs: ReadonlyMap<string, CurrentSpec>): string[] {
  const spec = page.type === 'computed' ? specs.get(specOf(page.computed) ?? '') : undefined
  const idOf = idsFor(page.id)
  const ids = (pages: readonly ComputedPage[]): string[] =>
    pages.flatMap((each) => [idOf(each.key), ...ids(each.pages)])
  return spec ? ids(computePages(spec.outline, pagesSourceOf(page.computed)!)) : []
}

/** Fields that the expanded pages inherit from the computed page. */
const INHERITED = ['hidden', 'noIndex', 'noRobotsIndex'] as const

function fieldsOf({ icon, description, target, props }: ComputedPage, from: Page, spec: CurrentSpec): Partial<Page> {
  const inherited = Object.fromEntries(INHERITED.flatMap((name) => (from[name] ? [[name, from[name]]] : [])))
  return {
    ...inherited,
    ...(icon && { icon }),
    ...(description && { description }),
    ...(target && { target }),
    ...(props && { computed: resolvedSource(props, spec), computedSeed: from.id }),
    createdAt: spec.createdAt,
    updatedAt: spec.createdAt,
  }
}
