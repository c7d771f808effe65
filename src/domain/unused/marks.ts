// Marks of objects and files that nothing needs. Those who write lift them in their own transaction, and a marked thing is
// removed in a transaction that looks at the mark again: so whoever finds something stored can rely on it.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import type { FileMarks } from '../../files/store.ts'
import type { Timestamp } from '../../lib/time.ts'

/** Lifts the marks of files that are stored again. */
export const fileMarks = (database: Pick<Database, 'read' | 'write'>): FileMarks => ({
  async lift(blob) {
    const mark = await database.read
      .selectFrom('unused_files')
      .select('blob')
      .where('blob', '=', blob)
      .executeTakeFirst()
    if (mark) await database.write((db) => liftFileMarks(db, [blob]))
  },
})

/** On PostgreSQL this waits for a removal that has begun. */
export async function liftFileMarks(db: Db, blobs: readonly string[]): Promise<void> {
  if (blobs.length === 0) return
  await db
    .deleteFrom('unused_files')
    .where(isOneOf(db, sql.ref('blob'), blobs))
    .execute()
}

export async function markFile(db: Db, blob: string, size: number, at: Timestamp): Promise<void> {
  await db
    .insertInto('unused_files')
    .values({ blob, size, unused_since: at })
    .onConflict((known) => known.column('blob').doNothing())
    .execute()
}

/** Takes the mark of a file that has it from before `cutoff`; false if it was lifted. */
export async function takeFileMark(db: Db, blob: string, cutoff: Timestamp): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('unused_files')
    .where('blob', '=', blob)
    .where('unused_since', '<', cutoff)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function markObjects(db: Db, hashes: readonly Hash[], at: Timestamp | null): Promise<void> {
  await db
    .updateTable('objects')
    .set({ unused_since: at })
    .where(isOneOf(db, sql.ref('hash'), hashes))
    .where('unused_since', at === null ? 'is not' : 'is', null)
    .execute()
}

/** Removes those of the objects that are marked since before `cutoff`, and returns their number. */
export async function removeObjects(db: Db, hashes: readonly Hash[], cutoff: Timestamp): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('objects')
    .where(isOneOf(db, sql.ref('hash'), hashes))
    .where('unused_since', '<', cutoff)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
