// Grant rows: the role of a user or team on a space, collection or site.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Role } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { isTeamOwner, memberCount } from './teams.ts'

export interface GrantTarget {
  kind: 'space' | 'collection' | 'site'
  id: string
}

/** Who can hold a role. */
export type Grantee = 'user' | 'team'

const grantsOn = (db: Db, { kind, id }: GrantTarget) => db.selectFrom('grants').where(`grants.${kind}_id`, '=', id)

export const listUserGrants = (db: Db, target: GrantTarget, page: Page) =>
  selectPage(
    grantsOn(db, target).innerJoin('users', 'users.id', 'grants.user_id'),
    (grants) => grants.selectAll('users').select('grants.role as permission'),
    page,
    { by: ['users.id'] },
  )

/** Includes the member count of each team and whether the caller owns it. */
export const listTeamGrants = (db: Db, target: GrantTarget, callerId: string, page: Page) =>
  selectPage(
    grantsOn(db, target).innerJoin('teams', 'teams.id', 'grants.team_id'),
    (grants) =>
      grants.selectAll('teams').select(['grants.role as permission', memberCount, isTeamOwner(callerId).as('owned')]),
    page,
    { by: ['teams.id'] },
  )

/** Sets the role of each grantee on the target. */
export async function putGrants(
  db: Db,
  { kind, id }: GrantTarget,
  grantee: Grantee,
  ids: readonly string[],
  role: Role,
): Promise<void> {
  const rows = ids.map((holderId) => ({ id: newId(), [`${kind}_id`]: id, [`${grantee}_id`]: holderId, role }))
  await db
    .insertInto('grants')
    .values(rows)
    .onConflict((known) =>
      known.columns([`${kind}_id`, `${grantee}_id`]).doUpdateSet({ role: (row) => row.ref('excluded.role') }),
    )
    .execute()
}

/** Removes grants, and returns how many there were. */
export async function removeGrants(
  db: Db,
  { kind, id }: GrantTarget,
  grantee: Grantee,
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('grants')
    .where(`${kind}_id`, '=', id)
    .where(isOneOf(db, sql.ref(`${grantee}_id`), ids))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The given users who are members of the organization, or the given teams that belong to it. */
export async function listInOrganization(
  db: Db,
  organizationId: string,
  grantee: Grantee,
  ids: readonly string[],
): Promise<Set<string>> {
  const [table, column] = grantee === 'user' ? (['members', 'user_id'] as const) : (['teams', 'id'] as const)
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)}
    where organization_id = ${organizationId} and ${isOneOf(db, sql.ref(column), ids)}`.execute(db)
  return new Set(rows.map((row) => row.id))
}
