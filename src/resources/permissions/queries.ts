// Grants in the database: a role of one user or one team on one space or collection.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Role } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { isOwner, size } from '../teams/queries.ts'

/** A space or a collection. */
export interface Target {
  kind: 'space' | 'collection'
  id: string
}

/** Who can be given a role. */
export type Holder = 'user' | 'team'

const grantsOn = (db: Db, { kind, id }: Target) => db.selectFrom('grants').where(`grants.${kind}_id`, '=', id)

export const takeUserGrants = (db: Db, target: Target, page: Page) =>
  takePage(
    grantsOn(db, target).innerJoin('users', 'users.id', 'grants.user_id'),
    (grants) => grants.selectAll('users').select('grants.role as permission'),
    page,
    { by: ['users.id'] },
  )

/** With each team, how many are in it and whether the caller owns it. */
export const takeTeamGrants = (db: Db, target: Target, callerId: string, page: Page) =>
  takePage(
    grantsOn(db, target).innerJoin('teams', 'teams.id', 'grants.team_id'),
    (grants) => grants.selectAll('teams').select(['grants.role as permission', size, isOwner(callerId).as('owned')]),
    page,
    { by: ['teams.id'] },
  )

/** Sets the role of each of them on the target, whatever it was. */
export async function putGrants(
  db: Db,
  { kind, id }: Target,
  holder: Holder,
  ids: readonly string[],
  role: Role,
): Promise<void> {
  const rows = ids.map((holderId) => ({ id: newId(), [`${kind}_id`]: id, [`${holder}_id`]: holderId, role }))
  await db
    .insertInto('grants')
    .values(rows)
    .onConflict((known) =>
      known.columns([`${kind}_id`, `${holder}_id`]).doUpdateSet({ role: (row) => row.ref('excluded.role') }),
    )
    .execute()
}

/** How many of them had a role on the target. */
export async function removeGrants(
  db: Db,
  { kind, id }: Target,
  holder: Holder,
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('grants')
    .where(`${kind}_id`, '=', id)
    .where(isOneOf(db, sql.ref(`${holder}_id`), ids))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those of the users who are members of the organization, or those of the teams that are in it. */
export async function listInOrganization(
  db: Db,
  organizationId: string,
  holder: Holder,
  ids: readonly string[],
): Promise<Set<string>> {
  const [table, column] = holder === 'user' ? (['members', 'user_id'] as const) : (['teams', 'id'] as const)
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)}
    where organization_id = ${organizationId} and ${isOneOf(db, sql.ref(column), ids)}`.execute(db)
  return new Set(rows.map((row) => row.id))
}
