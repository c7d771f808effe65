// Backups on schedule, to a folder or a bucket.
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { now, type Timestamp } from '../../lib/time.ts'
import type { Store } from '../backup.ts'
import { pruneBackups } from './prune.ts'
import { type BackupRun, beginDueRun, dueAt, endRun, findLast, lookAgain, recordKept } from './runs.ts'
import type { ScheduledTime } from './schedule.ts'
import { openShelf, type Shelf, type TargetOptions } from './shelf.ts'
import { writeScheduledBackup } from './write.ts'

export interface BackupOptions extends TargetOptions {
  times: ScheduledTime[]
  /** How many backups the target keeps. */
  keep: number
}

export interface Backups {
  options: BackupOptions
  /** The target as people know it. */
  target: string
  store: Store
  shelf: Shelf
}

export function openBackups(options: BackupOptions, store: Store): Backups {
  return { options, target: describeTarget(options), store, shelf: openShelf(options, store.data) }
}

export const describeTarget = ({ to }: TargetOptions): string =>
  'folder' in to ? to.folder : `s3://${to.s3.bucket}/${to.s3.prefix}`

/** Makes the backup that is due, if one is; returns when to look again. */
export async function makeDueBackup({ options, target, store, shelf }: Backups, logger: Logger): Promise<Timestamp> {
  const { database } = store
  const run = await database.write((db) => beginDueRun(db, target, options.times))
  if (run) await makeBackup({ options, target, store, shelf }, run, logger)
  return lookAgain(await dueAt(database.read, target, options.times))
}

async function makeBackup({ options, target, store, shelf }: Backups, run: BackupRun, logger: Logger): Promise<void> {
  const { database } = store
  try {
    await shelf.removeLeftovers()
    const { name, rows, files, fileBytes, newBytes } = await writeScheduledBackup(store, shelf)
    const done = { state: 'done', kept: 1, name, rows, files, file_bytes: fileBytes, new_bytes: newBytes } as const
    await database.write((db) => endRun(db, run.id, done))
    logger.info({ name, newBytes }, 'backup made')
  } catch (error) {
    logger.error({ err: error }, 'backup failed')
    await database.write((db) => endRun(db, run.id, { state: 'failed', error: reasonOf(error) }))
    return
  }
  try {
    await pruneBackups(shelf, options.keep)
  } catch (error) {
    logger.error({ err: error }, 'old backups were not removed')
    await database.write((db) => endRun(db, run.id, { error: `Old backups were not removed: ${reasonOf(error)}` }))
  }
  const names = await shelf.listBackups()
  await database.write((db) => recordKept(db, target, names))
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return (cause instanceof Error ? cause.message : message).slice(0, 1000)
}

/** For metrics: seconds since the last complete backup began, and whether the last attempt failed. */
export async function backupAge(
  { read }: Database,
  target: string,
): Promise<{ age: number | undefined; failed: boolean }> {
  const [last, done] = [await findLast(read, target), await findLast(read, target, 'done')]
  const age = done && (Date.parse(now()) - Date.parse(done.started_at!)) / 1000
  return { age, failed: last?.state === 'failed' }
}
