// A change request and the main content of its space, brought together in either direction. Whoever calls holds the
// lock on the space, so neither side moves meanwhile.
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { type MergedTree, mergeTrees } from '../../engine/merge/merge-trees.ts'
import { commit } from '../content/lines.ts'
import { loadRevision, readContent } from '../content/revisions.ts'
import { hasOpenConflicts, insertConflicts } from './conflicts.ts'
import { ancestorOf, updateChangeRequest } from './queries.ts'

export interface Proposal {
  space: Objects['space']
  changeRequest: Objects['changeRequest']
}

/** Ours is the change request, theirs is main. Without conflicts it makes no difference. */
async function mergeSides(db: Db, { space, changeRequest }: Proposal): Promise<MergedTree> {
  const { root: base } = await loadRevision(db, ancestorOf(changeRequest))
  const { root: ours } = await loadRevision(db, changeRequest.revision_id)
  const { root: theirs } = await loadRevision(db, space.revision_id)
  return readContent(db, mergeTrees({ base, ours, theirs }))
}

/** What a merge into main would come to; undefined when there are conflicts. */
export async function previewMerge(db: Db, proposal: Proposal): Promise<MergedTree | undefined> {
  if (await hasOpenConflicts(db, proposal.changeRequest.id)) return undefined
  const merged = await mergeSides(db, proposal)
  return merged.conflicts.length === 0 ? merged : undefined
}

/** Makes the outcome of a merge the content of the space. */
export async function mergeIntoMain(
  db: Db,
  { space, changeRequest }: Proposal,
  { root, objects }: MergedTree,
  createdBy: string,
): Promise<string> {
  const revision = await commit(
    db,
    { space },
    { root, objects, type: 'merge', createdBy, otherParent: changeRequest.revision_id, mergedFrom: changeRequest.id },
  )
  await updateChangeRequest(db, changeRequest, { status: 'merged', revision_merged: revision })
  return revision
}

interface Outcome {
  revision: string
  result: 'update' | 'conflicts'
}

/**
 * Brings main into the change request. While conflicts are open nothing more is brought in: their sides would no longer
 * be what there is to choose from.
 */
export async function updateFromMain(db: Db, proposal: Proposal, createdBy: string): Promise<Outcome> {
  const { space, changeRequest } = proposal
  const revision = changeRequest.revision_id
  if (await hasOpenConflicts(db, changeRequest.id)) return { revision, result: 'conflicts' }
  if (ancestorOf(changeRequest) === space.revision_id) return { revision, result: 'update' }
  const { conflicts, ...merged } = await mergeSides(db, proposal)
  const updated = await commit(db, proposal, { ...merged, type: 'update', createdBy, otherParent: space.revision_id })
  await updateChangeRequest(db, changeRequest, { revision_merged_ancestor: space.revision_id })
  await insertConflicts(db, changeRequest.id, merged.root, conflicts)
  return { revision: updated, result: conflicts.length === 0 ? 'update' : 'conflicts' }
}
