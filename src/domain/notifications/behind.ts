import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Organizations with events that nobody has been notified of. */
export const findOrganizationsBehind = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('organizations')
      .leftJoin('notification_cursors as read', 'read.organization_id', 'organizations.id')
      .select('organizations.id')
      .where(
        sql<SqlBool>`exists (select 1 from events where events.organization_id = organizations.id
          and events.sequence > coalesce(read.cursor, 0))`,
      )
      .execute()
  ).map(({ id }) => id)
