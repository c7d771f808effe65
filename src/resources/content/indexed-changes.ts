// What changed in the main content of a space, in the form its indexes take it in: with the documents at hand, and in
// batches, so that no change is too large for memory.
import type { Db } from '../../db/tables.ts'
import type { TreeDiff } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { COLLECTIONS, PAGES } from '../../engine/tree/keys.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { readContent } from './revisions.ts'

export interface Changes extends TreeDiff {
  /** The document that a changed record has now. */
  documentOf(record: { document?: Hash }): Document
}

const PREFIXES = Object.entries({ page: PAGES, ...COLLECTIONS }) as [keyof TreeDiff, string][]

export const emptyDiff = (): TreeDiff => ({ page: [], file: [], reusableContent: [], tag: [], variable: [] })

/** The part of a diff that is about records up to that key. */
export function upTo(key: string, diff: TreeDiff): TreeDiff {
  const part = emptyDiff()
  for (const [name, prefix] of PREFIXES) part[name] = diff[name].filter(({ id }) => prefix + id <= key) as never
  return part
}

export function listBatches(diff: TreeDiff, size: number): TreeDiff[] {
  const all = PREFIXES.flatMap(([name]) => diff[name].map((changed) => ({ name, changed })))
  const batches: TreeDiff[] = []
  for (const [at, { name, changed }] of all.entries()) {
    if (at % size === 0) batches.push(emptyDiff())
    ;(batches.at(-1)![name] as unknown[]).push(changed)
  }
  return batches
}

export async function loadChanges(db: Db, diff: TreeDiff): Promise<Changes> {
  const records = [...diff.page, ...diff.reusableContent]
  const hashes = records.flatMap(({ after }) => after?.document ?? [])
  const documents = await readContent(db, readDocuments(hashes))
  return { ...diff, documentOf: ({ document }) => documents.get(document ?? '') ?? EMPTY_DOCUMENT }
}

export function* readDocuments(hashes: readonly Hash[]): Reading<Map<Hash, Document>> {
  const objects = hashes.length > 0 ? yield hashes : new Map()
  return new Map(hashes.map((hash) => [hash, objects.get(hash) as Document]))
}
