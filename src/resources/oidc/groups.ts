// Applies the groups of a user at the identity provider to the teams of the organization.
import type { Db, Row } from '../../db/tables.ts'
import { putTeamMembers, removeTeamMembers } from '../../domain/people/index.ts'
import type { OidcProvider } from '../../domain/sso/index.ts'
import { appendEvent } from '../../events/events.ts'
import { listGroupTeams } from './queries.ts'

/** Users join the teams of their groups, and leave other teams that groups decide about. Other teams stay. */
export async function updateTeams(
  db: Db,
  provider: OidcProvider,
  { id: userId }: Row<'users'>,
  groups: ReadonlySet<string>,
  requestId: string,
): Promise<void> {
  const mapping = (await listGroupTeams(db, [provider.id])).get(provider.id) ?? []
  const given = new Set(mapping.filter(({ group }) => groups.has(group)).map(({ team }) => team))
  const current = await listTeamsOf(db, userId, provider.organization_id)
  for (const team of new Set(mapping.map(({ team }) => team))) {
    if (given.has(team) === current.has(team)) continue
    if (given.has(team)) await putTeamMembers(db, team, new Map([[userId, undefined]]))
    else await removeTeamMembers(db, team, [userId])
    await appendEvent(db, {
      organizationId: provider.organization_id,
      action: 'team.members.updated',
      actorId: userId,
      tokenId: null,
      target: { kind: 'team', id: team },
      data: given.has(team) ? { put: [userId] } : { removed: [userId] },
      requestId,
    })
  }
}

async function listTeamsOf(db: Db, userId: string, organizationId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select('team_members.team_id')
    .where('team_members.user_id', '=', userId)
    .where('teams.organization_id', '=', organizationId)
    .execute()
  return new Set(rows.map(({ team_id }) => team_id))
}
