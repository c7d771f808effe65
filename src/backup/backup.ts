// Writes a backup of a store that may be in use: to a temporary file, which is synced and renamed, so that a crash
// never leaves an incomplete backup.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Progress } from '../db/copy.ts'
import type { Database } from '../db/database.ts'
import { executedMigrations } from '../db/migrate.ts'
import { openSqliteFile, openSqliteReader } from '../db/sqlite/file.ts'
import type { Db } from '../db/tables.ts'
import type { StorageBackend } from '../files/backend.ts'
import { now } from '../lib/time.ts'
import { VERSION } from '../lib/version.ts'
import { type Summary, summarize } from './digest.ts'
import { BackupError, createBackupTables, FILES, FORMAT, type Meta, readMeta, writeMeta } from './format.ts'
import { packFiles } from './stored-files.ts'

/** The parts of a store that a backup contains. */
export interface Store {
  database: Database
  /** The backend of stored files. */
  backend: StorageBackend
  /** A folder for temporary files. */
  data: string
  secret: string
}

export interface WrittenBackup {
  meta: Meta
  summaries: Summary[]
}

export async function writeBackup(store: Store, file: string, progress: Progress = () => {}): Promise<WrittenBackup> {
  await refuseToOverwrite(file)
  const partial = `${file}.partial-${process.pid}`
  try {
    createPrivate(partial)
    const createdAt = now()
    await store.database.copyTo(partial, progress)
    const made = await withFile(partial, (db) => complete(db, store, createdAt, progress))
    sync(partial)
    renameSync(partial, file)
    sync(dirname(file))
    return made
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

// Only an existing backup may be replaced: any other file, such as the database itself, is probably a mistake.
async function refuseToOverwrite(file: string): Promise<void> {
  if (!existsSync(dirname(file))) throw new BackupError(`There is no folder ${dirname(file)}: create it first.`)
  if (!existsSync(file)) return
  if (!(await isBackup(file))) throw new BackupError(`${file} exists and is not a backup: choose another name.`)
}

async function isBackup(file: string): Promise<boolean> {
  try {
    const { kysely } = openSqliteReader(file)
    const { meta } = await readMeta(kysely).finally(() => kysely.destroy())
    return meta.format !== undefined
  } catch {
    return false
  }
}

// The backup contains the secret.
const createPrivate = (file: string) => closeSync(openSync(file, 'w', 0o600))

async function withFile<T>(file: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openSqliteFile(file)
  return work(db).finally(() => db.destroy())
}

const complete = (file: Db, store: Store, createdAt: string, progress: Progress): Promise<WrittenBackup> =>
  file.transaction().execute(async (db) => {
    await createBackupTables(db)
    await packFiles(db, store.backend, progress)
    const summaries = await summarize(db, [FILES], progress)
    const meta: Meta = {
      format: FORMAT,
      lectern: VERSION,
      createdAt,
      source: store.database.kind,
      migrations: await executedMigrations(db),
      secret: store.secret,
    }
    await writeMeta(db, meta, summaries)
    return { meta, summaries }
  })

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
