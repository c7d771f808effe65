// The job queue. It is a table, so that a job is queued in the transaction that needs it and survives a crash. Nodes
// lease due jobs; when a lease expires, because the node crashed, the job is due again. Jobs run at least once.
import { type ExpressionBuilder, sql } from 'kysely'
import { newId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import { fromNow, HOUR, now, SECOND, type Timestamp } from '../lib/time.ts'
import { transactionsWithJobs } from './database.ts'
import { isSqlite } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Db, Row, Tables } from './tables.ts'

export const MAX_ATTEMPTS = 10
const ERROR_LENGTH = 2000

export interface NewJob {
  kind: string
  payload?: unknown
  /** The queue contains at most one job with this key. */
  uniqueKey?: string
  runAt?: Timestamp
}

/**
 * Queues a job in the caller's transaction. A waiting job with the same key is left as it is: it cannot be leased
 * before the commit, so it will see the changes. A running job with the key may have missed them, so it runs once more.
 * A dead job is queued again.
 */
export async function enqueue(db: Db, { kind, payload = {}, uniqueKey, runAt }: NewJob): Promise<void> {
  await insertJob(db, {
    id: newId(),
    kind,
    payload: JSON.stringify(payload),
    uniqueKey: uniqueKey ?? null,
    runAt: runAt ?? now(),
    at: now(),
  })
  transactionsWithJobs.add(db)
}

interface InsertedJob {
  [name: string]: unknown
  id: string
  kind: string
  payload: string
  uniqueKey: string | null
  runAt: Timestamp
  at: Timestamp
}

const insertJob = prepared<InsertedJob, never>((db, param) =>
  db
    .insertInto('jobs')
    .values({
      id: param('id'),
      kind: param('kind'),
      payload: param('payload'),
      unique_key: param('uniqueKey'),
      state: 'queued',
      attempts: 0,
      run_at: param('runAt'),
      created_at: param('at'),
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
    ),
)

/** Makes a waiting job with this key due now. */
export async function makeDue(db: Db, uniqueKey: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: now() })
    .where('unique_key', '=', uniqueKey)
    .where('leased_by', 'is', null)
    .where('run_at', '>', now())
    .execute()
  transactionsWithJobs.add(db)
}

/** True if there is a job with this key: waiting, running or dead. */
export const isQueued = async (db: Db, uniqueKey: string): Promise<boolean> =>
  (await db.selectFrom('jobs').select('id').where('unique_key', '=', uniqueKey).executeTakeFirst()) !== undefined

/** True if there are due jobs. Needs no write transaction. */
export async function hasDueJobs(db: Db): Promise<boolean> {
  return (await db.selectFrom('jobs').select('id').where(isDue(now())).limit(1).execute()).length > 0
}

const isDue = (at: Timestamp) => (jobs: ExpressionBuilder<Tables, 'jobs'>) =>
  jobs.and([
    jobs('state', '=', 'queued'),
    jobs('run_at', '<=', at),
    jobs.or([jobs('leased_until', 'is', null), jobs('leased_until', '<=', at)]),
  ])

/** Leases up to `limit` due jobs to `node` until `leasedUntil`; no two nodes get the same job. */
export async function leaseJobs(
  db: Db,
  { node, limit, leasedUntil }: { node: string; limit: number; leasedUntil: Timestamp },
): Promise<Row<'jobs'>[]> {
  const at = now()
  await markLostJobsDead(db, at)
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
      // Each lease has a unique name, so that an expired lease cannot end the next one, even on the same node.
      .set({ leased_until: leasedUntil, leased_by: `${node} ${newId()}`, attempts: sql`attempts + 1` })
      .where('id', 'in', (jobs) => jobs.selectFrom('due').select('due.id'))
      .returningAll()
      .execute()
  )
}

// A job that crashes its node never records a failure: its last lease just expires.
async function markLostJobsDead(db: Db, at: Timestamp): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'dead', leased_until: null, leased_by: null, last_error: 'The node stopped while it ran the job.' })
    .where(isDue(at))
    .where('leased_by', 'is not', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .execute()
}

/** Extends a lease; false if it has been lost. */
export async function renewLease(db: Db, job: Row<'jobs'>, leasedUntil: Timestamp): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: leasedUntil })
    .where(hasLease(job))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Finishes a job: deletes it, or reschedules it for `again`. If it was queued again while it ran, it stays queued. Does
 * nothing if the lease has been lost.
 */
export async function finishJob(db: Db, job: Row<'jobs'>, again?: Timestamp): Promise<void> {
  if (!again) await db.deleteFrom('jobs').where(hasLease(job)).where('attempts', '=', job.attempts).execute()
  await db
    .updateTable('jobs')
    .set({
      run_at: sql`case when attempts = ${job.attempts} then ${again ?? job.run_at} else run_at end`,
      attempts: 0,
      leased_until: null,
      leased_by: null,
      last_error: null,
    })
    .where(hasLease(job))
    .execute()
}

/** Records a failure: the job is retried later, or marked as dead after the last attempt. */
export async function failJob(db: Db, job: Row<'jobs'>, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state: sql`case when attempts >= ${MAX_ATTEMPTS} then 'dead' else 'queued' end`,
      run_at: fromNow(backoff(job.attempts)),
      leased_until: null,
      leased_by: null,
      last_error: clip(error.toWellFormed().replaceAll('\0', ''), ERROR_LENGTH),
    })
    .where(hasLease(job))
    .execute()
}

const hasLease = (job: Row<'jobs'>) => (jobs: ExpressionBuilder<Tables, 'jobs'>) =>
  jobs.and({ id: job.id, leased_by: job.leased_by })

/** 2, 4, 8 … seconds, at most an hour. */
export const backoff = (attempts: number) => Math.min(2 ** attempts * SECOND, HOUR)

/** Counts the jobs by state. */
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

/** Queues a dead job again; false if there is no dead job with this id. */
export async function retryDeadJob(db: Db, id: string): Promise<boolean> {
  const revived = await db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, run_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  transactionsWithJobs.add(db)
  return revived.numUpdatedRows > 0n
}
