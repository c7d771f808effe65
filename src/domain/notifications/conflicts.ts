// Change requests that can no longer be merged, because main content changed where they do.
import type { Db, Row } from '../../db/tables.ts'
import { mergeBaseOf } from '../change-requests/index.ts'
import { mergeOutside } from '../content-changes/index.ts'
import { loadRevision } from '../revisions/index.ts'

/** Of the change requests of a space, those that were edited last. */
const MAX_LOOKED_AT = 50

/** Open change requests without recorded conflicts that do not include the current main content. */
export async function listOutdated(db: Db, space: Row<'spaces'>): Promise<Row<'change_requests'>[]> {
  const rows = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('space_id', '=', space.id)
    .where('status', 'in', ['draft', 'open'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conflicts')
            .select('conflicts.id')
            .whereRef('conflicts.change_request_id', '=', 'change_requests.id')
            .where('conflicts.status', '=', 'open'),
        ),
      ),
    )
    .orderBy('updated_at', 'desc')
    .limit(MAX_LOOKED_AT)
    .execute()
  return rows.filter((row) => mergeBaseOf(row) !== space.revision_id)
}

/** Whether merging would conflict. Reads outside a transaction. */
export async function hasConflicts(db: Db, space: Row<'spaces'>, request: Row<'change_requests'>): Promise<boolean> {
  const { root: base } = await loadRevision(db, mergeBaseOf(request))
  const { root: ours } = await loadRevision(db, request.revision_id)
  const { root: theirs } = await loadRevision(db, space.revision_id)
  return (await mergeOutside(db, { base, ours, theirs })).conflicts.length > 0
}

/** There is one notification for each state of main content that the change request includes. */
export const conflictKey = (request: Row<'change_requests'>): string => `conflict ${request.id} ${mergeBaseOf(request)}`

export const isKnownConflict = async (db: Db, request: Row<'change_requests'>): Promise<boolean> =>
  (await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', request.created_by)
    .where('event_id', '=', conflictKey(request))
    .executeTakeFirst()) !== undefined
