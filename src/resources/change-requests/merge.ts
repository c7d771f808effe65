// Merges a change request into main content, and main content into a change request. The caller holds the lock on the
// space, so neither branch moves during a merge.
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { mergeBaseOf, updateChangeRequest } from '../../domain/change-requests/index.ts'
import { commit, mergeInTransaction } from '../../domain/content-changes/index.ts'
import { diffInTransaction, loadRevision } from '../../domain/revisions/index.ts'
import type { MergedTree } from '../../engine/merge/merge-trees.ts'
import { hasOpenConflicts, insertConflicts } from './conflicts.ts'

export interface Proposal {
  space: Objects['space']
  changeRequest: Objects['changeRequest']
}

/** `ours` is the change request, `theirs` is main. */
async function mergeBranches(db: Db, { space, changeRequest }: Proposal): Promise<MergedTree> {
  const { root: base } = await loadRevision(db, mergeBaseOf(changeRequest))
  const { root: ours } = await loadRevision(db, changeRequest.revision_id)
  const { root: theirs } = await loadRevision(db, space.revision_id)
  return mergeInTransaction(db, { base, ours, theirs })
}

/** The result of a merge into main; undefined if there are conflicts. */
export async function previewMerge(db: Db, proposal: Proposal): Promise<MergedTree | undefined> {
  if (await hasOpenConflicts(db, proposal.changeRequest.id)) return undefined
  const merged = await mergeBranches(db, proposal)
  return merged.conflicts.length === 0 ? merged : undefined
}

/** Commits the result of a merge to main content. */
export async function mergeIntoMain(
  db: Db,
  { space, changeRequest }: Proposal,
  { root, objects }: MergedTree,
  { createdBy, pastRules }: { createdBy: string; pastRules: boolean },
): Promise<string> {
  const { root: head } = await loadRevision(db, space.revision_id)
  const diff = await diffInTransaction(db, head, root, objects)
  const parents = { otherParent: changeRequest.revision_id, mergedFrom: changeRequest.id }
  const revision = await commit(db, { space }, { root, objects, type: 'merge', createdBy, pastRules, ...parents, diff })
  await updateChangeRequest(db, changeRequest, { status: 'merged', revision_merged: revision })
  return revision
}

interface Outcome {
  revision: string
  result: 'update' | 'conflicts'
}

/**
 * Merges main into the change request. Does nothing while conflicts are open, because another update would make their
 * recorded sides stale.
 */
export async function updateFromMain(db: Db, proposal: Proposal, createdBy: string): Promise<Outcome> {
  const { space, changeRequest } = proposal
  const revision = changeRequest.revision_id
  if (await hasOpenConflicts(db, changeRequest.id)) return { revision, result: 'conflicts' }
  if (mergeBaseOf(changeRequest) === space.revision_id) return { revision, result: 'update' }
  const { conflicts, ...merged } = await mergeBranches(db, proposal)
  const updated = await commit(db, proposal, { ...merged, type: 'update', createdBy, otherParent: space.revision_id })
  await updateChangeRequest(db, changeRequest, { revision_merged_ancestor: space.revision_id })
  await insertConflicts(db, changeRequest.id, merged.root, conflicts)
  return { revision: updated, result: conflicts.length === 0 ? 'update' : 'conflicts' }
}
