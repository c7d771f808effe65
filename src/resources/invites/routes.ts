import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { EmailInvites, Invite, InvitedUsers, InvitePatch, InvitesQuery, ListedInvite, NewInvite } from './schemas.ts'

export const inviteRoutes = routes('Invites', {
  inviteUsersToOrganization: {
    post: '/orgs/:organizationId/invites',
    can: 'organization.admin',
    body: EmailInvites,
    reply: InvitedUsers,
    event: 'organization.member.invited',
    summary: 'Make the people with these email addresses members',
  },
  joinOrganizationWithInvite: {
    post: '/orgs/:organizationId/invites/:inviteId',
    can: 'user',
    reply: Type.Object({}),
    event: 'organization.member.joined',
    summary: 'Follow an invite link',
  },
  listOrganizationInviteLinks: {
    get: '/orgs/:organizationId/link-invites',
    can: 'organization.view',
    query: InvitesQuery,
    list: ListedInvite,
    summary: 'List the invite links to an organization, or to one space or collection in it',
  },
  createOrganizationInvite: {
    post: '/orgs/:organizationId/link-invites',
    can: 'organization.view',
    body: NewInvite,
    reply: Invite,
    status: 201,
    event: 'organization.invite.created',
    summary: 'Create an invite link to an organization, a space or a collection',
  },
  getOrganizationInviteLink: {
    get: '/orgs/:organizationId/link-invites/:inviteId',
    can: 'organization.view',
    reply: Invite,
    summary: 'Get an invite link',
  },
  updateOrganizationInviteById: {
    patch: '/orgs/:organizationId/link-invites/:inviteId',
    can: 'organization.view',
    body: InvitePatch,
    reply: Invite,
    event: 'organization.invite.updated',
    summary: 'Change the role an invite link gives',
  },
  deleteOrganizationInviteById: {
    delete: '/orgs/:organizationId/link-invites/:inviteId',
    can: 'organization.view',
    event: 'organization.invite.deleted',
    summary: 'Delete an invite link; who has followed it stays',
  },
})
