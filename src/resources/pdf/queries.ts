// What a PDF says that is not in the revision it is printed from.

import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'

/** The names of these users, as far as they belong to the organization. */
export async function listNames(db: Db, organization: string, ids: readonly string[]): Promise<Record<string, string>> {
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

export interface Source {
  space: Row<'spaces'>
  organization: Row<'organizations'>
  revision: Row<'revisions'>
  changeRequest: Row<'change_requests'> | undefined
}

/** What is printed, unless it is gone since the link was made. */
export async function findSource(
  db: Db,
  { space, revision, changeRequest }: { space: string; revision: string; changeRequest: string },
): Promise<Source | undefined> {
  const spaces = await db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', space)
    .where('deleted_at', 'is', null)
    .execute()
  const revisions = await db
    .selectFrom('revisions')
    .selectAll()
    .where('id', '=', revision)
    .where('space_id', '=', space)
    .execute()
  const requests =
    changeRequest === ''
      ? []
      : await db.selectFrom('change_requests').selectAll().where('id', '=', changeRequest).execute()
  if (!spaces[0] || !revisions[0] || (changeRequest !== '' && !requests[0])) return undefined
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', spaces[0].organization_id)
    .executeTakeFirstOrThrow()
  return { space: spaces[0], organization, revision: revisions[0], changeRequest: requests[0] }
}
