// Finds spaces that have to be indexed. Every start queues that, so this needs nothing of the indexing itself.
import { type ExpressionBuilder, sql } from 'kysely'
import type { Outside } from '../../db/database.ts'
import { isOneOf } from '../../db/dialect.ts'
import { inPages } from '../../db/in-pages.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'

/** The version of the indexing rules. After it changes, the server rebuilds every index. */
export const VERSION = 6
export const NOT_STARTED = 0

/** Queues a look for everything that has to be indexed or processed again, by the rules of this version. */
export const enqueueFindMissing = (db: Db): Promise<void> =>
  enqueue(db, { kind: 'find-missing', payload: { version: VERSION }, uniqueKey: `find-missing ${VERSION}` })

/** Queues indexing for every space whose indexes are missing, incomplete or outdated, for example after a restore. */
export const enqueueMissingIndexes = ({ read, write }: Outside): Promise<void> =>
  inPages(read, 'spaces', async (ids) => {
    if ((await listMissing(read, ids)).length > 0) await write((db) => enqueueMissingAmong(db, ids))
  })

/** The same for some spaces, in the caller's transaction. */
export async function enqueueMissingAmong(db: Db, ids: readonly string[]): Promise<void> {
  await reserveNumbers(db, ids)
  for (const id of await listMissing(db, ids)) await enqueueIndexing(db, id)
}

async function listMissing(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('spaces')
    .leftJoin('content_indexes', (on) =>
      on.onRef('content_indexes.space_id', '=', 'spaces.id').on('content_indexes.version', '=', VERSION),
    )
    .select('spaces.id')
    .where(isOneOf(db, sql.ref('spaces.id'), ids))
    .where((is) => is.or([is('content_indexes.number', 'is', null), is('content_indexes.done_up_to', 'is not', null)]))
    .orderBy('spaces.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Gives a number to spaces that have none, by default to all. Search breaks ties by it, so it follows the age of spaces rather
 * than the order of indexing.
 */
export async function reserveNumbers(db: Db, ids?: readonly string[]): Promise<void> {
  await db
    .insertInto('content_indexes')
    .columns(['space_id', 'version', 'done_up_to', 'words_state'])
    .expression((from) => {
      const unnumbered = from
        .selectFrom('spaces')
        .select([
          'id',
          sql<number>`${sql.lit(NOT_STARTED)}`.as('version'),
          sql<string>`''`.as('done_up_to'),
          sql<string>`cast(${newId()} as text)`.as('words_state'),
        ])
        .where(hasNoNumber)
        .orderBy('id')
      return ids ? unnumbered.where(isOneOf(db, sql.ref('id'), ids)) : unnumbered
    })
    .onConflict((it) => it.column('space_id').doNothing())
    .execute()
}

const hasNoNumber = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'spaces'>) =>
  not(exists(selectFrom('content_indexes').select('number').whereRef('content_indexes.space_id', '=', 'spaces.id')))

/** Queues indexing of the space, including its computed pages. */
export const enqueueIndexing = (db: Db, spaceId: string): Promise<void> =>
  enqueue(db, { kind: 'index-space', payload: { spaceId }, uniqueKey: `index-space ${spaceId}` })
