// What a tree holds besides pages: files, reusable contents, tags and variables, each by id (variables by name, tags by
// slug).

import type { Json } from '../objects.ts'
import { countRange, withPrefix } from '../ordered-map/read.ts'
import type { Reading } from '../reading.ts'
import { findValue, listValues, type Tree } from './draft.ts'
import { COLLECTIONS, PAGES, recordKey } from './keys.ts'
import type { Collection, Records, Variables } from './records.ts'

export function* findRecord<C extends Collection>(
  tree: Tree,
  collection: C,
  id: string,
): Reading<Records[C] | undefined> {
  return yield* findValue<Records[C]>(tree, recordKey(collection, id))
}

/** The records of a collection in the order of ids; a page of them with `after` (an id) and `limit`. */
export function* listRecords<C extends Collection>(
  tree: Tree,
  collection: C,
  window: { after?: string; limit?: number } = {},
): Reading<{ id: string; record: Records[C] }[]> {
  const prefix = COLLECTIONS[collection]
  const after = window.after === undefined ? undefined : recordKey(collection, window.after)
  const entries = yield* listValues<Records[C]>(tree, prefix, { limit: window.limit, after })
  return entries.map(([key, record]) => ({ id: key.slice(prefix.length), record }))
}

/** Inserts a record, or replaces the one with that id. */
export function putRecord<C extends Collection>(tree: Tree, collection: C, id: string, record: Records[C]): void {
  tree.edits.set(recordKey(collection, id), record as unknown as Json)
}

export function removeRecord(tree: Tree, collection: Collection, id: string): void {
  tree.edits.set(recordKey(collection, id), undefined)
}

/** All variables, by name. */
export function* loadVariables(tree: Tree): Reading<Variables> {
  const entries = yield* listRecords(tree, 'variable')
  return Object.fromEntries(entries.map(({ id, record }) => [id, record]))
}

/** How many pages or records a stored tree has. Reads a few nodes, whatever the number. */
export function* countRecords(root: string, collection: Collection | 'page'): Reading<number> {
  return yield* countRange(root, withPrefix(collection === 'page' ? PAGES : COLLECTIONS[collection]))
}
