// Goes through a whole table in pages of ids, oldest first. Memory stays flat, and requests are answered between two pages.
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './tables.ts'

const PAGE = 500

export async function inPages(
  db: Db,
  table: 'spaces' | 'openapi_specs' | 'openapi_versions' | 'webhooks',
  work: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; await turn()) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id > ${after} order by id limit ${PAGE}`.execute(db)
    if (rows.length > 0) await work(rows.map(({ id }) => id))
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}
