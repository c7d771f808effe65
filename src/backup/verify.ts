// Verifies a backup by restoring it into a scratch database: compares every row with the digests in the file, migrates
// it to the current schema and runs the integrity checks.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '../db/copy.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { newerMigrations } from '../db/migrate.ts'
import { listDamage } from '../db/sqlite/file.ts'
import type { Db } from '../db/tables.ts'
import { type Summary, summarize } from './digest.ts'
import { BackupError, FILES, FORMAT, type Meta, readMeta } from './format.ts'
import { listFaults } from './integrity.ts'
import { listFiles } from './stored-files.ts'

export interface Verification {
  meta: Meta
  summaries: Summary[]
  /** The faults of the contents; the file itself is intact. */
  faults: string[]
}

interface Options {
  /** The folder for a scratch copy of the file. */
  scratch: string
  progress?: Progress
}

export const verifyBackup = (file: string, options: Options): Promise<Verification> =>
  withBackup(file, options, async (_scratch, proof) => proof)

/** Runs `work` on a verified and migrated copy of the backup. Throws if the file is damaged. */
export async function withBackup<T>(
  file: string,
  { scratch, progress = () => {} }: Options,
  work: (scratch: Database, proof: Verification) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const folder = mkdtempSync(join(scratch, 'scratch-'))
  const copy = join(folder, 'backup.db')
  try {
    copyFileSync(file, copy)
    refuseDamaged(file, copy)
    const database = await openDatabase({ url: copy })
    try {
      const said = await verifyContents(file, database.read, progress)
      await database.migrate()
      const files = new Set(await listFiles(database.read))
      return await work(database, { ...said, faults: await listFaults(database.read, progress, files) })
    } finally {
      await database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function refuseDamaged(file: string, copy: string): void {
  let damage: string[]
  try {
    damage = listDamage(copy)
  } catch {
    throw new BackupError(`${file} is not a complete backup: SQLite cannot read it.`)
  }
  if (damage.length > 0)
    throw new BackupError(`${file} is damaged: SQLite says "${damage[0]!.replaceAll(/\s+/g, ' ')}".`)
}

async function verifyContents(file: string, db: Db, progress: Progress): Promise<Omit<Verification, 'faults'>> {
  const { meta, summaries, sealed } = await readMeta(db).catch(() => {
    throw new BackupError(`${file} is not a Lectern backup.`)
  })
  if (meta.format !== FORMAT) {
    throw new BackupError(`${file} is a backup in the format "${meta.format}", which this version cannot read.`)
  }
  const newer = newerMigrations(meta.migrations)
  if (newer.length > 0) {
    throw new BackupError(
      `${file} was created by Lectern ${meta.lectern}, which is newer: use that version or a later one.`,
    )
  }
  if (!sealed) throw new BackupError(`${file} was modified after it was created: its metadata does not match its seal.`)
  const found = await summarize(db, [FILES], progress)
  const different = differences(summaries, found)
  if (different.length > 0) throw new BackupError(`${file} was modified after it was created: ${different.join('; ')}.`)
  return { meta, summaries }
}

function differences(said: Summary[], found: Summary[]): string[] {
  const names = [...new Set([...said, ...found].map(({ name }) => name))]
  return names.flatMap((name) => {
    const [before, after] = [said, found].map((list) => list.find((summary) => summary.name === name))
    if (!before) return [`the table ${name} was added`]
    if (!after) return [`the table ${name} is missing`]
    if (before.rows !== after.rows) return [`${name} has ${after.rows} rows instead of ${before.rows}`]
    return before.digest === after.digest ? [] : [`rows of ${name} have changed`]
  })
}
