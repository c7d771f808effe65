// A tree: the content of a revision, open for reading and editing. Edits collect in memory beside the stored map and
// are written by `saveTree` in one pass, so a batch of changes costs one walk and leaves no intermediate nodes behind.
// The root of the map is the root of the revision; a further root object would only add a load to every read.

import { type Encoded, encode, type Hash, type Json } from '../objects.ts'
import { findEntries, listEntries, type Range, withPrefix } from '../ordered-map/read.ts'
import { EMPTY_MAP, type Written, writeEntries } from '../ordered-map/write.ts'
import type { Reading } from '../reading.ts'
import { Overlay } from './overlay.ts'

export interface Tree {
  readonly root: Hash
  readonly edits: Overlay
  readonly documents: Map<Hash, Encoded>
}

/** The tree without content, to be stored once and for all. */
export const EMPTY_TREE: Encoded = EMPTY_MAP

/** Opens the content at `root`. Costs nothing until something is read. */
export function openTree(root: Hash): Tree {
  return { root, edits: new Overlay(), documents: new Map() }
}

/**
 * Writes what was edited. `root` names the new content (the old root when nothing changed); `objects` are the map nodes
 * and documents that the caller has to store with it, none of them unreachable.
 */
export function* saveTree(tree: Tree): Reading<Written> {
  const { root, objects } = yield* writeEntries(tree.root, tree.edits.entries())
  const used = new Set<unknown>()
  for (const [, value] of tree.edits.entries()) used.add((value as { document?: Hash } | null | undefined)?.document)
  const documents = [...tree.documents.values()].filter((object) => used.has(object.hash))
  return { root, objects: [...objects, ...documents] }
}

/** Adds a document to the tree and returns the hash by which a record may refer to it. */
export function putDocument(tree: Tree, document: unknown): Hash {
  const object = encode(document)
  tree.documents.set(object.hash, object)
  return object.hash
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
  after?: string
}

/** The entries whose key starts with `prefix`, edits included. */
export function* listValues<T>(tree: Tree, prefix: string, window: Window = {}): Reading<[string, T][]> {
  const range = { ...window, ...withPrefix(prefix, window.after) }
  const { from, to } = range as { from: string; to: string }
  if (!tree.edits.touches(from, to)) return (yield* listEntries(tree.root, range)) as [string, T][]
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = window
  // As many stored entries as are wanted, plus those that edits may hide, always suffice.
  const enough = skip + limit + tree.edits.removals
  const stored = yield* listEntries(tree.root, { ...range, skip: 0, limit: enough })
  return tree.edits.layOver(stored, from, to, skip + limit, window.reverse).slice(skip) as [string, T][]
}
