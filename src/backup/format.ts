// A backup is a SQLite file, whichever database it was created from. It contains
//   all tables of the store, with their schema at that time (created by the migrations recorded in the file);
//   backup_files   stored files: path, part number starting at 0, bytes of the part;
//   backup_tables  for each of the tables above and backup_files: the number of rows and a digest in key order;
//   backup_meta    format, Lectern version, time, kind of database, migrations, the secret, and a seal over all this.
// Any SQLite shell can read a backup.
import type { Kysely } from 'kysely'
import type { TableSchema } from '../db/introspection.ts'
import type { Db } from '../db/tables.ts'
import { sha256 } from '../lib/hash.ts'
import type { Timestamp } from '../lib/time.ts'
import type { Summary } from './digest.ts'

export const FORMAT = 'lectern-backup-1'

export interface Meta {
  format: string
  /** The version of Lectern that created the backup. */
  lectern: string
  createdAt: Timestamp
  source: string
  migrations: string[]
  secret: string
}

interface BackupTables {
  backup_meta: { key: string; value: string }
  backup_tables: { name: string; rows: number; digest: string }
  backup_files: { path: string; part: number; bytes: Uint8Array }
}

/** The backup cannot be written or is invalid; the message is for the user. */
export class BackupError extends Error {}

/** The database with the types of the tables that only backups have. */
export const backupTables = (db: Db) => db as unknown as Kysely<BackupTables>

export const FILES: TableSchema = {
  name: 'backup_files',
  columns: [
    { name: 'bytes', type: 'bytes' },
    { name: 'part', type: 'integer' },
    { name: 'path', type: 'text' },
  ],
  key: ['path', 'part'],
}

export async function createBackupTables(db: Db): Promise<void> {
  const { schema } = backupTables(db)
  await schema
    .createTable('backup_meta')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('backup_tables')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('rows', 'integer', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('backup_files')
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('backup_files_key', ['path', 'part'])
    .execute()
}

export async function writeMeta(db: Db, meta: Meta, summaries: Summary[]): Promise<void> {
  const values = { ...meta, migrations: meta.migrations.join(' '), seal: sealOf(meta, summaries) }
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
  await backupTables(db).insertInto('backup_meta').values(rows).execute()
  await backupTables(db).insertInto('backup_tables').values(summaries).execute()
}

/** Reads the metadata of the backup, and whether its seal is valid. */
export async function readMeta(db: Db): Promise<{ meta: Meta; summaries: Summary[]; sealed: boolean }> {
  const rows = await backupTables(db).selectFrom('backup_meta').selectAll().execute()
  const { seal, ...values } = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  const meta = { ...values, migrations: (values.migrations ?? '').split(' ').filter(Boolean) } as unknown as Meta
  const summaries = await backupTables(db).selectFrom('backup_tables').selectAll().orderBy('name').execute()
  return { meta, summaries, sealed: seal === sealOf(meta, summaries) }
}

const sealOf = (meta: Meta, summaries: Summary[]): string =>
  sha256(
    JSON.stringify([
      Object.entries(meta).sort(([a], [b]) => (a < b ? -1 : 1)),
      summaries.map(({ name, rows, digest }) => [name, rows, digest]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
    ]),
  )
