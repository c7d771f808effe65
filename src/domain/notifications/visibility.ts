// Notifications are about spaces. Nobody is notified of a space they cannot see, and a notification disappears when
// they no longer can.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { tokenReaches } from '../../access/caller.ts'
import { isHeldBackBySso, loadSpace, membershipColumns } from '../../access/loading/objects.ts'
import { visibleSpaces } from '../../access/visibility.ts'
import type { Db } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { findUser } from '../people/index.ts'

/** A condition on a column of space ids: true for spaces that the caller can see, in all their organizations. */
export async function isVisibleTo(db: Db, caller: Caller, column: Expression<unknown>): Promise<Expression<SqlBool>> {
  const memberships = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organization_id', ...membershipColumns])
    .where('user_id', '=', caller.user.id)
    .execute()
  const spaces = memberships
    .filter(({ organization_id: id, ...row }) => tokenReaches(caller, id) && !isHeldBackBySso(caller, id, row))
    .map(({ organization_id: organizationId, member_role: role }) =>
      visibleSpaces({ organizationId, userId: caller.user.id, role }),
    )
  if (spaces.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(
    spaces.map((visible) => sql`${column} in ${visible}`),
    sql` or `,
  )})`
}

/** Whether a person can see a space now. */
export async function canSee(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const user = await findUser(db, userId)
  if (!user) return false
  try {
    await loadSpace(db, { user, tokenId: '', boundTo: null }, spaceId)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
