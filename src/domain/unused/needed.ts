// What is needed: every object and file whose name stands anywhere in the database, in an object that is needed, or in the
// record of an upload. Text that only looks like a name keeps too much, never too little.
import { sql } from 'kysely'
import { readRows } from '../../db/bulk.ts'
import { isOneOf } from '../../db/dialect.ts'
import { listTables } from '../../db/introspection.ts'
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import type { FileStore } from '../../files/store.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'

const HASH_LENGTH = 32
/** Both kinds of names consist of these characters. */
const WORD = /[0-9A-Za-z_-]{32,}/g
const BLOB_LENGTH = 64
const HEX = /[0-9a-f]{64,}/g
/** Longer runs of digits are no names. */
const MAX_RUN = 4096
const AT_ONCE = 100
/** These name what is unused, and the objects themselves. */
const NOT_READ = new Set(['objects', 'unused_files', 'collection_runs'])

export interface Needed {
  objects: Set<Hash>
  files: Set<string>
}

/** Reads a snapshot of everything, in pieces between which others run. */
export async function findNeeded(db: Db): Promise<Needed> {
  const needed: Needed = { objects: new Set(), files: new Set() }
  const waiting: Hash[] = []
  const note = (text: string) => {
    for (const hash of namesIn(text, needed.files)) {
      if (needed.objects.has(hash)) continue
      needed.objects.add(hash)
      waiting.push(hash)
    }
  }
  for (const table of await listTables(db)) {
    if (NOT_READ.has(table.name)) continue
    for await (const rows of readRows(db, table)) {
      for (const row of rows) for (const value of Object.values(row)) note(textOf(value))
      await yieldToEventLoop()
    }
  }
  while (waiting.length > 0) {
    const hashes = waiting.splice(-AT_ONCE)
    const rows = await db
      .selectFrom('objects')
      .select('bytes')
      .where(isOneOf(db, sql.ref('hash'), hashes))
      .execute()
    for (const { bytes } of rows) note(textOf(bytes))
    await yieldToEventLoop()
  }
  return needed
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : ''

/** Adds the files that a text names, and lists what may be hashes of objects. */
function namesIn(text: string, files: Set<string>): Hash[] {
  const hashes: Hash[] = []
  for (const [word] of text.matchAll(WORD)) {
    for (const [run] of word.matchAll(HEX)) addBlobs(run, files)
    // A hash may stand at either end of something longer.
    hashes.push(word.slice(0, HASH_LENGTH))
    if (word.length > HASH_LENGTH) hashes.push(word.slice(-HASH_LENGTH))
  }
  return hashes
}

/** A name may stand anywhere in a run of digits. */
function addBlobs(run: string, files: Set<string>): void {
  const last = run.length > MAX_RUN ? 0 : run.length - BLOB_LENGTH
  for (let at = 0; at <= last; at++) files.add(run.slice(at, at + BLOB_LENGTH))
}

/** Adds the files of uploads that content may still use. */
export async function addUploads(store: FileStore, files: Set<string>): Promise<void> {
  for await (const path of store.backend.list('uploads')) namesIn((await store.findText(path)) ?? '', files)
}
