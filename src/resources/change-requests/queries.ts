// Change requests in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Objects } from '../../access/vocabulary.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { toUser } from '../users/queries.ts'
import type { ChangeRequest, ChangeRequestFilter } from './schemas.ts'

export type ChangeRequestRow = Row<'change_requests'>
type SpaceRow = Pick<Objects['space'], 'id' | 'revision_id'>
export type Users = ReadonlyMap<string, Row<'users'>>

export interface Showing {
  /** The space of the change request. */
  space: SpaceRow
  /** Its author, at least. */
  users: Users
  urls: Urls
}

export function toChangeRequest(row: ChangeRequestRow, { space, users, urls }: Showing): Static<typeof ChangeRequest> {
  const path = `/spaces/${space.id}/change-requests/${row.id}`
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: toUser(users.get(row.created_by)!, urls),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision_id,
    revisionInitial: row.revision_initial,
    revisionMergedAncestor: row.revision_merged_ancestor ?? undefined,
    revisionMerged: row.revision_merged ?? undefined,
    comments: row.comments_open,
    outdated: row.status !== 'merged' && ancestorOf(row) !== space.revision_id,
    urls: { app: urls.app(path), location: urls.api(path) },
  }
}

/** The revision of main content that the change request has everything of. */
export const ancestorOf = (row: ChangeRequestRow): string => row.revision_merged_ancestor ?? row.revision_initial

/** Merged is final. */
export function refuseMerged({ status }: ChangeRequestRow): void {
  if (status === 'merged') throw problem('merged')
}

/** The content of what is merged or archived stays as it is. */
export function refuseClosed(row: ChangeRequestRow): void {
  refuseMerged(row)
  if (row.status === 'archived') throw problem('archived')
}

/** What events about it are about. */
export const targetOf = ({ id }: ChangeRequestRow) => ({ kind: 'change-request', id })

/** Change requests of one space as replies show them; always one query, for their authors. */
export async function showChangeRequests(
  db: Db,
  rows: readonly ChangeRequestRow[],
  { space, urls }: { space: SpaceRow; urls: Urls },
): Promise<Static<typeof ChangeRequest>[]> {
  const users = await loadUsers(
    db,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => toChangeRequest(row, { space, users, urls }))
}

export const showChangeRequest = async (db: Db, row: ChangeRequestRow, showing: { space: SpaceRow; urls: Urls }) =>
  (await showChangeRequests(db, [row], showing))[0]!

export async function loadUsers(db: Db, ids: readonly string[]): Promise<Users> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), distinct))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Newest first. */
export const takeChangeRequests = (
  db: Db,
  spaceId: string,
  { status, contributor }: Static<typeof ChangeRequestFilter>,
  page: Page,
) =>
  takePage(
    db
      .selectFrom('change_requests')
      .where('space_id', '=', spaceId)
      .$if(status !== undefined, (found) => found.where('status', '=', status!))
      .$if(contributor !== undefined, (found) => found.where('id', 'in', contributedTo(db, spaceId, contributor!))),
    (found) => found.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )

const contributedTo = (db: Db, spaceId: string, userId: string) =>
  db
    .selectFrom('revisions')
    .select('change_request_id')
    .where('space_id', '=', spaceId)
    .where('created_by', '=', userId)
    .where('change_request_id', 'is not', null)
    .$castTo<{ change_request_id: string }>()

/** A new draft from the current content of the space, with the next number there. */
export async function insertChangeRequest(
  db: Db,
  { space, subject, createdBy }: { space: SpaceRow; subject: string; createdBy: string },
): Promise<ChangeRequestRow> {
  const at = now()
  return db
    .insertInto('change_requests')
    .values({
      id: newId(),
      space_id: space.id,
      number: await takeNumber(db, space.id),
      status: 'draft',
      subject,
      revision_id: space.revision_id,
      revision_initial: space.revision_id,
      created_by: createdBy,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

// Change requests are never deleted, so how many there are is also the number of the last.
async function takeNumber(db: Db, spaceId: string): Promise<number> {
  const { change_requests } = await db
    .updateTable('spaces')
    .set({ change_requests: sql`change_requests + 1`, change_requests_draft: sql`change_requests_draft + 1` })
    .where('id', '=', spaceId)
    .returning('change_requests')
    .executeTakeFirstOrThrow()
  return change_requests
}

/** Changes a change request; the counters of its space follow its status. */
export async function updateChangeRequest(
  db: Db,
  row: ChangeRequestRow,
  patch: Partial<NewRow<'change_requests'>>,
): Promise<ChangeRequestRow> {
  if (patch.status && patch.status !== row.status) await recount(db, row.space_id, row.status, patch.status)
  return db
    .updateTable('change_requests')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function recount(
  db: Db,
  spaceId: string,
  before: ChangeRequestRow['status'],
  after: ChangeRequestRow['status'],
): Promise<void> {
  const change = (status: string) => Number(after === status) - Number(before === status)
  await db
    .updateTable('spaces')
    .set({
      change_requests_open: sql`change_requests_open + ${sql.lit(change('open'))}`,
      change_requests_draft: sql`change_requests_draft + ${sql.lit(change('draft'))}`,
    })
    .where('id', '=', spaceId)
    .execute()
}

/** Marks what the change request conflicts in as settled where these pages (or other records) are concerned. */
export async function settleConflicts(db: Db, changeRequestId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('conflicts')
    .set({ status: 'resolved', resolution: 'edited', resolved_at: now() })
    .where('change_request_id', '=', changeRequestId)
    .where('status', '=', 'open')
    .where(isOneOf(db, sql.ref('target_id'), ids))
    .execute()
}
