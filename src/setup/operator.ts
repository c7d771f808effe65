// Gathers what server admins are told about the running server.
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Backups } from '../backup/scheduled/index.ts'
import { dueAt, findLast } from '../backup/scheduled/runs.ts'
import type { Database } from '../db/database.ts'
import { countJobs } from '../db/jobs.ts'
import type { StorageBackend } from '../files/backend.ts'
import { newId } from '../lib/ids.ts'
import { fromNow, HOUR, MINUTE, now } from '../lib/time.ts'
import { type Mailer, testLetter } from '../mail/index.ts'
import type { LogRing } from '../server/log-ring.ts'
import type { HealthCheck, Operator, SettingInForce } from '../server/operator.ts'

const GIGABYTE = 1024 ** 3

export interface OperatorOptions {
  database: Database
  backend: StorageBackend
  /** The data folder, whose disk is checked. */
  data: string | undefined
  url: string
  settings: SettingInForce[]
  logs: LogRing
  backups: Backups | undefined
  mailer: Mailer | undefined
}

export function createOperator(options: OperatorOptions): Operator {
  const { database, url, settings, logs, backups, mailer } = options
  return {
    startedAt: now(),
    host: hostname(),
    database: database.kind,
    settings,
    logs,
    backups: backups && {
      target: backups.target,
      encrypted: backups.options.key !== undefined,
      keep: backups.options.keep,
      nextAt: () => dueAt(database.read, backups.target, backups.options.times),
    },
    checkHealth: () => checkHealth(options),
    sendTestMail:
      mailer && ((to) => mailer.send({ id: newId(), to }, testLetter(url, 'from the console')).then(() => undefined)),
  }
}

type Finding = Omit<HealthCheck, 'name'>

const fine = (message: string): Finding => ({ state: 'fine', message })
const note = (message: string): Finding => ({ state: 'note', message })
const wrong = (message: string): Finding => ({ state: 'wrong', message })

async function checkHealth(options: OperatorOptions): Promise<HealthCheck[]> {
  const checks: Record<HealthCheck['name'], () => Promise<Finding>> = {
    database: () => checkDatabase(options),
    files: () => checkFiles(options),
    disk: () => checkDisk(options),
    jobs: () => checkJobs(options),
    backups: () => checkBackups(options),
    mail: async () => (options.mailer ? fine('Mail is sent.') : note('No mail is sent: SMTP_URL is not set.')),
  }
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name: name as HealthCheck['name'],
      ...(await check().catch(() => wrong('It cannot be checked: the log says why.'))),
    })),
  )
}

async function checkDatabase({ database }: OperatorOptions): Promise<Finding> {
  const reached = await database.check().then(
    () => true,
    () => false,
  )
  return reached
    ? fine('It replies, with the schema of this version.')
    : wrong('It cannot be reached or is not migrated.')
}

async function checkFiles({ backend }: OperatorOptions): Promise<Finding> {
  await backend.find('health')
  return fine('They can be read.')
}

async function checkDisk({ data }: OperatorOptions): Promise<Finding> {
  if (data === undefined) return note('There is no data folder.')
  const { bavail, bsize } = await statfs(data)
  const free = (bavail * bsize) / GIGABYTE
  const message = `${free.toFixed(1)} GB are free in the data folder.`
  return free < 0.2 ? wrong(message) : free < 2 ? note(message) : fine(message)
}

async function checkJobs({ database: { read } }: OperatorOptions): Promise<Finding> {
  const late = await read
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'queued')
    .where('run_at', '<', fromNow(-10 * MINUTE))
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<', now())]))
    .limit(1)
    .executeTakeFirst()
  if (late) return wrong('Some have been waiting for more than ten minutes.')
  const { dead } = await countJobs(read)
  return dead > 0
    ? note(dead === 1 ? 'One has failed.' : `${dead} have failed.`)
    : fine('None has failed, and none is late.')
}

async function checkBackups({ database: { read }, backups }: OperatorOptions): Promise<Finding> {
  if (!backups) return note('None are made on schedule: LECTERN_BACKUP_TO is not set.')
  const { target, options } = backups
  const last = await findLast(read, target)
  if (last?.state === 'failed') return wrong(`The last one failed: ${last.error}`)
  const isLate = (await dueAt(read, target, options.times)) < fromNow(-HOUR)
  return isLate ? wrong('The last one is older than planned.') : fine('They are made as planned.')
}
