import { routes } from '../../server/operation.ts'
import { TeamOfMember, TeamTitleQuery } from '../teams/schemas.ts'
import { Member, MemberPatch, MemberSpace, MembersQuery, OrderQuery, Ping } from './schemas.ts'

export const memberRoutes = routes('Members', {
  listMembersInOrganizationById: {
    get: '/orgs/:organizationId/members',
    can: 'organization.listMembers',
    query: MembersQuery,
    list: Member,
    summary: 'List the members of an organization',
  },
  getMemberInOrganizationById: {
    get: '/orgs/:organizationId/members/:userId',
    can: 'organization.view',
    reply: Member,
    summary: 'Get a member; guests can get only themselves',
  },
  updateMemberInOrganizationById: {
    patch: '/orgs/:organizationId/members/:userId',
    can: 'organization.admin',
    body: MemberPatch,
    reply: Member,
    event: 'organization.member.updated',
    summary: 'Change the role of a member',
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
    summary: 'Say that you are here: refreshes when you were last seen',
  },
  setUserAsSSOMemberForOrganization: {
    post: '/orgs/:organizationId/members/:userId/sso',
    can: 'organization.admin',
    reply: Member,
    event: 'organization.member.updated',
    summary: 'Let a member in through single sign-on',
  },
  listSpacesForOrganizationMember: {
    get: '/orgs/:organizationId/members/:userId/spaces',
    can: 'organization.view',
    query: OrderQuery,
    list: MemberSpace,
    summary: 'List the spaces a member can see, with their role on each; only spaces that you can see too',
  },
  listTeamsForOrganizationMember: {
    get: '/orgs/:organizationId/members/:userId/teams',
    can: 'organization.listTeams',
    query: TeamTitleQuery,
    list: TeamOfMember,
    summary: 'List the teams a member is in',
  },
})
