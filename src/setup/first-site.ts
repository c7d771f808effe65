import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/** The oldest site that everybody can read. */
export async function findFirstSite(db: Db) {
  const site = await db
    .selectFrom('sites')
    .selectAll()
    // As in the index: SQLite does not look into parameters.
    .where(sql<SqlBool>`published = 1 and visibility = 'public'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!site) return undefined
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'hostname'])
    .where('id', '=', site.organization_id)
    .executeTakeFirstOrThrow()
  return { site, organization }
}
