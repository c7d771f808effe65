// Stored files, into a backup and out of it again, from and to wherever files are kept. They are cut into parts, so that
// none has to fit into memory.
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Progress } from '../db/copy.ts'
import type { Db } from '../db/tables.ts'
import type { Shelf, Stored } from '../files/shelf.ts'
import { BackupError, backupTables } from './format.ts'

const PART = 4 * 1024 * 1024

export async function packFiles(db: Db, shelf: Shelf, progress: Progress): Promise<void> {
  let count = 0
  for await (const path of shelf.list()) {
    const stored = await shelf.find(path)
    // One that was removed since it was listed is no part of the backup.
    if (stored) await packFile(db, path, stored)
    progress('files', ++count)
  }
}

async function packFile(db: Db, path: string, stored: Stored): Promise<void> {
  let part = 0
  for await (const bytes of inParts(await stored.read())) {
    await backupTables(db).insertInto('backup_files').values({ path, part: part++, bytes }).execute()
  }
}

/** An empty file still has its first part. */
async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  let count = 0
  for await (const chunk of stream) {
    gathered.push(chunk)
    size += chunk.length
    if (size < PART) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
    count++
  }
  if (size > 0 || count === 0) yield Buffer.concat(gathered)
}

/**
 * Puts all files of a backup on the shelf. Files are named by their bytes, so nothing there can come to harm; what the
 * backup does not know stays, and no row names it.
 */
export async function unpackFiles(db: Db, shelf: Shelf, data: string, progress: Progress): Promise<void> {
  const folder = join(data, 'files.restoring')
  await mkdir(folder, { recursive: true })
  try {
    for (const [count, path] of (await listFiles(db)).entries()) {
      await unpackFile(db, shelf, path, join(folder, String(count)))
      progress('files', count + 1)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The paths of the files in a backup. */
export async function listFiles(db: Db): Promise<string[]> {
  const files = await backupTables(db).selectFrom('backup_files').select('path').distinct().orderBy('path').execute()
  return files.map(({ path }) => path)
}

async function unpackFile(db: Db, shelf: Shelf, path: string, draft: string): Promise<void> {
  if (path.split('/').some((name) => name === '..' || name === '')) {
    throw new BackupError(`The backup holds a file outside of where files are kept: ${path}.`)
  }
  await pipeline(Readable.from(readParts(db, path), { objectMode: false }), createWriteStream(draft, { flush: true }))
  await shelf.add(path, draft, (await stat(draft)).size)
}

async function* readParts(db: Db, path: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const row = await backupTables(db)
      .selectFrom('backup_files')
      .select('bytes')
      .where('path', '=', path)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    if (row.bytes.length > 0) yield row.bytes
  }
}
