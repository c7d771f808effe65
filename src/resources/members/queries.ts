// Members in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isShutOut } from '../../access/load.ts'
import { countVisibleSpaces, type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { contains } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { toUser } from '../users/queries.ts'
import type { Member, MembersQuery } from './schemas.ts'

type Organization = Pick<Row<'organizations'>, 'id' | 'sso'>
type Membership = Pick<Row<'members'>, 'role' | 'sso' | 'joined_at' | 'last_seen_at'>

/** A member as read, without what is counted for a whole page at once. */
export type MemberRow = Row<'users'> & Membership & { teams: number }
export type CountedMember = MemberRow & { spaces: number }

export function toMember(member: CountedMember, organization: Organization, urls: Urls): Static<typeof Member> {
  const { role, sso } = member
  return {
    object: 'member',
    id: member.id,
    role,
    user: toUser(member, urls),
    disabled: isShutOut({ organization_sso: organization.sso, member_sso: sso, member_role: role }),
    joinedAt: member.joined_at,
    lastSeenAt: member.last_seen_at ?? undefined,
    sso: sso === 1,
    spaces: member.spaces,
    teams: member.teams,
  }
}

export const viewerAs = (organizationId: string, member: { id: string; role: Viewer['role'] }): Viewer => ({
  organizationId,
  userId: member.id,
  role: member.role,
})

/** Adds how many spaces each of these members can see. */
export async function withSpaces<M extends MemberRow>(
  db: Db,
  organizationId: string,
  members: readonly M[],
): Promise<(M & { spaces: number })[]> {
  if (members.length === 0) return []
  const viewers = members.map((member) => viewerAs(organizationId, member))
  const spaces = await countVisibleSpaces(db, organizationId, viewers)
  return members.map((member) => ({ ...member, spaces: spaces.get(member.id)! }))
}

export const membersOf = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.organization_id', '=', organizationId)

/** The columns of a member, for any query over members and users. */
export const MEMBER = [
  'users.id',
  'users.display_name',
  'users.email',
  'users.photo_url',
  'users.created_at',
  'members.role',
  'members.sso',
  'members.joined_at',
  'members.last_seen_at',
  sql<number>`(
    select count(*) from team_members mine join teams on teams.id = mine.team_id
    where mine.user_id = members.user_id and teams.organization_id = members.organization_id)`.as('teams'),
] as const

export function takeMembers(db: Db, organizationId: string, query: MembersQuery, page: Page) {
  const { role, search, sort = 'joinedAt', order = 'desc' } = query
  const key = sort === 'joinedAt' ? 'members.joined_at' : 'members.last_seen_at'
  const matching = membersOf(db, organizationId)
    .$if(role === 'guest', (members) => members.where('members.role', 'is', null))
    .$if(role !== undefined && role !== 'guest', (members) => members.where('members.role', '=', role as never))
    .$if(sort === 'lastSeenAt', (members) => members.where('members.last_seen_at', 'is not', null))
    .$if(search !== undefined, (members) => members.where(isFoundBy(db, search!)))
  return takePage(matching, (members) => members.select(MEMBER), page, {
    by: [key, 'members.user_id'],
    direction: order,
  })
}

const isFoundBy = (db: Db, search: string) =>
  sql<boolean>`(${contains(db, sql.ref('users.display_name'), search)}
    or ${contains(db, sql.ref('users.email'), search)})`

export const findMember = (db: Db, organizationId: string, userId: string): Promise<MemberRow | undefined> =>
  membersOf(db, organizationId).select(MEMBER).where('members.user_id', '=', userId).executeTakeFirst()

/** Where the caller and the member both have something to see, in the order of creation. */
export const takeSharedSpaces = (db: Db, member: Viewer, caller: Viewer, page: Page, direction: 'asc' | 'desc') =>
  takePage(
    db.selectFrom('spaces').where('id', 'in', visibleSpaces(member)).where('id', 'in', visibleSpaces(caller)),
    (spaces) => spaces.selectAll(),
    page,
    { by: ['id'], direction },
  )

export async function updateMember(
  db: Db,
  organizationId: string,
  userId: string,
  patch: Partial<Pick<Row<'members'>, 'role' | 'sso'>>,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ user_id: userId, ...patch })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

/** Takes a user out of the organization, with everything that was given to them in it and all that was made there. */
export async function removeMember(db: Db, organizationId: string, userId: string): Promise<void> {
  const inside = (table: 'teams' | 'spaces' | 'collections') =>
    db.selectFrom(table).select('id').where('organization_id', '=', organizationId)
  await db.deleteFrom('team_members').where('user_id', '=', userId).where('team_id', 'in', inside('teams')).execute()
  await db
    .deleteFrom('grants')
    .where('user_id', '=', userId)
    .where((grant) =>
      grant.or([grant('space_id', 'in', inside('spaces')), grant('collection_id', 'in', inside('collections'))]),
    )
    .execute()
  for (const table of ['sessions', 'tokens', 'members'] as const)
    await db.deleteFrom(table).where('organization_id', '=', organizationId).where('user_id', '=', userId).execute()
}

export async function hasOtherAdmin(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
