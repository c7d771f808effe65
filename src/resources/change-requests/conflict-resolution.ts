// Resolves one conflict of a change request: with one of its sides, or with a document that replaces both.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { markConflictsResolved } from '../../domain/change-requests/index.ts'
import { commit, isAboutDocument, parseWrittenDocument } from '../../domain/content-changes/index.ts'
import { encodeInTransaction } from '../../domain/documents/index.ts'
import { listFences } from '../../domain/integrations/index.ts'
import { loadRevision, readContent } from '../../domain/revisions/index.ts'
import { applyChanges } from '../../engine/changes/apply-changes.ts'
import type { Change } from '../../engine/changes/change.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import type { EncodeDocument } from '../../engine/keys/keep-keys.ts'
import type { Conflict } from '../../engine/merge/conflict.ts'
import { resolveConflict, type Side } from '../../engine/merge/resolve-conflict.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, saveTree } from '../../engine/tree/draft.ts'
import type { Page } from '../../engine/tree/records.ts'
import { invalid, problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import type { Resolution } from './conflict-schemas.ts'
import { markResolved, parseConflict } from './conflicts.ts'
import type { Proposal } from './merge.ts'

interface Content {
  root: Hash
  objects: Encoded[]
}

/** Commits a revision in which the conflict is resolved, and returns its root. */
export async function applyResolution(
  db: Db,
  proposal: Proposal,
  row: Row<'conflicts'>,
  { resolution, document }: Static<typeof Resolution>,
  createdBy: string,
): Promise<{ resolved: Row<'conflicts'>; root: Hash }> {
  if (row.status === 'resolved') throw problem('conflictResolved')
  const { root } = await loadRevision(db, proposal.changeRequest.revision_id)
  const conflict = parseConflict(row)
  const written = resolution === 'document' ? await readResolution(db, proposal, root, document) : undefined
  const content = await encodeInTransaction((encodeDocument) =>
    readContent(
      db,
      resolution === 'document'
        ? replaceDocument(root, conflict, written!, encodeDocument)
        : chooseSide(root, conflict, resolution),
    ),
  )
  if (!content) throw problem('conflictInTheWay')
  await commit(db, proposal, { ...content, type: 'edits', createdBy })
  const resolved = await markResolved(db, row.id, resolution)
  await markConflictsResolved(db, proposal.changeRequest.id, await listRemoved(db, root, content.root))
  return { resolved, root: content.root }
}

async function readResolution(
  db: Db,
  { space }: Proposal,
  root: Hash,
  written: Static<typeof Resolution>['document'],
): Promise<Document> {
  if (!written) throw invalid({ path: 'document', message: 'is required when resolution is "document"' })
  return parseWrittenDocument(
    db,
    { space_id: space.id, root },
    { ...written, path: 'document' },
    { fences: await listFences(db, space) },
  )
}

function* chooseSide(root: Hash, conflict: Conflict, side: Side): Reading<Content | undefined> {
  const tree = openTree(root)
  return (yield* resolveConflict(tree, conflict, side)) ? yield* saveTree(tree) : undefined
}

function* replaceDocument(
  root: Hash,
  conflict: Conflict,
  document: Document,
  encodeDocument: EncodeDocument,
): Reading<Content | undefined> {
  const change = changeOf(conflict, document)
  if (!change) throw invalid({ path: 'resolution', message: 'can be "document" only for a conflict in a document' })
  const applied = yield* applyChanges(root, [change], { now: now(), encodeDocument })
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

// The conflicts of pages that the resolution deleted are resolved too.
async function listRemoved(db: Db, before: Hash, after: Hash): Promise<string[]> {
  const { page } = await readContent(db, diffTrees(before, after))
  return page.filter((changed) => changed.after === undefined).map(({ id }) => id)
}
