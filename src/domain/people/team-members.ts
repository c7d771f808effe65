// Team membership rows. Members are named by user id or email address.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { now } from '../../lib/time.ts'
import { MEMBER_COLUMNS, membersOf } from './members.ts'

type TeamRole = Row<'team_members'>['role']

/** A reference to a member, and its path in the request. */
export interface MemberReference {
  user: string
  path: string
}

export const listTeamMembers = (db: Db, { id, organization_id }: Row<'teams'>, page: Page) =>
  selectPage(
    membersOf(db, organization_id)
      .innerJoin('team_members', 'team_members.user_id', 'members.user_id')
      .where('team_members.team_id', '=', id),
    (members) => members.select(MEMBER_COLUMNS).select('team_members.role as team_role'),
    page,
    { by: ['team_members.user_id'] },
  )

/** Resolves references to user ids. If any is not a member of the organization, throws with the path of each. */
export async function resolveMembers(
  db: Db,
  organizationId: string,
  references: readonly MemberReference[],
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

const toIssue = ({ path }: MemberReference) => ({ path, message: 'is not a member of this organization' })

/** Adds members to a team. Without a role, existing members keep theirs and new ones become plain members. */
export async function putTeamMembers(
  db: Db,
  teamId: string,
  members: ReadonlyMap<string, TeamRole | undefined>,
): Promise<void> {
  const all = [...members]
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE)
    await putRows(
      db,
      all
        .slice(at, at + ROWS_AT_ONCE)
        .map(([user_id, role]) => ({ team_id: teamId, user_id, role, created_at: now() })),
    )
}

/** Well below the parameter limits of both databases. */
const ROWS_AT_ONCE = 500

type NewRow = Omit<Row<'team_members'>, 'role'> & { role: TeamRole | undefined }

async function putRows(db: Db, rows: readonly NewRow[]): Promise<void> {
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

/** Removes members, and returns how many there were. */
export async function removeTeamMembers(db: Db, teamId: string, userIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where(isOneOf(db, sql.ref('user_id'), userIds))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
