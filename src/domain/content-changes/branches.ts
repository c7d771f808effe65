// Branches and commits. The head of a branch is a revision; a commit adds the next one.
import { saveObjects } from '../../db/objects.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { diffTrees, type TreeDiff } from '../../engine/diff.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { now, type Timestamp } from '../../lib/time.ts'
import { updateBin } from '../bin/index.ts'
import { moveCommentRanges } from '../comment-ranges/index.ts'
import { markComputedPages, updateIndexes } from '../indexes/index.ts'
import { insertRevision, loadRevision, readContent } from '../revisions/index.ts'

/** What can be edited: the main content of a space, or one of its change requests. */
export interface Branch {
  space: Row<'spaces'>
  /** Absent for main content. */
  changeRequest?: Row<'change_requests'> | undefined
}

export const headOf = ({ space, changeRequest }: Branch): string => changeRequest?.revision_id ?? space.revision_id

interface Commit {
  /** The head, if it is known. */
  before?: Row<'revisions'>
  root: Hash
  /** New objects that the root refers to. */
  objects: readonly Encoded[]
  type: Row<'revisions'>['type']
  createdBy: string | null
  /** The second parent of a merge. */
  otherParent?: string
  /** The change request that this commit merges. */
  mergedFrom?: string
  /** The merge was made although the rules of the space were not met. */
  pastRules?: boolean
  /** The differences from the head, if they are known. */
  diff?: TreeDiff
}

/**
 * Commits a new head and returns its id. The caller must have locked the space. In the same transaction, comments follow
 * the words they are about, and the indexes follow main content.
 */
export async function commit(db: Db, branch: Branch, commit: Commit): Promise<string> {
  const { space, changeRequest } = branch
  const { root, objects } = commit
  const before = commit.before ?? (await loadRevision(db, headOf(branch)))
  await saveObjects(db, objects)
  await markComputedPages(db, space.id, objects)
  const id = await insertRevision(db, {
    spaceId: space.id,
    changeRequestId: changeRequest?.id,
    root,
    type: commit.type,
    parents: [before.id, ...(commit.otherParent ? [commit.otherParent] : [])],
    mergedFrom: commit.mergedFrom,
    pastRules: isPastRules(branch, commit),
    createdBy: commit.createdBy,
  })
  const head = { revision: id, at: now() }
  if (changeRequest) {
    await setHeadOfChangeRequest(db, { ...head, id: changeRequest.id })
  } else {
    await setHeadOfSpace(db, { ...head, id: space.id })
    const diff = commit.diff ?? (await readContent(db, diffTrees(before.root, root)))
    await updateBin(db, { spaceId: space.id, revision: before.id, by: commit.createdBy, pages: diff.page })
    await updateIndexes(db, { spaceId: space.id, before: before.root, after: root, diff })
  }
  await moveCommentRanges(db, { thread: changeRequest?.id ?? space.id, before: before.root, after: root })
  return id
}

interface NewHead {
  [name: string]: unknown
  id: string
  revision: string
  at: Timestamp
}

const setHeadOfSpace = prepared<NewHead, never>((db, param) =>
  db
    .updateTable('spaces')
    .set({ revision_id: param('revision'), updated_at: param('at') })
    .where('id', '=', param('id')),
)

const setHeadOfChangeRequest = prepared<NewHead, never>((db, param) =>
  db
    .updateTable('change_requests')
    .set({ revision_id: param('revision'), updated_at: param('at') })
    .where('id', '=', param('id')),
)

/** Where a space has rules, whatever changes its main content without a change request goes past them. */
const isPastRules = ({ space, changeRequest }: Branch, { mergedFrom, pastRules = false }: Partial<Commit>): boolean =>
  !changeRequest && (mergedFrom === undefined ? space.merge_rules !== null : pastRules)
