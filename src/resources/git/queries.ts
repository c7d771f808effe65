// Imports and exports in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'
import type { GitSyncState } from './schemas.ts'

export type Operation = Row<'git_operations'>

interface NewOperation {
  spaceId: string
  direction: Operation['direction']
  /** Sealed. */
  request: string
  userId: string | null
}

/** Notes an import or an export that shall run. */
export async function insertOperation(db: Db, { spaceId, direction, request, userId }: NewOperation): Promise<string> {
  const [id, at] = [newId(), now()]
  await db
    .insertInto('git_operations')
    .values({
      ...{ id, space_id: spaceId, direction, state: 'queued', stage: 'repo_fetch', request, requested_by: userId },
      ...{ started_at: at, updated_at: at },
    })
    .execute()
  return id
}

export const findOperation = (db: Db, id: string): Promise<Operation | undefined> =>
  db.selectFrom('git_operations').selectAll().where('id', '=', id).executeTakeFirst()

/** The last operation of a space and what became of all of them, as they are at one moment. */
export async function findLastOperation(
  db: Db,
  spaceId: string,
): Promise<{ git_sync: string | null; operation: Operation | undefined }> {
  const found = await db
    .selectFrom('spaces')
    .leftJoin('git_operations', (on) =>
      on.on(
        'git_operations.id',
        '=',
        sql<string>`(select max(id) from git_operations where space_id = ${sql.ref('spaces.id')})`,
      ),
    )
    .selectAll('git_operations')
    .select('spaces.git_sync')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  if (!found) return { git_sync: null, operation: undefined }
  const { git_sync, id, ...rest } = found
  return { git_sync, operation: id === null ? undefined : ({ id, ...rest } as Operation) }
}

/** One that says nothing for so long is no longer at work. */
const SILENT_FOR = 30 * MINUTE

/** An earlier operation of the same space that is not over yet. */
export const findEarlier = (db: Db, { id, space_id }: Operation): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('git_operations')
    .select('id')
    .where('space_id', '=', space_id)
    .where('id', '<', id)
    .where('state', 'in', ['queued', 'running'])
    .where('updated_at', '>', fromNow(-SILENT_FOR))
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

/** The operation is over. What was asked is forgotten, and so are those before it. */
export async function endOperation(db: Db, { id, space_id }: Operation, error: string | null): Promise<void> {
  const state = error === null ? 'success' : 'failure'
  await updateOperation(db, id, { state, error, request: '', ended_at: now() })
  await db
    .deleteFrom('git_operations')
    .where('space_id', '=', space_id)
    .where('id', '<', id)
    .where('state', 'in', ['success', 'failure'])
    .execute()
}

export const findSync = (db: Db, spaceId: string): Promise<Row<'git_syncs'> | undefined> =>
  db.selectFrom('git_syncs').selectAll().where('space_id', '=', spaceId).executeTakeFirst()

export async function saveSync(db: Db, sync: Omit<Row<'git_syncs'>, 'updated_at'>): Promise<void> {
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
  { git_sync }: Pick<Row<'spaces'>, 'git_sync'>,
  operation: Operation | undefined,
): Static<typeof GitSyncState> {
  const sync = git_sync === null ? {} : (JSON.parse(git_sync) as Static<typeof GitSyncState>)
  if (!operation) return sync
  const { state, direction, stage, started_at, ended_at, error } = operation
  const shown = state === 'queued' ? 'running' : state
  return {
    ...sync,
    operation: {
      ...{ state: shown, direction, stage, startedAt: started_at },
      endedAt: ended_at ?? undefined,
      error: error ?? undefined,
    },
  }
}
