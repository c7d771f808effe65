import { routes } from '../../server/operation.ts'
import {
  NewTeam,
  OrganizationTeamMember,
  Team,
  TeamMembership,
  TeamMembersUpdate,
  TeamPatch,
  TeamsQuery,
} from '../../shapes/teams.ts'

export const teamRoutes = routes('Teams', {
  listTeamsInOrganizationById: {
    get: '/orgs/:organizationId/teams',
    can: 'organization.listTeams',
    kept: true,
    query: TeamsQuery,
    list: Team,
    summary: 'List the teams of an organization, oldest first',
  },
  createOrganizationTeam: {
    put: '/orgs/:organizationId/teams',
    can: 'organization.admin',
    body: NewTeam,
    reply: Team,
    status: 201,
    event: 'team.created',
    summary: 'Create a team with the listed members; you are a member only if listed',
  },
  getTeamInOrganizationById: {
    get: '/orgs/:organizationId/teams/:teamId',
    can: 'team.view',
    reply: Team,
    summary: 'Get a team',
  },
  updateTeamInOrganizationById: {
    patch: '/orgs/:organizationId/teams/:teamId',
    can: 'team.admin',
    body: TeamPatch,
    reply: Team,
    event: 'team.updated',
    summary: 'Update a team',
  },
  removeTeamFromOrganizationById: {
    delete: '/orgs/:organizationId/teams/:teamId',
    can: 'team.admin',
    event: 'team.deleted',
    summary: 'Delete a team and the access it gave to its members',
  },
  listTeamMembersInOrganizationById: {
    get: '/orgs/:organizationId/teams/:teamId/members',
    can: 'team.view',
    list: OrganizationTeamMember,
    summary: 'List the members of a team with their roles',
  },
  updateMembersInOrganizationTeam: {
    put: '/orgs/:organizationId/teams/:teamId/members',
    can: 'team.admin',
    body: TeamMembersUpdate,
    event: 'team.members.updated',
    summary: 'Add, update and remove members of a team; `remove` takes precedence',
  },
  addMemberToOrganizationTeamById: {
    put: '/orgs/:organizationId/teams/:teamId/members/:userId',
    can: 'team.admin',
    body: TeamMembership,
    event: 'team.members.updated',
    summary: 'Add a member to a team, or update their role in it',
  },
  deleteMemberFromOrganizationTeamById: {
    delete: '/orgs/:organizationId/teams/:teamId/members/:userId',
    can: 'team.admin',
    event: 'team.members.updated',
    summary: 'Remove a member from a team',
  },
})
