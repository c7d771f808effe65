// The history of main content: its revisions, what each changed, and the way back to one of them.
import type { Caller } from '../../access/caller.ts'
import type { Objects } from '../../access/vocabulary.ts'
import { type Page, type Slice, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import { problem } from '../../errors.ts'
import { commit } from './lines.ts'
import { findRevision, loadRevision } from './revisions.ts'

/** Newest first. */
export const takeRevisions = (db: Db, spaceId: string, page: Page): Promise<Slice<Row<'revisions'>>> =>
  takePage(
    db.selectFrom('revisions').where('space_id', '=', spaceId).where('change_request_id', 'is', null),
    (revisions) => revisions.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )

/** The content before a revision: that of its first parent, or none. */
export async function loadRootBefore(db: Db, { parents }: Row<'revisions'>): Promise<string> {
  const [parent] = JSON.parse(parents) as string[]
  return parent === undefined ? EMPTY_TREE.hash : (await loadRevision(db, parent)).root
}

/** Makes main content what it was in that revision. When it is that already, its head stays. */
export async function rollBack(
  db: Db,
  space: Objects['space'],
  revisionId: string,
  caller: Caller,
): Promise<Row<'revisions'>> {
  const target = await findRevision(db, space.id, revisionId)
  if (!target) throw problem('notFound')
  if (target.change_request_id !== null) throw problem('notOnMain')
  const head = await loadRevision(db, space.revision_id)
  if (head.root === target.root) return head
  const id = await commit(
    db,
    { space },
    { root: target.root, objects: [], type: 'rollback', createdBy: caller.user.id },
  )
  return loadRevision(db, id)
}
