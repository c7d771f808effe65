// The content of a part: all objects of its revisions, and the stored files that they name.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { type Encoded, fromBytes, type Hash } from '../../engine/objects.ts'
import { blobsOf, referencesOf } from '../../engine/tree/reachable.ts'

const AT_ONCE = 200

/** Calls `take` with all objects below the roots, a few at a time, each once; returns the files that they name. */
export async function walkObjects(
  db: Db,
  roots: Iterable<Hash>,
  take: (objects: Encoded[]) => Promise<void> = async () => {},
): Promise<Set<string>> {
  const seen = new Set(roots)
  const blobs = new Set<string>()
  const waiting = [...seen]
  while (waiting.length > 0) {
    const hashes = waiting.splice(-AT_ONCE)
    const rows = await db
      .selectFrom('objects')
      .selectAll()
      .where(isOneOf(db, sql.ref('hash'), hashes))
      .execute()
    const objects = rows.map(({ hash, bytes }) => fromBytes(hash, bytes))
    for (const { value } of objects) {
      for (const { blob } of blobsOf(value)) blobs.add(blob)
      for (const hash of referencesOf(value)) {
        if (seen.has(hash)) continue
        seen.add(hash)
        waiting.push(hash)
      }
    }
    await take(objects)
  }
  return blobs
}
