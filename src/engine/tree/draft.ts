// A tree: the content of a revision, open for reading and editing. Edits collect in memory until `saveTree` writes them
// in one pass, so a batch of changes creates no intermediate nodes. The root of the map is the root of the revision; a
// separate root object would add a load to every read.

import { type Encoded, encode, type Hash, type Json } from '../objects.ts'
import { countRange, countRanges, findEntries, listEntries, type Range, withPrefix } from '../ordered-map/read.ts'
import { EMPTY_MAP, type Written, writeEntries } from '../ordered-map/write.ts'
import type { Reading } from '../reading.ts'
import { Overlay } from './overlay.ts'

export interface Tree {
  readonly root: Hash
  readonly edits: Overlay
  readonly documents: Map<Hash, Encoded>
}

/** The empty tree, stored once. */
export const EMPTY_TREE: Encoded = EMPTY_MAP

/** Opens the content at `root`. Reads nothing yet. */
export function openTree(root: Hash): Tree {
  return { root, edits: new Overlay(), documents: new Map() }
}

/**
 * Writes the edits. `root` identifies the new content (the old root if nothing changed); `objects` are the map nodes
 * and documents to store with it, all reachable; `differences` are those from the old content.
 */
export function* saveTree(tree: Tree): Reading<Written> {
  const { root, objects, differences } = yield* writeEntries(tree.root, tree.edits.entries())
  const used = new Set<unknown>()
  for (const [, value] of tree.edits.entries()) used.add((value as { document?: Hash } | null | undefined)?.document)
  const documents = [...tree.documents.values()].filter((object) => used.has(object.hash))
  return { root, objects: [...objects, ...documents], differences }
}

/** Adds a document to the tree and returns its hash, for a record to refer to. */
export const putDocument = (tree: Tree, document: unknown): Hash => putEncoded(tree, encode(document))

export function putEncoded(tree: Tree, document: Encoded): Hash {
  tree.documents.set(document.hash, document)
  return document.hash
}

export function* findValue<T>(tree: Tree, key: string): Reading<T | undefined> {
  return (yield* findValues<T>(tree, [key])).get(key)
}

export function* findValues<T>(tree: Tree, keys: readonly string[]): Reading<Map<string, T>> {
  const stored = keys.filter((key) => !tree.edits.has(key))
  const found = stored.length > 0 ? yield* findEntries(tree.root, stored) : new Map<string, Json>()
  for (const key of keys) {
    const edited = tree.edits.get(key)
    if (edited !== undefined) found.set(key, edited)
  }
  return found as Map<string, unknown> as Map<string, T>
}

export interface Window extends Pick<Range, 'skip' | 'limit' | 'reverse'> {
  after?: string | undefined
  before?: string | undefined
}

/** Lists the entries with `prefix`, edits included. */
export function* listValues<T>(tree: Tree, prefix: string, window: Window = {}): Reading<[string, T][]> {
  const { skip = 0, limit = Number.POSITIVE_INFINITY, reverse = false } = window
  const { from, to } = withPrefix(prefix, window.after, window.before) as Required<Range>
  const range = { from, to, skip, limit, reverse }
  if (!tree.edits.touches(from, to)) return (yield* listEntries(tree.root, range)) as [string, T][]
  // The requested number of stored entries, plus those that edits can hide, always suffices.
  const enough = skip + limit + tree.edits.removals
  const stored = yield* listEntries(tree.root, { ...range, skip: 0, limit: enough })
  return tree.edits.mergeInto(stored, from, to, skip + limit, reverse).slice(skip) as [string, T][]
}

/** Counts the entries with `prefix`, edits included. Reads only a few nodes, and those of the edited entries. */
export function* countValues(
  tree: Tree,
  prefix: string,
  { after, before }: Pick<Window, 'after' | 'before'> = {},
): Reading<number> {
  const { from, to } = withPrefix(prefix, after, before) as Required<Range>
  const edits = tree.edits.within(from, to)
  const stored = yield* findEntries(
    tree.root,
    edits.map(([key]) => key),
  )
  const added = edits.filter(([key, value]) => value !== undefined && !stored.has(key)).length
  const removed = edits.filter(([key, value]) => value === undefined && stored.has(key)).length
  return (yield* countRange(tree.root, { from, to })) + added - removed
}

/** Those of the prefixes that entries have, edits included. Reads the entries of all in one pass. */
export function* findPrefixes(tree: Tree, prefixes: readonly string[]): Reading<Set<string>> {
  const ranges = prefixes.map((prefix) => withPrefix(prefix) as Required<Range>)
  const counts = yield* countRanges(tree.root, ranges)
  const found = new Set<string>()
  for (const [at, prefix] of prefixes.entries()) {
    const { from, to } = ranges[at]!
    const count = tree.edits.touches(from, to) ? yield* countValues(tree, prefix) : counts[at]!
    if (count > 0) found.add(prefix)
  }
  return found
}
