import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { rolesOn } from '../../access/visibility.ts'
import type { Db } from '../../db/tables.ts'
import {
  findMember,
  hasOtherAdmin,
  listMembers,
  listSharedSpaces,
  listTeamsOfMember,
  type MemberRow,
  recordLastSeen,
  removeMember,
  toMember,
  toTeam,
  updateMember,
  viewerOf,
  viewerOfMember,
  withSpaceCounts,
  withTeamSpaceCounts,
} from '../../domain/people/index.ts'
import { presentSpaces } from '../../domain/spaces/index.ts'
import { problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { memberRoutes } from './routes.ts'

export const members = implement(memberRoutes, {
  async listMembersInOrganizationById({ db, organization, query, page, urls }) {
    const { rows, count, next } = await listMembers(db, organization.id, query, page)
    const counted = await withSpaceCounts(db, organization.id, rows)
    return { items: counted.map((member) => toMember(member, organization, urls)), count, next }
  },

  async getMemberInOrganizationById({ db, organization, caller, params, urls }) {
    if (params.userId !== caller.user.id) authorize('organization.listMembers', { organization })
    return describe(db, organization, await loadMember(db, organization, params.userId), urls)
  },

  async updateMemberInOrganizationById({ db, organization, params, body, urls, report }) {
    const member = await loadMember(db, organization, params.userId)
    const role = body.role === undefined ? member.role : body.role
    if (role !== 'admin') await keepAnAdmin(db, organization, member)
    await updateMember(db, organization.id, member.id, { role })
    report({ data: { role } })
    return describe(db, organization, { ...member, role }, urls)
  },

  async removeMemberFromOrganizationById({ db, organization, caller, params, report }) {
    if (params.userId !== caller.user.id) authorize('organization.admin', { organization })
    const member = await loadMember(db, organization, params.userId)
    await keepAnAdmin(db, organization, member)
    await removeMember(db, organization.id, member.id)
    report({ target: { kind: 'member', id: member.id } })
  },

  async updateOrganizationMemberLastSeenAt({ db, organization, caller, report }) {
    await recordLastSeen(db, organization.id, caller.user.id, now())
    report({ target: { kind: 'member', id: caller.user.id } })
    return {}
  },

  async setUserAsSSOMemberForOrganization({ db, organization, params, urls, report }) {
    const member = await loadMember(db, organization, params.userId)
    await updateMember(db, organization.id, member.id, { sso: 1 })
    report({ data: { sso: true } })
    return describe(db, organization, { ...member, sso: 1 }, urls)
  },

  async listSpacesForOrganizationMember({ db, organization, caller, params, query, page, urls }) {
    if (params.userId !== caller.user.id) authorize('organization.listMembers', { organization })
    const viewer = viewerOf(organization, caller)
    const subject = viewerOfMember(organization.id, await loadMember(db, organization, params.userId))
    const { rows, count, next } = await listSharedSpaces(db, subject, viewer, page, query.order ?? 'desc')
    const theirs = await rolesOn(db, subject, 'space', rows)
    const mine = await rolesOn(db, viewer, 'space', rows)
    const shown = await presentSpaces(db, mine, urls)
    const items = shown.map((space, at) => ({ permission: theirs[at]!.role!, space }))
    return { items, count, next }
  },

  async listTeamsForOrganizationMember({ db, organization, caller, params, query, page }) {
    const member = await loadMember(db, organization, params.userId)
    const { rows, count, next } = await listTeamsOfMember(db, viewerOf(organization, caller), member.id, query, page)
    const teams = await withTeamSpaceCounts(db, organization.id, rows)
    const items = teams.map((team) => ({ team: toTeam(team, organization), member: { role: team.member_role } }))
    return { items, count, next }
  },
})

async function loadMember(db: Db, organization: Objects['organization'], userId: string): Promise<MemberRow> {
  const member = await findMember(db, organization.id, userId)
  if (!member) throw problem('notFound')
  return member
}

async function describe(db: Db, organization: Objects['organization'], member: MemberRow, urls: Urls) {
  const [counted] = await withSpaceCounts(db, organization.id, [member])
  return toMember(counted!, organization, urls)
}

// Operations on members lock the organization, so two admins cannot leave concurrently.
async function keepAnAdmin(db: Db, { id }: Objects['organization'], member: MemberRow): Promise<void> {
  if (member.role === 'admin' && !(await hasOtherAdmin(db, id, member.id))) throw problem('lastAdmin')
}
