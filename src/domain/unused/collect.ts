// Collects what nothing needs: marks it, and removes what has been marked for a week. A mark is set by what was true when the
// look began, and may be wrong by then; it takes effect only if a look a week later comes to the same.
import type { Database } from '../../db/database.ts'
import type { FileStore } from '../../files/store.ts'
import { blobOfPath, pathOfBlob } from '../../files/store.ts'
import { isPastUpload } from '../../files/uploads.ts'
import { DAY, now, type Timestamp, timestampOf } from '../../lib/time.ts'
import { liftFileMarks, markFile, markObjects, removeObjects, takeFileMark } from './marks.ts'
import { addUploads, findNeeded, type Needed } from './needed.ts'

/** Longer than anything takes between storing something and naming it. */
export const GRACE = 7 * DAY
const BATCH = 500

interface Means {
  database: Database
  store: FileStore
}

/** What was removed. */
export interface Outcome {
  startedAt: Timestamp
  objects: number
  files: number
  bytes: number
}

export async function collectUnused(means: Means, grace = GRACE): Promise<Outcome> {
  const startedAt = now()
  const cutoff = timestampOf(Date.parse(startedAt) - grace)
  const needed = await means.database.snapshot(findNeeded)
  const objects = await collectObjects(means.database, needed, cutoff)
  return { startedAt, objects, ...(await collectFiles(means, needed, cutoff)) }
}

async function collectObjects({ read, write }: Database, needed: Needed, cutoff: Timestamp): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
    const rows = await read
      .selectFrom('objects')
      .select(['hash', 'unused_since'])
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(BATCH)
      .execute()
    const hashesOf = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).map(({ hash }) => hash)
    const isNeeded = ({ hash }: { hash: string }) => needed.objects.has(hash)
    const wrong = hashesOf((row) => isNeeded(row) && row.unused_since !== null)
    const fresh = hashesOf((row) => !isNeeded(row) && row.unused_since === null)
    const old = hashesOf((row) => !isNeeded(row) && row.unused_since !== null && row.unused_since < cutoff)
    if (wrong.length > 0) await write((db) => markObjects(db, wrong, null))
    if (fresh.length > 0) await write((db) => markObjects(db, fresh, now()))
    if (old.length > 0) removed += await write((db) => removeObjects(db, old, cutoff))
    if (rows.length < BATCH) return removed
    after = rows.at(-1)!.hash
  }
}

async function collectFiles({ database, store }: Means, needed: Needed, cutoff: Timestamp) {
  const marks = new Map(
    (await database.read.selectFrom('unused_files').selectAll().execute()).map((mark) => [mark.blob, mark]),
  )
  const stored: string[] = []
  const past: string[] = []
  for await (const path of store.backend.list()) {
    const blob = blobOfPath(path)
    if (blob !== undefined && !needed.files.has(blob)) stored.push(blob)
    if (isPastUpload(path)) past.push(path)
  }
  for (const path of past) await store.backend.remove(path)
  // Uploads are many small files: they are read only where they matter.
  if (stored.length > 0 || marks.size > 0) await addUploads(store, needed.files)
  const unused = new Set(stored.filter((blob) => !needed.files.has(blob)))
  await database.write((db) =>
    liftFileMarks(
      db,
      [...marks.keys()].filter((blob) => !unused.has(blob)),
    ),
  )
  const removed = { files: 0, bytes: 0 }
  for (const blob of unused) {
    const mark = marks.get(blob)
    if (!mark) await markStored(database, store, blob)
    else if (mark.unused_since < cutoff && (await removeFile(database, store, blob, cutoff))) {
      removed.files++
      removed.bytes += Number(mark.size)
    }
  }
  return removed
}

async function markStored({ write }: Database, store: FileStore, blob: string): Promise<void> {
  const found = await store.find(blob)
  if (found) await write((db) => markFile(db, blob, found.size, now()))
}

/**
 * The one transaction that waits for a store: as long as it lasts, nobody who stores the same bytes can lift the mark, and
 * afterwards they find the file gone.
 */
const removeFile = ({ write }: Database, { backend }: FileStore, blob: string, cutoff: Timestamp): Promise<boolean> =>
  write(async (db) => {
    if (!(await takeFileMark(db, blob, cutoff))) return false
    await backend.remove(pathOfBlob(blob))
    return true
  })
