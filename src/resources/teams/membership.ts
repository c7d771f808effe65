// Who is in a team, in the database. People are named by user id or by email address.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { now } from '../../lib/time.ts'
import { MEMBER, membersOf } from '../members/queries.ts'

type TeamRole = Row<'team_members'>['role']

/** A way to name somebody, and where in the request it stands. */
export interface Reference {
  user: string
  path: string
}

export const takeTeamMembers = (db: Db, { id, organization_id }: Row<'teams'>, page: Page) =>
  takePage(
    membersOf(db, organization_id)
      .innerJoin('team_members', 'team_members.user_id', 'members.user_id')
      .where('team_members.team_id', '=', id),
    (members) => members.select(MEMBER).select('team_members.role as team_role'),
    page,
    { by: ['team_members.user_id'] },
  )

/** The user ids of these people. Whoever is no member of the organization fails it all, each named by its path. */
export async function loadReferenced(
  db: Db,
  organizationId: string,
  references: readonly Reference[],
): Promise<(reference: string) => string> {
  const users = references.map(({ user }) => user)
  const rows = await membersOf(db, organizationId)
    .select(['users.id', 'users.email'])
    .where((member) =>
      member.or([
        isOneOf(db, sql.ref('users.id'), users),
        isOneOf(db, sql.ref('users.email'), users.map(normalizeEmail)),
      ]),
    )
    .execute()
  const ids = new Map(rows.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]))
  const find = (user: string) => ids.get(user) ?? ids.get(normalizeEmail(user))
  const unknown = references.filter(({ user }) => find(user) === undefined)
  if (unknown.length > 0) throw new ApiError('notFound', unknown.map(toIssue))
  return (user) => find(user)!
}

const toIssue = ({ path }: Reference) => ({ path, message: 'is no member of this organization' })

/** Adds people to a team; those with a role get it, others keep theirs or become plain members. */
export async function putTeamMembers(
  db: Db,
  teamId: string,
  members: ReadonlyMap<string, TeamRole | undefined>,
): Promise<void> {
  const rows = [...members].map(([user_id, role]) => ({ team_id: teamId, user_id, role, created_at: now() }))
  const given = rows.filter((row): row is typeof row & { role: TeamRole } => row.role !== undefined)
  const plain = rows.filter(({ role }) => role === undefined).map((row) => ({ ...row, role: 'member' as const }))
  const key = ['team_id', 'user_id'] as const
  if (given.length > 0) {
    await db
      .insertInto('team_members')
      .values(given)
      .onConflict((known) => known.columns(key).doUpdateSet({ role: sql`excluded.role` }))
      .execute()
  }
  if (plain.length > 0) {
    await db
      .insertInto('team_members')
      .values(plain)
      .onConflict((known) => known.columns(key).doNothing())
      .execute()
  }
}

/** How many of these people were in the team. */
export async function removeTeamMembers(db: Db, teamId: string, userIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where(isOneOf(db, sql.ref('user_id'), userIds))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
