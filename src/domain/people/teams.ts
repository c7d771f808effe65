// Team rows and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Objects, permissionsOf } from '../../access/permissions.ts'
import { countSpacesOfTeams, type Viewer } from '../../access/visibility.ts'
import { contains } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Team, TeamsQuery } from '../../shapes/teams.ts'

/** Without the counts that are loaded for a whole page at once. */
type TeamRow = Row<'teams'> & { members: number; owned: number | boolean }

export function toTeam(
  team: TeamRow & { spaces: number },
  { role }: Pick<Objects['organization'], 'role'>,
): Static<typeof Team> {
  return {
    object: 'team',
    id: team.id,
    title: team.title,
    members: team.members,
    spaces: team.spaces,
    createdAt: team.created_at,
    permissions: permissionsOf('team', { ...team, role, owned: Boolean(team.owned) }),
  }
}

/** Adds the number of spaces that each team can access. */
export async function withTeamSpaceCounts<T extends TeamRow>(
  db: Db,
  organizationId: string,
  teams: readonly T[],
): Promise<(T & { spaces: number })[]> {
  if (teams.length === 0) return []
  const ids = teams.map(({ id }) => id)
  const spaces = await countSpacesOfTeams(db, organizationId, ids)
  return teams.map((team) => ({ ...team, spaces: spaces.get(team.id) ?? 0 }))
}

const teamsMatching = (db: Db, organizationId: string, title: string | undefined) =>
  db
    .selectFrom('teams')
    .where('teams.organization_id', '=', organizationId)
    .$if(title !== undefined, (teams) => teams.where(contains(db, sql.ref('teams.title'), title!)))

export const memberCount = sql<number>`(select count(*) from team_members where team_id = teams.id)`.as('members')

export const isTeamOwner = (userId: string) => sql<number | boolean>`exists (
  select 1 from team_members where team_id = teams.id and user_id = ${userId} and role = 'owner')`

/** Admins of the organization manage all of its teams. */
const isManager = (userId: string) => sql<boolean>`(${isTeamOwner(userId)} or exists (
  select 1 from members
  where members.organization_id = teams.organization_id and members.user_id = ${userId} and members.role = 'admin'))`

export const listTeams = (db: Db, viewer: Viewer, { title, owner }: Static<typeof TeamsQuery>, page: Page) =>
  selectPage(
    teamsMatching(db, viewer.organizationId, title).$if(owner !== undefined, (teams) => teams.where(isManager(owner!))),
    (teams) => teams.selectAll('teams').select([memberCount, isTeamOwner(viewer.userId).as('owned')]),
    page,
    { by: ['teams.id'] },
  )

export const listTeamsOfMember = (
  db: Db,
  viewer: Viewer,
  userId: string,
  { title }: { title?: string | undefined },
  page: Page,
) =>
  selectPage(
    teamsMatching(db, viewer.organizationId, title)
      .innerJoin('team_members as theirs', 'theirs.team_id', 'teams.id')
      .where('theirs.user_id', '=', userId),
    (teams) =>
      teams
        .selectAll('teams')
        .select(['theirs.role as member_role', memberCount, isTeamOwner(viewer.userId).as('owned')]),
    page,
    { by: ['teams.id'] },
  )

export async function withTeamCounts(db: Db, team: Objects['team']) {
  const { members } = await db
    .selectFrom('teams')
    .select(memberCount)
    .where('id', '=', team.id)
    .executeTakeFirstOrThrow()
  const [counted] = await withTeamSpaceCounts(db, team.organization_id, [{ ...team, members }])
  return counted!
}

export const insertTeam = (db: Db, organizationId: string, title: string): Promise<Row<'teams'>> =>
  db
    .insertInto('teams')
    .values({ id: newId(), organization_id: organizationId, title, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateTeam = (db: Db, id: string, title: string | undefined): Promise<Row<'teams'>> =>
  db.updateTable('teams').set({ id, title }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The database also removes the team's grants and memberships. */
export async function removeTeam(db: Db, id: string): Promise<void> {
  await db.deleteFrom('teams').where('id', '=', id).execute()
}
