// Diffs of main content for indexing: with documents loaded, and in batches, so that memory stays bounded.
import type { Db } from '../../db/tables.ts'
import type { TreeDiff } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { COLLECTIONS, PAGES } from '../../engine/tree/keys.ts'
import type { Page, ReusableContent } from '../../engine/tree/records.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { describe, describeInTransaction, type Facts } from '../documents/index.ts'
import { readContent } from './revisions.ts'

export interface ContentChanges extends TreeDiff {
  /** What the indexes hold of the current document of a changed record. */
  factsOf(record: Page | ReusableContent): Facts
}

const PREFIXES = Object.entries({ page: PAGES, ...COLLECTIONS }) as [keyof TreeDiff, string][]

export const emptyDiff = (): TreeDiff => ({ page: [], file: [], reusableContent: [], tag: [], variable: [] })

/** The part of a diff with keys up to the given one. */
export function diffUpTo(key: string, diff: TreeDiff): TreeDiff {
  const part = emptyDiff()
  for (const [name, prefix] of PREFIXES) part[name] = diff[name].filter(({ id }) => prefix + id <= key) as never
  return part
}

export const countRecords = (diff: TreeDiff): number => PREFIXES.reduce((sum, [name]) => sum + diff[name].length, 0)

/** The current documents of the changed records. */
export const listDocuments = ({ page, reusableContent }: TreeDiff): Hash[] =>
  [...page, ...reusableContent].flatMap(({ after }) => after?.document ?? [])

export function listBatches(diff: TreeDiff, size: number): TreeDiff[] {
  const all = PREFIXES.flatMap(([name]) => diff[name].map((changed) => ({ name, changed })))
  const batches: TreeDiff[] = []
  for (const [at, { name, changed }] of all.entries()) {
    if (at % size === 0) batches.push(emptyDiff())
    ;(batches.at(-1)![name] as unknown[]).push(changed)
  }
  return batches
}

/** Throws AsyncWorkNeeded if the documents are too large to look into them at once. */
export async function loadChanges(db: Db, diff: TreeDiff): Promise<ContentChanges> {
  const records = [...diff.page, ...diff.reusableContent].flatMap(({ after }) => after ?? [])
  const documents = await readContent(db, readDocuments(listDocuments(diff)))
  const written = records.filter(({ document }) => document !== undefined)
  const facts = describeInTransaction(
    written.map((record) => ({
      document: { hash: record.document!, content: documents.get(record.document!)! },
      page: 'type' in record ? record : undefined,
    })),
  )
  const found = new Map<object, Facts>(written.map((record, at) => [record, facts[at]!]))
  const factsOf = (record: Page | ReusableContent) =>
    found.get(record) ?? describe(EMPTY_DOCUMENT, 'type' in record ? record : undefined)
  return { ...diff, factsOf }
}

export function* readDocuments(hashes: readonly Hash[]): Reading<Map<Hash, Document>> {
  const objects = hashes.length > 0 ? yield hashes : new Map()
  return new Map(hashes.map((hash) => [hash, objects.get(hash) as Document]))
}
