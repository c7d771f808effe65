// The queue of background work: a table, so that a job is queued in the transaction that needs it and survives a crash.
// A node leases what is due; a lease that runs out (the node died) makes the job due again. Jobs run at least once.
import { type ExpressionBuilder, sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import { fromNow, HOUR, now, SECOND, type Timestamp } from '../lib/time.ts'
import { queuedJobs } from './database.ts'
import { isSqlite } from './dialect.ts'
import type { Db, Row, Tables } from './tables.ts'

export const MAX_ATTEMPTS = 10
const ERROR_LENGTH = 2000

export interface NewJob {
  kind: string
  payload?: unknown
  /** At most one job with this key is in the queue. */
  uniqueKey?: string
  runAt?: Timestamp
}

/**
 * Queues a job in the caller's transaction. One that is waiting under the same key will see what this transaction
 * changes, as nobody can lease it before the commit. One that runs may have looked already, so it runs once more; one
 * that is dead gets another life.
 */
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
    .onConflict((conflict) =>
      conflict
        .column('unique_key')
        .doUpdateSet((job) => ({
          state: 'queued',
          attempts: 0,
          run_at: job.ref('excluded.run_at'),
          payload: job.ref('excluded.payload'),
        }))
        .where((job) => job.or([job('jobs.leased_by', 'is not', null), job('jobs.state', '=', 'dead')])),
    )
    .execute()
  queuedJobs.add(db)
}

/** Makes the job under this key due now, if one is waiting for its time. */
export async function hasten(db: Db, uniqueKey: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: now() })
    .where('unique_key', '=', uniqueKey)
    .where('leased_by', 'is', null)
    .where('run_at', '>', now())
    .execute()
  queuedJobs.add(db)
}

/** Is there anything to lease? Costs no write transaction. */
export async function hasDueJobs(db: Db): Promise<boolean> {
  return (await db.selectFrom('jobs').select('id').where(isDue(now())).limit(1).execute()).length > 0
}

const isDue = (at: Timestamp) => (jobs: ExpressionBuilder<Tables, 'jobs'>) =>
  jobs.and([
    jobs('state', '=', 'queued'),
    jobs('run_at', '<=', at),
    jobs.or([jobs('leased_until', 'is', null), jobs('leased_until', '<=', at)]),
  ])

/** Takes up to `limit` due jobs for `node` until `leasedUntil`; no two nodes get the same one. */
export async function leaseJobs(
  db: Db,
  { node, limit, leasedUntil }: { node: string; limit: number; leasedUntil: Timestamp },
): Promise<Row<'jobs'>[]> {
  const at = now()
  await buryLost(db, at)
  return (
    db
      .with('due', (jobs) =>
        jobs
          .selectFrom('jobs')
          .select('id')
          .where(isDue(at))
          .orderBy('run_at')
          .orderBy('id')
          .limit(limit)
          .$if(!isSqlite(db), (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('jobs')
      // Each lease has a name of its own, so that whoever lost one cannot end the next, not even on the same node.
      .set({ leased_until: leasedUntil, leased_by: `${node} ${newId()}`, attempts: sql`attempts + 1` })
      .where('id', 'in', (jobs) => jobs.selectFrom('due').select('due.id'))
      .returningAll()
      .execute()
  )
}

// A job that takes its node down with it never fails by itself: its last lease just runs out.
async function buryLost(db: Db, at: Timestamp): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'dead', leased_until: null, leased_by: null, last_error: 'The node stopped while it ran the job.' })
    .where(isDue(at))
    .where('leased_by', 'is not', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .execute()
}

/** Keeps the job for longer; false when the lease has been lost meanwhile. */
export async function renewLease(db: Db, job: Row<'jobs'>, leasedUntil: Timestamp): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: leasedUntil })
    .where(heldBy(job))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The job is done: it goes, or comes back at `again`. When it was asked for once more while it ran, it stays queued for
 * that. Nothing happens when the lease has been lost meanwhile.
 */
export async function finishJob(db: Db, job: Row<'jobs'>, again?: Timestamp): Promise<void> {
  if (!again) await db.deleteFrom('jobs').where(heldBy(job)).where('attempts', '=', job.attempts).execute()
  await db
    .updateTable('jobs')
    .set({
      run_at: sql`case when attempts = ${job.attempts} then ${again ?? job.run_at} else run_at end`,
      attempts: 0,
      leased_until: null,
      leased_by: null,
      last_error: null,
    })
    .where(heldBy(job))
    .execute()
}

/** The job failed: it is tried again later, or kept as dead after the last attempt. */
export async function failJob(db: Db, job: Row<'jobs'>, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state: sql`case when attempts >= ${MAX_ATTEMPTS} then 'dead' else 'queued' end`,
      run_at: fromNow(backOff(job.attempts)),
      leased_until: null,
      leased_by: null,
      last_error: clip(error.toWellFormed().replaceAll('\0', ''), ERROR_LENGTH),
    })
    .where(heldBy(job))
    .execute()
}

const heldBy = (job: Row<'jobs'>) => (jobs: ExpressionBuilder<Tables, 'jobs'>) =>
  jobs.and({ id: job.id, leased_by: job.leased_by })

/** 2, 4, 8 … seconds, at most an hour. */
export const backOff = (attempts: number) => Math.min(2 ** attempts * SECOND, HOUR)

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
