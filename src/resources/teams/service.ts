import type { Static } from 'typebox'
import { lock } from '../../access/load.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { findMember, toMember, withSpaces } from '../members/queries.ts'
import { viewerOf } from '../organizations/queries.ts'
import { loadReferenced, putTeamMembers, type Reference, removeTeamMembers, takeTeamMembers } from './membership.ts'
import { countTeam, insertTeam, removeTeam, takeTeams, toTeam, updateTeam, withTeamSpaces } from './queries.ts'
import { teamRoutes } from './routes.ts'
import type { TeamMembersUpdate } from './schemas.ts'

export const teams = implement(teamRoutes, {
  async listTeamsInOrganizationById({ db, organization, caller, query, page }) {
    const { rows, count, next } = await takeTeams(db, viewerOf(organization, caller), query, page)
    const counted = await withTeamSpaces(db, organization.id, rows)
    return { items: counted.map((team) => toTeam(team, organization)), count, next }
  },

  async createOrganizationTeam({ db, organization, body }) {
    const listed = referencesIn('members', body.members)
    const idOf = await loadReferenced(db, organization.id, listed)
    const row = await insertTeam(db, organization.id, body.title)
    const members = new Map(listed.map(({ user }) => [idOf(user), undefined]))
    await putTeamMembers(db, row.id, members)
    return toTeam({ ...row, members: members.size, spaces: 0, owned: false }, organization)
  },

  async getTeamInOrganizationById({ db, organization, team }) {
    return toTeam(await countTeam(db, team), organization)
  },

  async updateTeamInOrganizationById({ db, organization, team, body }) {
    const row = await updateTeam(db, team.id, body.title)
    return toTeam(await countTeam(db, { ...team, ...row }), organization)
  },

  async removeTeamFromOrganizationById({ db, team }) {
    await removeTeam(db, team.id)
  },

  async listTeamMembersInOrganizationById({ db, organization, team, page, urls }) {
    const { rows, count, next } = await takeTeamMembers(db, team, page)
    const counted = await withSpaces(db, organization.id, rows)
    const items = counted.map((member) => ({
      organization: toMember(member, organization, urls),
      team: { role: member.team_role },
      // Whoever sees a team sees who is in it.
      permissions: { view: true },
    }))
    return { items, count, next }
  },

  async updateMembersInOrganizationTeam({ db, organization, team, body, note }) {
    const { put, removed } = await planUpdate(db, organization.id, body)
    await putTeamMembers(db, team.id, put)
    await removeTeamMembers(db, team.id, removed)
    note({ data: { put: [...put.keys()], removed } })
  },

  async addMemberToOrganizationTeamById({ db, organization, team, params, body, note }) {
    await holdMembers(db, organization.id)
    const member = await findMember(db, organization.id, params.userId)
    if (!member) throw problem('notFound')
    await putTeamMembers(db, team.id, new Map([[member.id, body.role]]))
    note({ data: { put: [member.id] } })
  },

  async deleteMemberFromOrganizationTeamById({ db, team, params, note }) {
    if ((await removeTeamMembers(db, team.id, [params.userId])) === 0) throw problem('notFound')
    note({ data: { removed: [params.userId] } })
  },
})

/** Who is put into the team, and who is removed from it: removal wins. */
async function planUpdate(
  db: Db,
  organizationId: string,
  { add, remove, memberships = {} }: Static<typeof TeamMembersUpdate>,
) {
  await holdMembers(db, organizationId)
  const adding = referencesIn('add', add)
  const removing = referencesIn('remove', remove)
  const changing = Object.keys(memberships).map((user) => ({ user, path: `memberships.${user}` }))
  const idOf = await loadReferenced(db, organizationId, [...adding, ...removing, ...changing])
  const removed = removing.map(({ user }) => idOf(user))
  const put = new Map<string, 'owner' | 'member' | undefined>()
  for (const { user } of adding) put.set(idOf(user), undefined)
  for (const { user } of changing) put.set(idOf(user), memberships[user]!.role)
  for (const id of removed) put.delete(id)
  return { put, removed }
}

const referencesIn = (field: string, users: readonly string[] = []): Reference[] =>
  users.map((user, at) => ({ user, path: `${field}.${at}` }))

/** Nobody leaves the organization while they are being put into one of its teams. */
const holdMembers = (db: Db, organizationId: string) => lock(db, 'organization', organizationId)
