// Teams in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { countSpacesOfTeams, type Viewer } from '../../access/visibility.ts'
import { type Objects, permissionsOf } from '../../access/vocabulary.ts'
import { contains } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Team, TeamsQuery } from './schemas.ts'

/** A team as the caller holds it, without what is counted for a whole page at once. */
export type TeamRow = Row<'teams'> & { members: number; owned: number | boolean }

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

/** Adds how many spaces each of these teams was given access to. */
export async function withTeamSpaces<T extends TeamRow>(
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

export const size = sql<number>`(select count(*) from team_members where team_id = teams.id)`.as('members')

export const isOwner = (userId: string) => sql<number | boolean>`exists (
  select 1 from team_members where team_id = teams.id and user_id = ${userId} and role = 'owner')`

/** True for every team when the user is an admin of the organization: they can manage them all. */
const isManager = (userId: string) => sql<boolean>`(${isOwner(userId)} or exists (
  select 1 from members
  where members.organization_id = teams.organization_id and members.user_id = ${userId} and members.role = 'admin'))`

export const takeTeams = (db: Db, viewer: Viewer, { title, owner }: Static<typeof TeamsQuery>, page: Page) =>
  takePage(
    teamsMatching(db, viewer.organizationId, title).$if(owner !== undefined, (teams) => teams.where(isManager(owner!))),
    (teams) => teams.selectAll('teams').select([size, isOwner(viewer.userId).as('owned')]),
    page,
    { by: ['teams.id'] },
  )

export const takeTeamsOfMember = (
  db: Db,
  viewer: Viewer,
  userId: string,
  { title }: { title?: string | undefined },
  page: Page,
) =>
  takePage(
    teamsMatching(db, viewer.organizationId, title)
      .innerJoin('team_members as theirs', 'theirs.team_id', 'teams.id')
      .where('theirs.user_id', '=', userId),
    (teams) =>
      teams.selectAll('teams').select(['theirs.role as member_role', size, isOwner(viewer.userId).as('owned')]),
    page,
    { by: ['teams.id'] },
  )

export async function countTeam(db: Db, team: Objects['team']) {
  const { members } = await db.selectFrom('teams').select(size).where('id', '=', team.id).executeTakeFirstOrThrow()
  const [counted] = await withTeamSpaces(db, team.organization_id, [{ ...team, members }])
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

/** Also what was given to the team, and who was in it: the database removes both with it. */
export async function removeTeam(db: Db, id: string): Promise<void> {
  await db.deleteFrom('teams').where('id', '=', id).execute()
}
