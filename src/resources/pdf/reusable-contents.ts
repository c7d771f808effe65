// Loads the reusable contents that documents may include.
import type { Db } from '../../db/tables.ts'
import { readContent } from '../../domain/revisions/index.ts'
import type { Document } from '../../engine/document.ts'
import type { Contents } from '../../engine/inclusion.ts'
import { loadObject } from '../../engine/reading.ts'
import { listRecords } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import type { ReusableContent } from '../../engine/tree/records.ts'

/** The documents of all reusable contents of a tree, by id. */
export async function loadContents(db: Db, tree: Tree): Promise<Contents> {
  const records = await readContent(db, listRecords(tree, 'reusableContent'))
  const contents = new Map<string, Document>()
  for (const { id, record } of records) {
    const { document } = record as ReusableContent
    if (document) contents.set(id, await readContent(db, loadObject<never>(document)))
  }
  return contents
}
