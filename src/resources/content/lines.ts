// A line of content is what can be edited: the main content of a space, or a change request. Its head is a revision;
// to commit is to make the next one.
import type { Objects } from '../../access/vocabulary.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { now } from '../../lib/time.ts'
import { updateIndexes } from './indexes.ts'
import { insertRevision, loadRevision } from './revisions.ts'

export interface Line {
  space: Objects['space']
  /** Absent for main content. */
  changeRequest?: Objects['changeRequest'] | undefined
}

export const headOf = ({ space, changeRequest }: Line): string => changeRequest?.revision_id ?? space.revision_id

export interface Commit {
  root: Hash
  /** New objects that the root needs. */
  objects: readonly Encoded[]
  type: Row<'revisions'>['type']
  createdBy: string | null
  /** Besides the head of the line: what was merged into it. */
  otherParent?: string
  /** The change request whose merge this is. */
  mergedFrom?: string
}

/**
 * Makes a new revision the head of the line and returns its id. The caller holds the lock on the space, so that nobody
 * else moves the head meanwhile. Main content brings its indexes up to date in the same transaction.
 */
export async function commit(db: Db, line: Line, { root, objects, ...commit }: Commit): Promise<string> {
  const { space, changeRequest } = line
  const before = await loadRevision(db, headOf(line))
  await saveObjects(db, objects)
  const id = await insertRevision(db, {
    spaceId: space.id,
    changeRequestId: changeRequest?.id,
    root,
    type: commit.type,
    parents: [before.id, ...(commit.otherParent ? [commit.otherParent] : [])],
    mergedFrom: commit.mergedFrom,
    createdBy: commit.createdBy,
  })
  const head = { revision_id: id, updated_at: now() }
  if (changeRequest) {
    await db.updateTable('change_requests').set(head).where('id', '=', changeRequest.id).execute()
  } else {
    await db.updateTable('spaces').set(head).where('id', '=', space.id).execute()
    await updateIndexes(db, { spaceId: space.id, before: before.root, after: root })
  }
  return id
}
