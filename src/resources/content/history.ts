// The history of main content: revisions and rollback.
import type { Caller } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import { type Page, type Slice, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { commit } from '../../domain/content-changes/index.ts'
import { findRevision, loadRevision } from '../../domain/revisions/index.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import { problem } from '../../errors.ts'

/** Newest first. */
export const takeRevisions = (db: Db, spaceId: string, page: Page): Promise<Slice<Row<'revisions'>>> =>
  selectPage(
    db.selectFrom('revisions').where('space_id', '=', spaceId).where('change_request_id', 'is', null),
    (revisions) => revisions.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )

/** The content of the revision's first parent; the empty tree if it has none. */
export async function loadRootBefore(db: Db, { parents }: Row<'revisions'>): Promise<string> {
  const [parent] = JSON.parse(parents) as string[]
  return parent === undefined ? EMPTY_TREE.hash : (await loadRevision(db, parent)).root
}

/** Restores main content to that revision. If the content is the same already, the head stays. */
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
