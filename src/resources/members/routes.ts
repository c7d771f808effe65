import { routes } from '../../server/operation.ts'
import { Member, MemberPatch, MemberSpace, MembersQuery, OrderQuery, Ping } from '../../shapes/members.ts'
import { TeamOfMember, TeamTitleQuery } from '../../shapes/teams.ts'

export const memberRoutes = routes('Members', {
  listMembersInOrganizationById: {
    get: '/orgs/:organizationId/members',
    can: 'organization.listMembers',
    kept: true,
    query: MembersQuery,
    list: Member,
    summary: 'List the members of an organization',
  },
  getMemberInOrganizationById: {
    get: '/orgs/:organizationId/members/:userId',
    can: 'organization.view',
    reply: Member,
    summary: 'Get a member; guests can only get themselves',
  },
  updateMemberInOrganizationById: {
    patch: '/orgs/:organizationId/members/:userId',
    can: 'organization.admin',
    body: MemberPatch,
    reply: Member,
    event: 'organization.member.updated',
    summary: 'Update the role of a member',
  },
  removeMemberFromOrganizationById: {
    delete: '/orgs/:organizationId/members/:userId',
    can: 'organization.view',
    event: 'organization.member.removed',
    summary: 'Remove a member, or leave the organization yourself',
  },
  updateOrganizationMemberLastSeenAt: {
    post: '/orgs/:organizationId/ping',
    can: 'organization.view',
    reply: Ping,
    event: 'organization.member.seen',
    summary: 'Update the time when you were last seen',
  },
  setUserAsSSOMemberForOrganization: {
    post: '/orgs/:organizationId/members/:userId/sso',
    can: 'organization.admin',
    reply: Member,
    event: 'organization.member.updated',
    summary: 'Mark a member as a single sign-on member',
  },
  listSpacesForOrganizationMember: {
    get: '/orgs/:organizationId/members/:userId/spaces',
    can: 'organization.view',
    query: OrderQuery,
    list: MemberSpace,
    summary: 'List the spaces that both you and a member can see, with the role of the member on each',
  },
  listTeamsForOrganizationMember: {
    get: '/orgs/:organizationId/members/:userId/teams',
    can: 'organization.listTeams',
    query: TeamTitleQuery,
    list: TeamOfMember,
    summary: 'List the teams a member is in',
  },
})
