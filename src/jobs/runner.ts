// Runs due jobs, a few at a time, on every node. Woken when a job is queued here, and by the clock for all others.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { failJob, finishJob, leaseJobs } from '../db/jobs.ts'
import type { Row } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { fromNow, MINUTE, SECOND, type Timestamp } from '../lib/time.ts'

const AT_ONCE = 4
const LOOK_EVERY = SECOND
const LEASE = 5 * MINUTE

/** What a job needs to do its work. */
export interface JobContext {
  database: Database
  payload: unknown
  logger: Logger
}

/** Does one job; answers when to do it again, if at all. Jobs run at least once, so doing one twice must be harmless. */
export type Job = (context: JobContext) => Promise<Timestamp | undefined>
export type Jobs = Record<string, Job>

export interface Worker {
  /** Resolves when nothing is due any more. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function runJobs(database: Database, jobs: Jobs, logger: Logger): Worker {
  const node = `${hostname()}-${process.pid}-${newId()}`
  let stopped = false
  let round: Promise<void> | undefined
  let again = false

  const look = (): Promise<void> => {
    again = true
    round ??= rounds().finally(() => {
      round = undefined
    })
    return round
  }

  const rounds = async () => {
    while (again && !stopped) {
      again = false
      const leased = await leaseDue().catch((error: unknown) => {
        logger.warn({ err: error }, 'jobs cannot be read')
        return []
      })
      await Promise.all(leased.map(perform))
      if (leased.length > 0) again = true
    }
  }

  const leaseDue = () => database.write((db) => leaseJobs(db, { node, limit: AT_ONCE, leasedUntil: fromNow(LEASE) }))

  const perform = async (job: Row<'jobs'>) => {
    const run = jobs[job.kind]
    try {
      if (!run) throw new Error(`This version of Lectern has no job of the kind "${job.kind}".`)
      const next = await run({ database, payload: JSON.parse(job.payload), logger })
      await database.write((db) => finishJob(db, job, next))
    } catch (error) {
      logger.error({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed')
      await database.write((db) => failJob(db, job, String(error))).catch(() => {})
    }
  }

  const timer = setInterval(look, LOOK_EVERY).unref()
  database.onJobsQueued(() => void look())
  return {
    idle: look,
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}
