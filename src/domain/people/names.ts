// Names of people, for text that mentions them.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'

/** The names of these users who are members of the organization. */
export async function listMemberNames(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'users.display_name'])
    .where('members.organization_id', '=', organization)
    .where(isOneOf(db, sql.ref('users.id'), [...ids]))
    .execute()
  return Object.fromEntries(rows.map(({ id, display_name }) => [id, display_name]))
}
