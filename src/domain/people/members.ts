// Member rows and their presenter.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { lacksRequiredSso } from '../../access/loading/objects.ts'
import { countVisibleSpaces, type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { isLike, patternOf } from '../../db/dialect.ts'
import { type Page, preparedPage, selectPage } from '../../db/keyset.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import type { Member, MembersQuery } from '../../shapes/members.ts'
import { type PublicUser, toUser } from './users.ts'

type Organization = Pick<Row<'organizations'>, 'id' | 'sso'>
type Membership = Pick<Row<'members'>, 'role' | 'sso' | 'joined_at' | 'last_seen_at'>

/** Without the counts that are loaded for a whole page at once. */
export type MemberRow = PublicUser & Membership & { teams: number }
type CountedMember = MemberRow & { spaces: number }

export function toMember(member: CountedMember, organization: Organization, urls: Urls): Static<typeof Member> {
  const { role, sso } = member
  return {
    object: 'member',
    id: member.id,
    role,
    user: toUser(member, urls),
    disabled: lacksRequiredSso({ organization_sso: organization.sso, member_sso: sso, member_role: role }),
    joinedAt: member.joined_at,
    lastSeenAt: member.last_seen_at ?? undefined,
    sso: sso === 1,
    spaces: member.spaces,
    teams: member.teams,
  }
}

export const viewerOfMember = (organizationId: string, member: { id: string; role: Viewer['role'] }): Viewer => ({
  organizationId,
  userId: member.id,
  role: member.role,
})

/** Adds the number of spaces that each member can see. */
export async function withSpaceCounts<M extends MemberRow & { spaces?: never }>(
  db: Db,
  organizationId: string,
  members: readonly M[],
): Promise<(M & { spaces: number })[]> {
  if (members.length === 0) return []
  const viewers = members.map((member) => viewerOfMember(organizationId, member))
  const spaces = await countVisibleSpaces(db, organizationId, viewers)
  return members.map((member) => ({ spaces: spaces.get(member.id)!, ...member }))
}

export const membersOf = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.organization_id', '=', organizationId)

/** The columns of a member, for queries over members and users. */
export const MEMBER_COLUMNS = [
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

export function listMembers(db: Db, organizationId: string, query: MembersQuery, page: Page) {
  const { role, search, sort = 'joinedAt', order = 'desc' } = query
  const whose = role === undefined ? 'all' : role === 'guest' ? 'guests' : 'role'
  const params = {
    organization: organizationId,
    role: role ?? '',
    search: search === undefined ? '' : patternOf(search),
  }
  return listByShape(db, [whose, search !== undefined, sort, order], params, page)
}

/** A query of members, with or without other tables. */
type Members = SelectQueryBuilder<Tables, 'members', object>
type ListParams = { organization: string; role: string; search: string }
type ListShape = readonly ['all' | 'guests' | 'role', boolean, NonNullable<MembersQuery['sort']>, 'asc' | 'desc']

const listByShape = preparedPage<ListParams, 'members' | 'users', MemberRow, ListShape>(
  (db, param, [whose, isSearch, sort, direction]) => {
    const narrow = <Query extends Members>(members: Query): Query =>
      (members as unknown as Members)
        .$if(whose === 'guests', (some) => some.where('members.role', 'is', null))
        .$if(whose === 'role', (some) => some.where('members.role', '=', param('role') as never))
        .$if(sort === 'lastSeenAt', (some) => some.where('members.last_seen_at', 'is not', null)) as unknown as Query
    return {
      matching: narrow(membersOf(db, param('organization'))).$if(isSearch, (members) =>
        members.where(matchesSearch(db, param('search'))),
      ),
      counted: isSearch
        ? undefined
        : narrow(db.selectFrom('members').where('members.organization_id', '=', param('organization'))),
      select: (members) => members.select(MEMBER_COLUMNS),
      by: [sort === 'joinedAt' ? 'members.joined_at' : 'members.last_seen_at', 'members.user_id'],
      direction,
    }
  },
)

const matchesSearch = (db: Db, pattern: string) =>
  sql<boolean>`(${isLike(db, sql.ref('users.display_name'), pattern)}
    or ${isLike(db, sql.ref('users.email'), pattern)})`

export const findMember = (db: Db, organizationId: string, userId: string): Promise<MemberRow | undefined> =>
  membersOf(db, organizationId).select(MEMBER_COLUMNS).where('members.user_id', '=', userId).executeTakeFirst()

/** Lists spaces that both the member and the caller can see, by age. */
export const listSharedSpaces = (db: Db, member: Viewer, caller: Viewer, page: Page, direction: 'asc' | 'desc') =>
  selectPage(
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

/** True if the organization deactivated the user by SCIM. */
export async function isDeactivated(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scim_users')
    .select('active')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.active === 0
}

/** Removes a user from the organization, with their grants, teams, sessions and bound tokens there. */
export async function removeMember(db: Db, organizationId: string, userId: string): Promise<void> {
  const inside = (table: 'teams' | 'spaces' | 'collections' | 'sites') =>
    db.selectFrom(table).select('id').where('organization_id', '=', organizationId)
  await db.deleteFrom('team_members').where('user_id', '=', userId).where('team_id', 'in', inside('teams')).execute()
  await db
    .deleteFrom('grants')
    .where('user_id', '=', userId)
    .where((grant) =>
      grant.or([
        grant('space_id', 'in', inside('spaces')),
        grant('collection_id', 'in', inside('collections')),
        grant('site_id', 'in', inside('sites')),
      ]),
    )
    .execute()
  await db
    .deleteFrom('session_organizations')
    .where('organization_id', '=', organizationId)
    .where('session_id', 'in', db.selectFrom('sessions').select('id').where('user_id', '=', userId))
    .execute()
  for (const table of ['tokens', 'members'] as const)
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
