// Runs due jobs, a few at a time, on every node. Woken when a job is queued here, when one is done, and by the clock for
// those that other nodes queued. A lease is short and renewed while its job runs, so a dead node's jobs are soon taken.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { IntegrationTokens } from '../access/integration-tokens.ts'
import type { Database } from '../db/database.ts'
import { failJob, finishJob, hasDueJobs, leaseJobs, renewLease } from '../db/jobs.ts'
import type { Row } from '../db/tables.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Files } from '../files/files.ts'
import type { Git } from '../git/git.ts'
import { newId } from '../lib/ids.ts'
import type { Vault } from '../lib/sealing.ts'
import { fromNow, MINUTE, SECOND, type Timestamp } from '../lib/time.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Urls } from '../server/urls.ts'

const AT_ONCE = 4

/** What jobs work with. */
export interface Tools {
  database: Database
  files: Files
  vault: Vault
  fetcher: Fetcher
  git: Git
  urls: Urls
  integrationTokens: IntegrationTokens
  runtime: Runtime
}

/** What a job needs to do its work. */
export interface JobContext extends Tools {
  payload: unknown
  logger: Logger
}

/** Does one job; answers when to do it again, if at all. Jobs run at least once, so doing one twice must be harmless. */
export type Job = (context: JobContext) => Promise<Timestamp | undefined>
export type Jobs = Record<string, Job>

export interface Worker {
  /** Resolves when nothing runs here and nothing is due any more. */
  idle(): Promise<void>
  /** Takes no more jobs; resolves when those that run are done. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** How long a job is kept from other nodes without a sign of life, in milliseconds. */
  lease?: number
  lookEvery?: number
}

export function runJobs(
  tools: Tools,
  jobs: Jobs,
  logger: Logger,
  { lease = MINUTE, lookEvery = SECOND }: WorkerOptions = {},
): Worker {
  const { database } = tools
  const node = `${hostname()}-${process.pid}-${newId()}`
  const running = new Set<Promise<void>>()
  let stopped = false
  let looking: Promise<void> | undefined
  let again = false

  const look = (): Promise<void> => {
    again = true
    looking ??= takeDue().finally(() => {
      looking = undefined
    })
    return looking
  }

  const takeDue = async () => {
    while (again && !stopped && running.size < AT_ONCE) {
      again = false
      for (const job of await leaseDue()) start(job)
    }
  }

  const leaseDue = async () => {
    try {
      if (!(await hasDueJobs(database.read))) return []
      const limit = AT_ONCE - running.size
      return await database.write((db) => leaseJobs(db, { node, limit, leasedUntil: fromNow(lease) }))
    } catch (error) {
      logger.warn({ err: error }, 'jobs cannot be read')
      return []
    }
  }

  const start = (job: Row<'jobs'>) => {
    const done = perform(job).finally(() => {
      running.delete(done)
      void look()
    })
    running.add(done)
  }

  const perform = async (job: Row<'jobs'>) => {
    const renewal = setInterval(() => void renew(job), lease / 3).unref()
    try {
      const next = await workOf(job)({ ...tools, payload: JSON.parse(job.payload), logger })
      await database.write((db) => finishJob(db, job, next))
    } catch (error) {
      logger.error({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed')
      await database
        .write((db) => failJob(db, job, String(error)))
        .catch((failure: unknown) => {
          logger.warn({ err: failure, job: job.id }, 'the failure of a job cannot be noted; its lease will run out')
        })
    } finally {
      clearInterval(renewal)
    }
  }

  const workOf = ({ kind }: Row<'jobs'>): Job => {
    const work = jobs[kind]
    if (!work) throw new Error(`This version of Lectern has no job of the kind "${kind}".`)
    return work
  }

  const renew = (job: Row<'jobs'>) =>
    database
      .write((db) => renewLease(db, job, fromNow(lease)))
      .catch((error: unknown) => logger.warn({ err: error, job: job.id }, 'the lease of a job cannot be renewed'))

  const timer = setInterval(look, lookEvery).unref()
  database.onJobsQueued(() => void look())
  return {
    async idle() {
      do {
        await look()
        await Promise.all(running)
      } while (running.size > 0 || looking)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
      await Promise.all(running)
    },
  }
}
