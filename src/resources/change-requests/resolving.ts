// Settles one conflict of a change request: by a side, or by a document that replaces both.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { applyChanges } from '../../engine/changes/apply-changes.ts'
import type { Change } from '../../engine/changes/change.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import type { Conflict } from '../../engine/merge/conflict.ts'
import { resolveConflict, type Side } from '../../engine/merge/resolve-conflict.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, saveTree } from '../../engine/tree/draft.ts'
import type { Page } from '../../engine/tree/records.ts'
import { invalid, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { readDocument } from '../content/document-input.ts'
import { commit } from '../content/lines.ts'
import { loadRevision, readContent } from '../content/revisions.ts'
import type { Resolution } from './conflict-schemas.ts'
import { resolve, toKept } from './conflicts.ts'
import type { Proposal } from './merging.ts'
import { settleConflicts } from './queries.ts'
import { isAboutDocument } from './showing-conflicts.ts'

interface Content {
  root: Hash
  objects: Encoded[]
}

/** Makes a revision that has the conflict settled so, and returns its root. */
export async function settle(
  db: Db,
  proposal: Proposal,
  row: Row<'conflicts'>,
  { resolution, document }: Static<typeof Resolution>,
  createdBy: string,
): Promise<{ settled: Row<'conflicts'>; root: Hash }> {
  if (row.status === 'resolved') throw problem('conflictResolved')
  const { root } = await loadRevision(db, proposal.changeRequest.revision_id)
  const conflict = toKept(row)
  const content = await readContent(
    db,
    resolution === 'document'
      ? replaceDocument(root, conflict, await readResolution(db, root, document))
      : chooseSide(root, conflict, resolution),
  )
  if (!content) throw problem('conflictInTheWay')
  await commit(db, proposal, { ...content, type: 'edits', createdBy })
  const settled = await resolve(db, row.id, resolution)
  await settleConflicts(db, proposal.changeRequest.id, await listRemoved(db, root, content.root))
  return { settled, root: content.root }
}

function readResolution(db: Db, root: Hash, written: Static<typeof Resolution>['document']): Promise<Document> {
  if (!written) throw invalid({ path: 'document', message: 'is required when it is the resolution' })
  return readDocument(db, root, { ...written, path: 'document' })
}

function* chooseSide(root: Hash, conflict: Conflict, side: Side): Reading<Content | undefined> {
  const tree = openTree(root)
  return (yield* resolveConflict(tree, conflict, side)) ? yield* saveTree(tree) : undefined
}

function* replaceDocument(root: Hash, conflict: Conflict, document: Document): Reading<Content | undefined> {
  const change = changeOf(conflict, document)
  if (!change) throw invalid({ path: 'resolution', message: 'can be a document only where a document is in conflict' })
  const applied = yield* applyChanges(root, [change], { now: now(), newKey: newId })
  return applied.ok ? applied : undefined
}

function changeOf(conflict: Conflict, document: Document): Change | undefined {
  if (!isAboutDocument(conflict) && !isDeletedDocument(conflict)) return undefined
  const { on, id } = conflict
  if (on === 'page') return { operation: 'update_page', page: id, document }
  return on === 'reusableContent' ? { operation: 'update_reusable_content', reusableContent: id, document } : undefined
}

const isDeletedDocument = ({ kind, on, ours, theirs }: Conflict): boolean =>
  kind === 'deleted' && (on !== 'page' || ((ours ?? theirs) as Page).type === 'document')

// What is gone with a deletion has nothing left to settle.
async function listRemoved(db: Db, before: Hash, after: Hash): Promise<string[]> {
  const { page } = await readContent(db, diffTrees(before, after))
  return page.filter((changed) => changed.after === undefined).map(({ id }) => id)
}
