// Queries and presenters for Git imports and exports.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { insertRun } from '../../domain/import-runs/index.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { withoutCredentials } from '../../lib/stored-urls.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'
import type { ImportWarning } from '../../repository/warnings.ts'
import type { GitRequest, GitSync, GitSyncState } from '../../shapes/git.ts'

export type Operation = Row<'git_operations'>

interface NewOperation {
  spaceId: string
  direction: Operation['direction']
  request: GitRequest
  userId: string | null
}

/** Inserts a queued import or export. */
export async function insertOperation(
  db: Db,
  { spaceId, direction, request, userId }: NewOperation,
  vault: Vault,
): Promise<string> {
  const [id, at] = [newId(), now()]
  const sealed = vault.seal(JSON.stringify(request))
  await db
    .insertInto('git_operations')
    .values({
      id,
      space_id: spaceId,
      direction,
      state: 'queued',
      stage: 'repo_fetch',
      request: sealed,
      requested_by: userId,
      started_at: at,
      updated_at: at,
    })
    .execute()
  const source = { type: 'git' as const, url: withoutCredentials(request.url), ref: request.ref }
  if (direction === 'import') await insertRun(db, { id, spaceId, source, createdBy: userId })
  return id
}

export const findOperation = (db: Db, id: string): Promise<Operation | undefined> =>
  db.selectFrom('git_operations').selectAll().where('id', '=', id).executeTakeFirst()

/** The last operation of a space and its sync state, in one consistent read. */
export async function findLastOperation(
  db: Db,
  spaceId: string,
): Promise<{ git_sync: string | null; notes: string | null; operation: Operation | undefined }> {
  const found = await db
    .selectFrom('spaces')
    .leftJoin('git_operations', (on) =>
      on.on(
        'git_operations.id',
        '=',
        sql<string>`(select max(id) from git_operations where space_id = ${sql.ref('spaces.id')})`,
      ),
    )
    .leftJoin('git_syncs', 'git_syncs.space_id', 'spaces.id')
    .selectAll('git_operations')
    .select(['spaces.git_sync', 'git_syncs.notes'])
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  if (!found) return { git_sync: null, notes: null, operation: undefined }
  const { git_sync, notes, id, ...rest } = found
  return { git_sync, notes, operation: id === null ? undefined : ({ id, ...rest } as Operation) }
}

/** An operation without progress for this long counts as dead. */
const STALE_AFTER = 30 * MINUTE

/** An earlier operation of the same space that is still active. */
export const findEarlierOperation = (db: Db, { id, space_id }: Operation): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('git_operations')
    .select('id')
    .where('space_id', '=', space_id)
    .where('id', '<', id)
    .where('state', 'in', ['queued', 'running'])
    .where('updated_at', '>', fromNow(-STALE_AFTER))
    .limit(1)
    .executeTakeFirst()

export const updateOperation = (
  db: Db,
  id: string,
  patch: Partial<Pick<Operation, 'state' | 'stage' | 'error' | 'ended_at' | 'request'>>,
) =>
  db
    .updateTable('git_operations')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .execute()

const MAX_EXPORTS = 20

/** The last exports of a space that have ended, newest first. */
const endedExports = (db: Db, spaceId: string) =>
  db
    .selectFrom('git_operations')
    .where('space_id', '=', spaceId)
    .where('direction', '=', 'export')
    .where('state', 'in', ['success', 'failure'])
    .orderBy('id', 'desc')
    .limit(MAX_EXPORTS)

export const listExports = (db: Db, spaceId: string): Promise<Operation[]> =>
  endedExports(db, spaceId).selectAll().execute()

/** Ends the operation, erases its request, and deletes the finished operations before it, except the last exports. */
export async function endOperation(db: Db, { id, space_id }: Operation, error: string | null): Promise<void> {
  const state = error === null ? 'success' : 'failure'
  await updateOperation(db, id, { state, error, request: '', ended_at: now() })
  await db
    .deleteFrom('git_operations')
    .where('space_id', '=', space_id)
    .where('id', '<', id)
    .where('state', 'in', ['success', 'failure'])
    .where((is) => is.or([is('direction', '=', 'import'), is('id', 'not in', endedExports(db, space_id).select('id'))]))
    .execute()
}

export const findSync = (db: Db, spaceId: string): Promise<Row<'git_syncs'> | undefined> =>
  db.selectFrom('git_syncs').selectAll().where('space_id', '=', spaceId).executeTakeFirst()

/** The previous sync info if it is about the same repository. Clients name the hosting provider only once. */
export async function findSyncInfo(db: Db, spaceId: string, url: string): Promise<Static<typeof GitSync> | undefined> {
  const sync = await findSync(db, spaceId)
  const space = await db.selectFrom('spaces').select('git_sync').where('id', '=', spaceId).executeTakeFirst()
  return sync?.address.split(' ')[0] === url && space?.git_sync ? JSON.parse(space.git_sync) : undefined
}

export async function saveSync(db: Db, sync: Omit<Row<'git_syncs'>, 'updated_at' | 'notes'>): Promise<void> {
  const row = { ...sync, updated_at: now() }
  await db
    .insertInto('git_syncs')
    .values(row)
    .onConflict((conflict) => conflict.column('space_id').doUpdateSet(row))
    .execute()
}

export async function saveCommit(db: Db, commit: Row<'revision_commits'>): Promise<void> {
  await db
    .insertInto('revision_commits')
    .values(commit)
    .onConflict((conflict) => conflict.column('revision_id').doUpdateSet(commit))
    .execute()
}

export function showSync(
  { git_sync, notes }: Pick<Row<'spaces'>, 'git_sync'> & { notes: string | null },
  operation: Operation | undefined,
  exports: readonly Operation[],
): Static<typeof GitSyncState> {
  const shownSync = git_sync === null ? {} : (JSON.parse(git_sync) as Static<typeof GitSyncState>)
  const sync = {
    ...shownSync,
    ...(notes !== null && { notUnderstood: JSON.parse(notes) as ImportWarning[] }),
    ...(exports.length > 0 && { exports: exports.map(showExport) }),
  }
  if (!operation) return sync
  const { state, direction, stage, started_at, ended_at, error } = operation
  const shown = state === 'queued' ? 'running' : state
  return {
    ...sync,
    operation: {
      state: shown,
      direction,
      stage,
      startedAt: started_at,
      endedAt: ended_at ?? undefined,
      error: error ?? undefined,
    },
  }
}

const showExport = ({ state, started_at, ended_at, error }: Operation) => ({
  state: state === 'success' ? ('success' as const) : ('failure' as const),
  startedAt: started_at,
  endedAt: ended_at ?? started_at,
  error: error ?? undefined,
})
