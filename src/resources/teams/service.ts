import type { Static } from 'typebox'
import { lock } from '../../access/loading/locks.ts'
import type { Db } from '../../db/tables.ts'
import {
  findMember,
  insertTeam,
  listTeamMembers,
  listTeams,
  type MemberReference,
  putTeamMembers,
  removeTeam,
  removeTeamMembers,
  resolveMembers,
  toMember,
  toTeam,
  updateTeam,
  viewerOf,
  withSpaceCounts,
  withTeamCounts,
  withTeamSpaceCounts,
} from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import type { TeamMembersUpdate } from '../../shapes/teams.ts'
import { teamRoutes } from './routes.ts'

export const teams = implement(teamRoutes, {
  async listTeamsInOrganizationById({ db, organization, caller, query, page }) {
    const { rows, count, next } = await listTeams(db, viewerOf(organization, caller), query, page)
    const counted = await withTeamSpaceCounts(db, organization.id, rows)
    return { items: counted.map((team) => toTeam(team, organization)), count, next }
  },

  async createOrganizationTeam({ db, organization, body }) {
    const listed = referencesIn('members', body.members)
    const idOf = await resolveMembers(db, organization.id, listed)
    const row = await insertTeam(db, organization.id, body.title)
    const members = new Map(listed.map(({ user }) => [idOf(user), undefined]))
    await putTeamMembers(db, row.id, members)
    return toTeam({ ...row, members: members.size, spaces: 0, owned: false }, organization)
  },

  async getTeamInOrganizationById({ db, organization, team }) {
    return toTeam(await withTeamCounts(db, team), organization)
  },

  async updateTeamInOrganizationById({ db, organization, team, body }) {
    const row = await updateTeam(db, team.id, body.title)
    return toTeam(await withTeamCounts(db, { ...team, ...row }), organization)
  },

  async removeTeamFromOrganizationById({ db, team }) {
    await removeTeam(db, team.id)
  },

  async listTeamMembersInOrganizationById({ db, organization, team, page, urls }) {
    const { rows, count, next } = await listTeamMembers(db, team, page)
    const counted = await withSpaceCounts(db, organization.id, rows)
    const items = counted.map((member) => ({
      organization: toMember(member, organization, urls),
      team: { role: member.team_role },
      // Everyone who can see a team can see its members.
      permissions: { view: true },
    }))
    return { items, count, next }
  },

  async updateMembersInOrganizationTeam({ db, organization, team, body, report }) {
    const { put, removed } = await planUpdate(db, organization.id, body)
    await putTeamMembers(db, team.id, put)
    await removeTeamMembers(db, team.id, removed)
    report({ data: { put: [...put.keys()], removed } })
  },

  async addMemberToOrganizationTeamById({ db, organization, team, params, body, report }) {
    await lockMembers(db, organization.id)
    const member = await findMember(db, organization.id, params.userId)
    if (!member) throw problem('notFound')
    await putTeamMembers(db, team.id, new Map([[member.id, body.role]]))
    report({ data: { put: [member.id] } })
  },

  async deleteMemberFromOrganizationTeamById({ db, team, params, report }) {
    if ((await removeTeamMembers(db, team.id, [params.userId])) === 0) throw problem('notFound')
    report({ data: { removed: [params.userId] } })
  },
})

/** The members to add or update, and those to remove. Removal takes precedence. */
async function planUpdate(
  db: Db,
  organizationId: string,
  { add, remove, memberships = {} }: Static<typeof TeamMembersUpdate>,
) {
  await lockMembers(db, organizationId)
  const adding = referencesIn('add', add)
  const removing = referencesIn('remove', remove)
  const changing = Object.keys(memberships).map((user) => ({ user, path: `memberships.${user}` }))
  const idOf = await resolveMembers(db, organizationId, [...adding, ...removing, ...changing])
  const removed = removing.map(({ user }) => idOf(user))
  const put = new Map<string, 'owner' | 'member' | undefined>()
  for (const { user } of adding) put.set(idOf(user), undefined)
  for (const { user } of changing) put.set(idOf(user), memberships[user]!.role)
  for (const id of removed) put.delete(id)
  return { put, removed }
}

const referencesIn = (field: string, users: readonly string[] = []): MemberReference[] =>
  users.map((user, at) => ({ user, path: `${field}.${at}` }))

/** Keeps members from leaving the organization while they are added to a team. */
const lockMembers = (db: Db, organizationId: string) => lock(db, 'organization', organizationId)
