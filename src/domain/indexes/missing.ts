// Finds spaces that have to be indexed. Every start does, so this needs nothing of the indexing itself.
import { enqueue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'

/** The version of the indexing rules. After it changes, the server rebuilds every index. */
export const VERSION = 6
export const NOT_STARTED = 0

/** Queues indexing for every space whose indexes are missing, incomplete or outdated, for example after a restore. */
export async function enqueueMissingIndexes(db: Db): Promise<void> {
  const missing = await db
    .selectFrom('spaces')
    .leftJoin('content_indexes', (on) =>
      on.onRef('content_indexes.space_id', '=', 'spaces.id').on('content_indexes.version', '=', VERSION),
    )
    .select('spaces.id')
    .where((is) => is.or([is('content_indexes.number', 'is', null), is('content_indexes.done_up_to', 'is not', null)]))
    .orderBy('spaces.id')
    .execute()
  for (const { id } of missing) {
    await reserveNumber(db, id)
    await enqueueIndexing(db, id)
  }
}

/** Search breaks ties by this number, so it follows the age of spaces rather than the order of indexing. */
const reserveNumber = (db: Db, space_id: string): Promise<unknown> =>
  db
    .insertInto('content_indexes')
    .values({ space_id, version: NOT_STARTED, done_up_to: '', words_state: newId() })
    .onConflict((it) => it.column('space_id').doNothing())
    .execute()

/** Queues indexing of the space, including its computed pages. */
export const enqueueIndexing = (db: Db, spaceId: string): Promise<void> =>
  enqueue(db, { kind: 'index-space', payload: { spaceId }, uniqueKey: `index-space ${spaceId}` })
