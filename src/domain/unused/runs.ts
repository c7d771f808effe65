// What collecting did, and what is unused now.
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Outcome } from './collect.ts'

const KEPT_RUNS = 30

export async function insertRun(db: Db, { startedAt, ...removed }: Outcome): Promise<void> {
  await db
    .insertInto('collection_runs')
    .values({ id: newId(), started_at: startedAt, ended_at: now(), ...removed })
    .execute()
  const kept = db.selectFrom('collection_runs').select('id').orderBy('id', 'desc').limit(KEPT_RUNS)
  await db.deleteFrom('collection_runs').where('id', 'not in', kept).execute()
}

export const findLastRun = (db: Db): Promise<Row<'collection_runs'> | undefined> =>
  db.selectFrom('collection_runs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

export async function measureUnused(db: Db): Promise<{ files: number; bytes: number; objects: number }> {
  const files = await db
    .selectFrom('unused_files')
    .select((is) => [is.fn.countAll().as('count'), is.fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow()
  const objects = await db
    .selectFrom('objects')
    .select((is) => is.fn.countAll().as('count'))
    .where('unused_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return { files: Number(files.count), bytes: Number(files.bytes ?? 0), objects: Number(objects.count) }
}
