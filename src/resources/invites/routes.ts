import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import {
  EmailInvites,
  Invite,
  InvitedUsers,
  InvitePatch,
  InvitesQuery,
  ListedInvite,
  NewInvite,
} from '../../shapes/invites.ts'

export const inviteRoutes = routes('Invites', {
  inviteUsersToOrganization: {
    post: '/orgs/:organizationId/invites',
    can: 'organization.admin',
    body: EmailInvites,
    reply: InvitedUsers,
    event: 'organization.member.invited',
    summary: 'Add people to an organization by email address',
  },
  joinOrganizationWithInvite: {
    post: '/orgs/:organizationId/invites/:inviteId',
    can: 'user',
    reply: Type.Object({}),
    event: 'organization.member.joined',
    summary: 'Join an organization with an invite link',
  },
  joinOrganization: {
    post: '/orgs/:organizationId/join',
    can: 'user',
    event: 'organization.member.joined',
    summary: 'Join an organization that your email domain belongs to, with its default role',
  },
  listOrganizationInviteLinks: {
    get: '/orgs/:organizationId/link-invites',
    can: 'organization.view',
    query: InvitesQuery,
    list: ListedInvite,
    summary: 'List the invite links to an organization, or to one of its spaces or collections',
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
    summary: 'Update the role that an invite link grants',
  },
  deleteOrganizationInviteById: {
    delete: '/orgs/:organizationId/link-invites/:inviteId',
    can: 'organization.view',
    event: 'organization.invite.deleted',
    summary: 'Delete an invite link; people who joined with it stay members',
  },
})
