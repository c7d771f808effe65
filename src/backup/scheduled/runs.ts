// Runs: what was asked for, what is being made and what became of it. One job makes backups, so there is one at a time.
import { enqueue, makeDue } from '../../db/jobs.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { fromNow, MINUTE, now, type Timestamp } from '../../lib/time.ts'
import { nextTime, type ScheduledTime } from './schedule.ts'

export const BACKUP_JOB = 'make-backup'

const RETRY = 30 * MINUTE
const REMEMBERED = 200

export type BackupRun = Row<'backup_runs'>

/** Asks for a backup now; returns the run that waits or goes on already, if there is one. */
export async function requestRun(db: Db, target: string, userId: string | null): Promise<BackupRun> {
  await enqueue(db, { kind: BACKUP_JOB, uniqueKey: BACKUP_JOB })
  await makeDue(db, BACKUP_JOB)
  const open = await db
    .selectFrom('backup_runs')
    .selectAll()
    .where('state', 'in', ['requested', 'running'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return open ?? insertRun(db, { target, state: 'requested', requested_by: userId })
}

const insertRun = (
  db: Db,
  run: Pick<BackupRun, 'target' | 'state'> & Partial<Pick<BackupRun, 'requested_by' | 'started_at'>>,
): Promise<BackupRun> =>
  db
    .insertInto('backup_runs')
    .values({ id: newId(), created_at: now(), ...run })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Begins the run that is due, if any. A run that was going on has ended with its server. */
export async function beginDueRun(
  db: Db,
  target: string,
  times: readonly ScheduledTime[],
): Promise<BackupRun | undefined> {
  await db
    .updateTable('backup_runs')
    .set({ state: 'failed', ended_at: now(), error: 'The server stopped while it made this backup.' })
    .where('state', '=', 'running')
    .execute()
  const requested = await db.selectFrom('backup_runs').selectAll().where('state', '=', 'requested').executeTakeFirst()
  if (requested) return start(db, requested)
  const due = await dueAt(db, target, times)
  return due <= now() ? insertRun(db, { target, state: 'running', started_at: now() }) : undefined
}

const start = (db: Db, { id }: BackupRun): Promise<BackupRun> =>
  db
    .updateTable('backup_runs')
    .set({ state: 'running', started_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** When the next backup is due: at once if there is none, later after a failure. */
export async function dueAt(db: Db, target: string, times: readonly ScheduledTime[]): Promise<Timestamp> {
  const last = await findLast(db, target)
  const done = last?.state === 'done' ? last : await findLast(db, target, 'done')
  const due = done ? nextTime(times, done.started_at!) : now()
  if (last?.state !== 'failed') return due
  const again = new Date(Date.parse(last.ended_at!) + RETRY).toISOString()
  return again > due ? again : due
}

/** The newest run that has ended. */
export function findLast(db: Db, target: string, state?: 'done'): Promise<BackupRun | undefined> {
  const runs = db.selectFrom('backup_runs').selectAll().where('target', '=', target)
  return runs
    .where('state', 'in', state ? [state] : ['done', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const endRun = (db: Db, id: string, end: Partial<BackupRun>) =>
  db
    .updateTable('backup_runs')
    .set({ ended_at: now(), ...end })
    .where('id', '=', id)
    .execute()

/** Remembers which backups the target still has, and forgets very old runs. */
export async function recordKept(db: Db, target: string, names: readonly string[]): Promise<void> {
  const gone = db.updateTable('backup_runs').set({ kept: 0 }).where('target', '=', target).where('kept', '=', 1)
  await (names.length > 0 ? gone.where('name', 'not in', names) : gone).execute()
  const oldest = await db
    .selectFrom('backup_runs')
    .select('id')
    .orderBy('id', 'desc')
    .offset(REMEMBERED)
    .limit(1)
    .executeTakeFirst()
  if (oldest) await db.deleteFrom('backup_runs').where('id', '<=', oldest.id).where('kept', '=', 0).execute()
}

/** Looks again soon, so that changed settings and times hold without a restart of everything. */
export const lookAgain = (due: Timestamp): Timestamp => {
  const soon = fromNow(10 * MINUTE)
  return due < soon ? due : soon
}
