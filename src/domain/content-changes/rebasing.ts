// A write that names its base: what the writer changed since then is merged with what is there now.
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { MergeDocument } from '../../engine/merge/merge-records.ts'
import { type MergedTree, mergeTrees } from '../../engine/merge/merge-trees.ts'
import type { ThreeWay } from '../../engine/merge/sequence.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { withObjects } from '../../engine/reading.ts'
import { ApiError, invalid } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { findRevision, type ReadContent, readContent } from '../revisions/index.ts'
import type { Branch } from './branches.ts'
import { namePages, pagesIn, presentConflicts } from './conflict-presenter.ts'

/** The root of the revision that a writer began from: of main content, or of the branch that is written. */
export async function loadBase(db: Db, { space, changeRequest }: Branch, id: string): Promise<Hash> {
  const revision = await findRevision(db, space.id, id)
  const isKnown = revision && [null, changeRequest?.id].includes(revision.change_request_id)
  if (!isKnown) throw invalid({ path: 'base', message: 'does not name a revision of this content' })
  return revision.root
}

/** Runs a merge with a way to merge documents. */
export type Merging = <T>(merge: (mergeDocument: MergeDocument) => Promise<T>) => Promise<T>

interface Written {
  root: Hash
  objects: readonly Encoded[]
}

/** Merges what was written on top of `base` with the content at `head`, or throws a 409 that lists the conflicts. */
export async function rebase(
  db: Db,
  { base, head }: { base: Hash; head: Hash },
  { root: ours, objects }: Written,
  read: ReadContent,
  merging: Merging,
): Promise<{ root: Hash; objects: Encoded[] }> {
  const sides = { base, ours, theirs: head }
  const merged = await merging((mergeDocument) => read(db, withObjects(objects, mergeTrees(sides, mergeDocument))))
  if (merged.conflicts.length > 0) throw await toConflict(db, sides, merged, objects)
  return { root: merged.root, objects: [...objects, ...merged.objects] }
}

async function toConflict(
  db: Db,
  { base, theirs }: ThreeWay<Hash>,
  { conflicts }: MergedTree,
  objects: readonly Encoded[],
): Promise<ApiError> {
  const names = await readContent(db, namePages(base, pagesIn(conflicts)))
  const written = new Map(objects.map(({ hash, value }) => [hash, value as unknown as Document]))
  const createdAt = now()
  const found = conflicts.map((conflict) => {
    const page = names.get(conflict.id)
    return { id: newId(), status: 'open' as const, createdAt, conflict: { ...conflict, ...(page && { page }) } }
  })
  return new ApiError('writeConflict', undefined, await presentConflicts(db, found, { root: theirs, written }))
}
