// The queue of background work: a table, so that a job is queued in the transaction that needs it and survives a crash.
// A node leases what is due; a lease that runs out (the node died) makes the job due again. Jobs run at least once.
import { type ExpressionBuilder, sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import { fromNow, HOUR, now, SECOND, type Timestamp } from '../lib/time.ts'
import { queuedJobs } from './database.ts'
import { isSqlite } from './dialect.ts'
import type { Db, Row, Tables } from './tables.ts'

const MAX_ATTEMPTS = 10
const ERROR_LENGTH = 2000

export interface NewJob {
  kind: string
  payload?: unknown
  /** While a job with this key is queued, another one is not. */
  uniqueKey?: string
  runAt?: Timestamp
}

export async function enqueue(db: Db, { kind, payload = {}, uniqueKey, runAt }: NewJob): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      unique_key: uniqueKey ?? null,
      state: 'queued',
      attempts: 0,
      run_at: runAt ?? now(),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute()
  queuedJobs.add(db)
}

/** Takes up to `limit` due jobs for `node` until `leasedUntil`; no two nodes get the same one. */
export async function leaseJobs(
  db: Db,
  { node, limit, leasedUntil }: { node: string; limit: number; leasedUntil: Timestamp },
): Promise<Row<'jobs'>[]> {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'queued')
    .where('run_at', '<=', now())
    .where(isUnleased)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .$if(!isSqlite(db), (query) => query.forUpdate().skipLocked())
  return db
    .updateTable('jobs')
    .set({ leased_until: leasedUntil, leased_by: node, attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

const isUnleased = (jobs: ExpressionBuilder<Tables, 'jobs'>) =>
  jobs.or([jobs('leased_until', 'is', null), jobs('leased_until', '<=', now())])

/** The job is done: it goes, or comes back at `again`. Nothing happens when the lease has been lost meanwhile. */
export async function finishJob(db: Db, job: Row<'jobs'>, again?: Timestamp): Promise<void> {
  if (!again) return void (await db.deleteFrom('jobs').where(heldBy(job)).execute())
  await db
    .updateTable('jobs')
    .set({ run_at: again, attempts: 0, leased_until: null, leased_by: null, last_error: null })
    .where(heldBy(job))
    .execute()
}

/** The job failed: it is tried again later, or kept as dead after the last attempt. */
export async function failJob(db: Db, job: Row<'jobs'>, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state: job.attempts >= MAX_ATTEMPTS ? 'dead' : 'queued',
      run_at: fromNow(backOff(job.attempts)),
      leased_until: null,
      leased_by: null,
      last_error: error.slice(0, ERROR_LENGTH),
    })
    .where(heldBy(job))
    .execute()
}

const heldBy = (job: Row<'jobs'>) => (jobs: ExpressionBuilder<Tables, 'jobs'>) =>
  jobs.and({ id: job.id, leased_by: job.leased_by, attempts: job.attempts })

/** 2, 4, 8 … seconds, at most an hour. */
const backOff = (attempts: number) => Math.min(2 ** attempts * SECOND, HOUR)

/** How many jobs there are in each state. */
export async function countJobs(db: Db): Promise<Record<'queued' | 'dead', number>> {
  const rows = await db
    .selectFrom('jobs')
    .select(['state', (jobs) => jobs.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return { queued: 0, dead: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export const listDeadJobs = (db: Db): Promise<Row<'jobs'>[]> =>
  db.selectFrom('jobs').selectAll().where('state', '=', 'dead').orderBy('id').execute()

/** Queues a dead job once more; false when there is none of that id. */
export async function reviveJob(db: Db, id: string): Promise<boolean> {
  const revived = await db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, run_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  queuedJobs.add(db)
  return revived.numUpdatedRows > 0n
}
