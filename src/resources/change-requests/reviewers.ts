// Checks that requested reviewers are members who can see the space, or teams of its organization.
import { sql } from 'kysely'
import { type Objects, permits } from '../../access/permissions.ts'
import { rolesOn } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'

/** Throws 404 if one of the users is not a member or cannot see the space. */
export async function checkReviewers(db: Db, space: Objects['space'], users: readonly string[]): Promise<void> {
  const members = await db
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('organization_id', '=', space.organization_id)
    .where(isOneOf(db, sql.ref('user_id'), users))
    .execute()
  if (members.length < users.length) throw problem('notFound')
  for (const { user_id, role } of members) {
    const viewer = { organizationId: space.organization_id, userId: user_id, role }
    const [held] = await rolesOn(db, viewer, 'space', [space])
    if (!permits('space', 'view', held!)) throw problem('notFound')
  }
}

/** Throws 404 if one of the teams is not of the organization. */
export async function checkTeams(db: Db, space: Objects['space'], teams: readonly string[]): Promise<void> {
  if (teams.length === 0) return
  const found = await db
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', space.organization_id)
    .where(isOneOf(db, sql.ref('id'), teams))
    .execute()
  if (found.length < teams.length) throw problem('notFound')
}
