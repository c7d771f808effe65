// Change request rows and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import { asList, isInList, isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { ChangeRequest } from '../../shapes/change-requests.ts'
import { toUser } from '../people/index.ts'

export type ChangeRequestRow = Row<'change_requests'>
type SpaceRow = Pick<Objects['space'], 'id' | 'revision_id'>
export type UsersById = ReadonlyMap<string, Row<'users'>>

interface ChangeRequestContext {
  /** The space that contains the change request. */
  space: SpaceRow
  /** Must include the author. */
  users: UsersById
  urls: Urls
}

function toChangeRequest(
  row: ChangeRequestRow,
  { space, users, urls }: ChangeRequestContext,
): Static<typeof ChangeRequest> {
  const path = `/spaces/${space.id}/change-requests/${row.id}`
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    description: row.description ?? undefined,
    createdBy: toUser(users.get(row.created_by)!, urls),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision_id,
    revisionInitial: row.revision_initial,
    revisionMergedAncestor: row.revision_merged_ancestor ?? undefined,
    revisionMerged: row.revision_merged ?? undefined,
    space: row.space_id,
    comments: row.comments_open,
    outdated: row.status !== 'merged' && mergeBaseOf(row) !== space.revision_id,
    urls: { app: urls.app(path), location: urls.api(path) },
  }
}

/** The latest revision of main content that the change request includes. */
export const mergeBaseOf = (row: ChangeRequestRow): string => row.revision_merged_ancestor ?? row.revision_initial

/** A merged change request can no longer change. */
export function refuseMerged({ status }: ChangeRequestRow): void {
  if (status === 'merged') throw problem('merged')
}

/** The content of a merged or archived change request is read-only. */
export function refuseClosed(row: ChangeRequestRow): void {
  refuseMerged(row)
  if (row.status === 'archived') throw problem('archived')
}

/** The target that events about a change request name. */
export const eventTargetOf = ({ id }: ChangeRequestRow) => ({ kind: 'change-request', id })

/** Presents change requests of one space. Runs one query, which loads their authors. */
export const presentChangeRequests = (
  db: Db,
  rows: readonly ChangeRequestRow[],
  { space, urls }: { space: SpaceRow; urls: Urls },
): Promise<Static<typeof ChangeRequest>[]> => presentAll(db, rows, () => space, urls)

/** As `presentChangeRequests`, for change requests of several spaces. */
export function presentChangeRequestsOfSpaces(
  db: Db,
  rows: readonly (ChangeRequestRow & { space_revision: string })[],
  urls: Urls,
): Promise<Static<typeof ChangeRequest>[]> {
  return presentAll(db, rows, ({ space_id, space_revision }) => ({ id: space_id, revision_id: space_revision }), urls)
}

async function presentAll<R extends ChangeRequestRow>(
  db: Db,
  rows: readonly R[],
  spaceOf: (row: R) => SpaceRow,
  urls: Urls,
) {
  const users = await loadUsers(
    db,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => toChangeRequest(row, { space: spaceOf(row), users, urls }))
}

export const presentChangeRequest = async (db: Db, row: ChangeRequestRow, context: { space: SpaceRow; urls: Urls }) =>
  (await presentChangeRequests(db, [row], context))[0]!

export async function loadUsers(db: Db, ids: readonly string[]): Promise<UsersById> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Map()
  const rows = await findUsers(db, { ids: asList(db, distinct) })
  return new Map(rows.map((row) => [row.id, row]))
}

const findUsers = prepared<{ ids: unknown }, Row<'users'>>((db, param) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(isInList(db, sql.ref('id'), param('ids'))),
)

interface NewChangeRequest {
  space: Pick<Objects['space'], 'id' | 'revision_id' | 'organization_id'>
  subject: string
  description?: string | undefined
  createdBy: string
}

/** Creates a draft from the current main content of the space. */
export async function insertChangeRequest(
  db: Db,
  { space, subject, description, createdBy }: NewChangeRequest,
): Promise<ChangeRequestRow> {
  const at = now()
  return db
    .insertInto('change_requests')
    .values({
      id: newId(),
      space_id: space.id,
      organization_id: space.organization_id,
      number: await nextNumber(db, space.id),
      status: 'draft',
      subject,
      description: description || null,
      revision_id: space.revision_id,
      revision_initial: space.revision_id,
      created_by: createdBy,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** They follow their spaces to another organization. */
export async function transferChangeRequests(
  db: Db,
  organization_id: string,
  spaces: readonly string[],
): Promise<void> {
  await db
    .updateTable('change_requests')
    .set({ organization_id })
    .where(isOneOf(db, sql.ref('space_id'), spaces))
    .execute()
}

// Change requests are never deleted, so their count is also the number of the last one.
async function nextNumber(db: Db, spaceId: string): Promise<number> {
  const { change_requests } = await db
    .updateTable('spaces')
    .set({ change_requests: sql`change_requests + 1`, change_requests_draft: sql`change_requests_draft + 1` })
    .where('id', '=', spaceId)
    .returning('change_requests')
    .executeTakeFirstOrThrow()
  return change_requests
}

/** Updates a change request and, if its status changes, the counters of its space. */
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

/** Marks open conflicts on these pages and records as resolved by editing. */
export async function markConflictsResolved(db: Db, changeRequestId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('conflicts')
    .set({ status: 'resolved', resolution: 'edited', resolved_at: now() })
    .where('change_request_id', '=', changeRequestId)
    .where('status', '=', 'open')
    .where(isOneOf(db, sql.ref('target_id'), ids))
    .execute()
}
