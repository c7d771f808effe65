// The teams that providers add users to.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { lock } from '../../access/loading/locks.ts'
import type { Viewer } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Team } from '../../shapes/teams.ts'
import { isTeamOwner, memberCount, toTeam, withTeamSpaceCounts } from '../people/index.ts'

/** The default teams of providers by id, as replies show them. */
export async function listDefaultTeams(
  db: Db,
  { organizationId, userId, role }: Viewer,
  providers: readonly { default_team_id: string | null }[],
): Promise<Map<string, Static<typeof Team>>> {
  const ids = providers.flatMap(({ default_team_id }) => default_team_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('teams')
    .selectAll('teams')
    .select([memberCount, isTeamOwner(userId).as('owned')])
    .where(isOneOf(db, sql.ref('teams.id'), ids))
    .execute()
  const counted = await withTeamSpaceCounts(db, organizationId, rows)
  return new Map(counted.map((team) => [team.id, toTeam(team, { role })]))
}

/** Locks the team that a field of a request names, and checks that it is in the organization. */
export async function lockTeam(db: Db, organizationId: string, id: string, path: string): Promise<void> {
  await lock(db, 'team', id)
  const team = await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!team) throw invalid({ path, message: 'is not a team of this organization' })
}
