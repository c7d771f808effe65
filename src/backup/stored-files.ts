// Copies stored files into a backup and back, for any storage backend. Files are split into parts, so that they need
// not fit into memory.
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Progress } from '../db/copy.ts'
import type { Db } from '../db/tables.ts'
import type { StorageBackend, StoredFile } from '../files/backend.ts'
import { BackupError, backupTables } from './format.ts'

const PART = 4 * 1024 * 1024

export async function packFiles(db: Db, backend: StorageBackend, progress: Progress): Promise<void> {
  let count = 0
  for await (const path of backend.list()) {
    const stored = await backend.find(path)
    // Skips a file that was removed since it was listed.
    if (stored) await packFile(db, path, stored)
    progress('files', ++count)
  }
}

async function packFile(db: Db, path: string, stored: StoredFile): Promise<void> {
  let part = 0
  for await (const bytes of inParts(await stored.read())) {
    await backupTables(db).insertInto('backup_files').values({ path, part: part++, bytes }).execute()
  }
}

/** Cuts a file; an empty one has one empty part. */
export async function* inParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = []
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
 * Adds the files of a backup to the backend. Files are named by their hash, so no existing file is damaged; files that
 * are not in the backup stay, but no row refers to them.
 */
export async function unpackFiles(
  db: Db,
  backend: StorageBackend,
  data: string,
  progress: Progress,
  isWanted: (path: string) => boolean = () => true,
): Promise<void> {
  const folder = join(data, 'files.restoring')
  await mkdir(folder, { recursive: true })
  try {
    for (const [count, path] of (await listFiles(db)).filter(isWanted).entries()) {
      await unpackFile(db, backend, path, join(folder, String(count)))
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

async function unpackFile(db: Db, backend: StorageBackend, path: string, draft: string): Promise<void> {
  if (path.split('/').some((name) => name === '..' || name === '')) {
    throw new BackupError(`The backup contains a file with an invalid path: ${path}.`)
  }
  await pipeline(Readable.from(readParts(db, path), { objectMode: false }), createWriteStream(draft, { flush: true }))
  await backend.add(path, draft, (await stat(draft)).size)
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
