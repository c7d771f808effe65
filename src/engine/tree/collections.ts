// The records of a tree besides pages: files, reusable contents, tags and variables, by id (tags by slug, variables by
// name).

import type { Json } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { countValues, findValue, listValues, type Tree } from './draft.ts'
import { COLLECTIONS, PAGES, recordKey } from './keys.ts'
import type { Collection, Records, Variables } from './records.ts'

export function* findRecord<C extends Collection>(
  tree: Tree,
  collection: C,
  id: string,
): Reading<Records[C] | undefined> {
  return yield* findValue<Records[C]>(tree, recordKey(collection, id))
}

/** Lists the records of a collection, sorted by id; `after` (an id) and `limit` select a page. */
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

/** Inserts or replaces a record. */
export function putRecord<C extends Collection>(tree: Tree, collection: C, id: string, record: Records[C]): void {
  tree.edits.set(recordKey(collection, id), record as unknown as Json)
}

export function removeRecord(tree: Tree, collection: Collection, id: string): void {
  tree.edits.set(recordKey(collection, id), undefined)
}

/** Loads all variables, by name. */
export function* loadVariables(tree: Tree): Reading<Variables> {
  const entries = yield* listRecords(tree, 'variable')
  return Object.fromEntries(entries.map(({ id, record }) => [id, record]))
}

/** Counts the pages or records of a tree. Reads only a few nodes, and those of the edited entries. */
export const countRecords = (tree: Tree, collection: Collection | 'page'): Reading<number> =>
  countValues(tree, collection === 'page' ? PAGES : COLLECTIONS[collection])
