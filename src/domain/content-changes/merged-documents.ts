// What became of the documents of a batch that names its base: writers learn what differs from what they sent, because
// others wrote too, or because blocks got keys.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import { type Hash, isEqual } from '../../engine/objects.ts'
import { loadObject, type Reading, withObjects } from '../../engine/reading.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import type { ContentChange, MergedDocument as MergedDocumentJson } from '../../shapes/content-changes.ts'
import { toDocument, toStored } from '../documents/index.ts'
import { readContent } from '../revisions/index.ts'
import type { Applied } from './applying.ts'

export interface MergedDocument {
  page?: string
  reusableContent?: string
  document: Document
}

/** The documents of the batch as they are now, if they differ from what was sent. */
export async function listMergedDocuments(
  db: Db,
  changes: readonly ContentChange[],
  done: Applied,
): Promise<MergedDocument[]> {
  const merged = new Map<string, MergedDocument>()
  for (const [index, { document }] of changes.entries()) {
    const effect = done.effects[index]!
    const holder = 'page' in effect ? { page: effect.page } : { reusableContent: effect.ids[0]! }
    if (!document) continue
    const found = await readContent(db, withObjects(done.objects, readOne(done, holder)))
    if (!found) continue
    const isSent = document.document
      ? isEqual(found.document, toStored(document.document as Document))
      : !found.isMerged
    if (!isSent) merged.set(Object.values(holder)[0]!, { ...holder, document: found.document })
  }
  return [...merged.values()]
}

type Holder = Pick<MergedDocument, 'page' | 'reusableContent'>

function* readOne({ root, written }: Applied, holder: Holder): Reading<Found | undefined> {
  const now = yield* findHash(root, holder)
  if (now === undefined) return undefined
  const before = yield* findHash(written, holder)
  const document = now === null ? EMPTY_DOCUMENT : yield* loadObject<never>(now)
  return { document, isMerged: now !== before }
}

interface Found {
  document: Document
  /** True if it differs from what the writer made. */
  isMerged: boolean
}

// Null if it is empty, undefined if there is no such object.
function* findHash(root: Hash, { page, reusableContent }: Holder): Reading<Hash | null | undefined> {
  const tree = openTree(root)
  const record = page ? yield* findPage(tree, page) : yield* findRecord(tree, 'reusableContent', reusableContent!)
  return record && (record.document ?? null)
}

export const toMergedDocument = ({ document, ...holder }: MergedDocument): Static<typeof MergedDocumentJson> => ({
  ...holder,
  document: toDocument(document, 'next'),
})
