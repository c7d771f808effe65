// Writes a scheduled backup of a store in use: what the target has already is not written again.
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { readRows } from '../../db/bulk.ts'
import { listTables, type TableSchema } from '../../db/introspection.ts'
import { executedMigrations } from '../../db/migrate.ts'
import type { Db } from '../../db/tables.ts'
import type { StoredFile } from '../../files/backend.ts'
import { blobOfPath } from '../../files/store.ts'
import { now } from '../../lib/time.ts'
import { VERSION } from '../../lib/version.ts'
import type { Store } from '../backup.ts'
import { digestOf } from '../digest.ts'
import { BackupError } from '../format.ts'
import { type BackupList, LIST_FORMAT, type ListedFile, type ListedTable, nameOfBackup, writeList } from './list.ts'
import { Cutter, toLine } from './rows.ts'
import { hashOfText, type Shelf } from './shelf.ts'

const AT_ONCE = 4

export interface Written {
  name: string
  rows: number
  files: number
  /** The size of stored files, and what was new to the target. */
  fileBytes: number
  newPieces: number
  newBytes: number
}

export async function writeScheduledBackup(store: Store, shelf: Shelf): Promise<Written> {
  const createdAt = now()
  const name = nameOfBackup(createdAt)
  const pieces = await openPieces(shelf)
  const { tables, migrations } = await store.database.snapshot(async (db) => ({
    migrations: await executedMigrations(db),
    tables: await writeTables(db, pieces),
  }))
  const files = await writeFiles(store, pieces)
  const meta = {
    format: LIST_FORMAT,
    lectern: VERSION,
    createdAt,
    source: store.database.kind,
    migrations,
    secret: store.secret,
  }
  await pieces.requireAll()
  await writeList(shelf, name, { meta, tables, files })
  const rows = tables.reduce((sum, { summary }) => sum + summary.rows, 0)
  return { name, rows, files: files.count, fileBytes: files.bytes, ...pieces.added() }
}

interface Pieces {
  putText(text: string): Promise<string>
  /** Reads the file only if the target does not have it. */
  putFile(hash: string, file: StoredFile): Promise<void>
  /** Throws unless the target has every piece that was put. */
  requireAll(): Promise<void>
  added(): Pick<Written, 'newPieces' | 'newBytes'>
}

async function openPieces(shelf: Shelf): Promise<Pieces> {
  const present = await shelf.listPieces()
  const used = new Set<string>()
  let [newPieces, newBytes] = [0, 0]
  const put = async (hash: string, store: () => Promise<number>) => {
    const name = shelf.nameOf(hash)
    used.add(name)
    if (present.has(name)) return
    newBytes += await store()
    newPieces++
    present.add(name)
  }
  return {
    async putText(text) {
      const hash = hashOfText(text)
      await put(hash, () => shelf.putText(hash, text))
      return hash
    },
    putFile: (hash, file) => put(hash, async () => shelf.putFile(hash, await file.read())),
    async requireAll() {
      const there = await shelf.listPieces()
      for (const name of used)
        if (!there.has(name)) throw new BackupError('Pieces of the backup disappeared from its target meanwhile.')
    },
    added: () => ({ newPieces, newBytes }),
  }
}

async function writeTables(db: Db, pieces: Pieces): Promise<ListedTable[]> {
  const tables: ListedTable[] = []
  for (const schema of await listTables(db)) tables.push(await writeTable(db, schema, pieces))
  return tables
}

async function writeTable(db: Db, schema: TableSchema, pieces: Pieces): Promise<ListedTable> {
  const digest = digestOf(schema)
  const cutter = new Cutter()
  const texts = inOrder(pieces.putText)
  for await (const rows of readRows(db, schema)) {
    for (const row of rows) {
      digest.add(row)
      await texts.add(cutter.add(toLine(schema, row)))
    }
    await turn()
  }
  await texts.add(cutter.rest())
  return { schema, summary: digest.summary(), pieces: await texts.all() }
}

async function writeFiles({ backend }: Store, pieces: Pieces): Promise<BackupList['files']> {
  const paths: string[] = []
  for await (const path of backend.list()) paths.push(path)
  const cutter = new Cutter()
  const texts = inOrder(pieces.putText)
  let [count, bytes] = [0, 0]
  for (const path of paths.sort()) {
    const file = await backend.find(path)
    // Skips a file that was removed since it was listed.
    if (!file) continue
    const hash = blobOfPath(path) ?? (await hashOf(file))
    await pieces.putFile(hash, file)
    const listed: ListedFile = [path, hash, file.size]
    await texts.add(cutter.add(JSON.stringify(listed)))
    count++
    bytes += file.size
  }
  await texts.add(cutter.rest())
  return { count, bytes, pieces: await texts.all() }
}

async function hashOf(file: StoredFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await file.read()) hash.update(chunk)
  return hash.digest('hex')
}

/** Puts texts a few at a time, and returns their hashes in order. */
function inOrder(put: (text: string) => Promise<string>) {
  const hashes: Promise<string>[] = []
  return {
    async add(text: string | undefined) {
      if (text === undefined) return
      const putting = put(text)
      // A failure is thrown by `add` or `all`.
      putting.catch(() => undefined)
      hashes.push(putting)
      if (hashes.length >= AT_ONCE) await hashes.at(-AT_ONCE)
    },
    all: () => Promise.all(hashes),
  }
}
