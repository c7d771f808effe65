// Puts a scheduled backup together: one file, as "lectern backup" writes it, which can be verified and restored.
import { closeSync, openSync, rmSync } from 'node:fs'
import { insertRows } from '../../db/bulk.ts'
import type { Progress } from '../../db/copy.ts'
import { migrateTo } from '../../db/migrate.ts'
import { openSqliteFile } from '../../db/sqlite/file.ts'
import type { Db } from '../../db/tables.ts'
import { summarizeTable } from '../digest.ts'
import { BackupError, backupTables, createBackupTables, FILES, FORMAT, type Meta, writeMeta } from '../format.ts'
import { inParts } from '../stored-files.ts'
import { type BackupList, type ListedTable, listedFiles, readList } from './list.ts'
import { toRow } from './rows.ts'
import type { Shelf } from './shelf.ts'

/** Writes the backup to a new file. Throws if a piece is missing or damaged. */
export async function assembleBackup(
  shelf: Shelf,
  name: string,
  file: string,
  progress: Progress = () => {},
): Promise<Meta> {
  const list = await readList(shelf, name)
  closeSync(openSync(file, 'wx', 0o600))
  const db = openSqliteFile(file)
  try {
    await migrateTo(db, [...list.meta.migrations])
    return await db.transaction().execute((to) => fill(shelf, list, to, progress))
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    await db.destroy()
  }
}

async function fill(shelf: Shelf, list: BackupList, to: Db, progress: Progress): Promise<Meta> {
  await createBackupTables(to)
  for (const table of list.tables) await fillTable(shelf, table, to, progress)
  await fillFiles(shelf, list, to, progress)
  const meta: Meta = { ...list.meta, format: FORMAT }
  await writeMeta(to, meta, [...list.tables.map(({ summary }) => summary), await summarizeTable(to, FILES)])
  return meta
}

async function fillTable(shelf: Shelf, { schema, pieces }: ListedTable, to: Db, progress: Progress): Promise<void> {
  let count = 0
  for (const hash of pieces) {
    const rows = (await shelf.readText(hash)).split('\n').map((line) => toRow(schema, line))
    await insertRows(to, schema, rows)
    count += rows.length
    progress(schema.name, count)
  }
}

async function fillFiles(shelf: Shelf, list: BackupList, to: Db, progress: Progress): Promise<void> {
  let count = 0
  for await (const [path, hash, size] of listedFiles(shelf, list)) {
    let [part, read] = [0, 0]
    for await (const bytes of inParts(shelf.readFile(hash))) {
      await backupTables(to).insertInto('backup_files').values({ path, part: part++, bytes }).execute()
      read += bytes.length
    }
    if (read !== size) throw new BackupError(`The file ${path} of the backup is damaged.`)
    progress('files', ++count)
  }
}

/** The backup that a person means: its name, or "latest". */
export async function findBackup(shelf: Shelf, name: string): Promise<string | undefined> {
  const names = await shelf.listBackups()
  return name === 'latest' ? names.at(-1) : names.find((each) => each === name)
}
