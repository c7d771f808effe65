// Runs due jobs on every node with limited concurrency. The runner polls, and wakes when this node queues or finishes a
// job. Leases are short and renewed while a job runs, so that the jobs of a crashed node soon run elsewhere.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { IntegrationTokens } from '../access/integration-tokens.ts'
import type { Backups } from '../backup/scheduled/index.ts'
import type { Database } from '../db/database.ts'
import { failJob, finishJob, hasDueJobs, leaseJobs, renewLease } from '../db/jobs.ts'
import type { Row } from '../db/tables.ts'
import type { Dns } from '../fetch/dns.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Files } from '../files/files.ts'
import type { Signer } from '../files/signing.ts'
import type { Git } from '../git/git.ts'
import { newId } from '../lib/ids.ts'
import type { Vault } from '../lib/sealing.ts'
import { fromNow, MINUTE, SECOND, type Timestamp } from '../lib/time.ts'
import type { Mailer } from '../mail/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Urls } from '../server/urls.ts'

const CONCURRENCY = 4

/** The services available to jobs. */
export interface JobTools {
  database: Database
  files: Files
  vault: Vault
  fetcher: Fetcher
  dns: Dns
  git: Git
  urls: Urls
  /** Signs links that work without signing in. */
  signer: Signer
  integrationTokens: IntegrationTokens
  runtime: Runtime
  /** Undefined if no SMTP server is configured. */
  mailer?: Mailer | undefined
  /** Retention of site insights, in days. */
  insightsDays?: number | undefined
  /** Undefined if no backups are made on schedule. */
  backups?: Backups | undefined
}

/** The context of a job. */
export interface JobContext extends JobTools {
  payload: unknown
  logger: Logger
}

/** Runs a job and returns when to run it again, if at all. Jobs run at least once, so they must be idempotent. */
export type Job = (context: JobContext) => Promise<Timestamp | undefined>
export type Jobs = Record<string, Job>

export interface Worker {
  /** Resolves when no job is running on this node and none is due. */
  idle(): Promise<void>
  /** Starts no more jobs; resolves when the running ones have finished. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** The duration of a lease, in milliseconds. */
  lease?: number
  pollInterval?: number
}

export function runJobs(
  tools: JobTools,
  jobs: Jobs,
  logger: Logger,
  { lease = MINUTE, pollInterval = SECOND }: WorkerOptions = {},
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
    while (again && !stopped && running.size < CONCURRENCY) {
      again = false
      for (const job of await leaseDue()) start(job)
    }
  }

  const leaseDue = async () => {
    try {
      if (!(await hasDueJobs(database.read))) return []
      const limit = CONCURRENCY - running.size
      return await database.write((db) => leaseJobs(db, { node, limit, leasedUntil: fromNow(lease) }))
    } catch (error) {
      logger.warn({ err: error }, 'could not lease jobs')
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
          logger.warn(
            { err: failure, job: job.id },
            'could not record job failure; it will be retried after its lease expires',
          )
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
      .catch((error: unknown) => logger.warn({ err: error, job: job.id }, 'could not renew job lease'))

  const timer = setInterval(look, pollInterval).unref()
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
