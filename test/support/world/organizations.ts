// Organizations, the people in them, their teams, invites, tokens and collections.
import { labelOf } from '../names.ts'
import { foundAnother, make, ORGANIZATION, type Part } from './part.ts'

/** Addresses of test users are in this domain. */
const openToExample: NonNullable<Part['needs']>[string]['before'] = (world) =>
  make(world, ORGANIZATION, { emailDomains: ['example.com'] }, 'PATCH')

export const organizations: Part = {
  makers: {
    organizationId: async ({ ids }) => ids.organizationId!,
    userId: async ({ member }) => member.id,
    tokenId: (world) => make(world, '/v1/user/tokens', { label: 'A token' }),
    emailDomain: async (world) => {
      const domain = `${labelOf(world.ids.organizationId!)}.example`
      await make(world, ORGANIZATION, { emailDomains: [domain] }, 'PATCH')
      return domain
    },
    teamId: (world) => make(world, `${ORGANIZATION}/teams`, { title: 'A team', members: [world.member.id] }, 'PUT'),
    inviteId: (world) => make(world, `${ORGANIZATION}/link-invites`, { role: 'read' }),
    collectionId: (world) => make(world, `${ORGANIZATION}/collections`, { title: 'A collection' }),
    subdomain: async (world) => {
      const hostname = labelOf(world.ids.organizationId!)
      await make(world, ORGANIZATION, { hostname }, 'PATCH')
      return hostname
    },
    scimTokenId: (world) => make(world, `${ORGANIZATION}/scim-tokens`, { label: 'A token' }),
    oidcProviderId: (world) => make(world, `${ORGANIZATION}/oidc`, { label: 'A provider' }),
    samlProviderId: (world) => make(world, `${ORGANIZATION}/saml`, { label: 'A provider' }),
  },
  needs: {
    getServer: { as: async ({ server }) => server.admin },
    listServerUsers: { as: async ({ server }) => server.admin },
    listServerOrganizations: { as: async ({ server }) => server.admin },
    updateServerUser: { as: async ({ server }) => server.admin, body: () => ({ serverAdmin: true }) },
    updateUserById: { as: async ({ member }) => member },
    transferCollection: { before: foundAnother, body: ({ ids }) => ({ organization: ids.anotherOrganization }) },
    inviteToCollection: { body: ({ ids }) => ({ role: 'edit', teams: [ids.teamId] }) },
    joinOrganizationWithInvite: { before: openToExample, as: ({ server }) => server.join() },
    joinOrganization: {
      before: openToExample,
      as: ({ server }) => server.join(),
    },
  },
  pointing: [
    { id: 'createCollection', body: (ids) => ({ parent: ids.collectionId }) },
    { id: 'moveCollection', body: (ids) => ({ parent: ids.collectionId }) },
    { id: 'transferCollection', body: (ids) => ({ organization: ids.organizationId }) },
    { id: 'createOrganizationInvite', body: (ids) => ({ level: 'read', space: ids.spaceId }) },
    { id: 'createOrganizationInvite', body: (ids) => ({ level: 'read', collection: ids.collectionId }) },
    { id: 'createOrganizationTeam', body: (ids) => ({ title: 'A team', members: [ids.userId] }) },
    { id: 'updateMembersInOrganizationTeam', body: (ids) => ({ add: [ids.userId] }) },
    { id: 'inviteToCollection', body: (ids) => ({ role: 'read', users: [ids.userId] }) },
    { id: 'inviteToCollection', body: (ids) => ({ role: 'read', teams: [ids.teamId] }) },
    { id: 'updateOrganizationById', body: (ids) => ({ defaultContent: { type: 'site', site: ids.siteId } }) },
    { id: 'createOrganizationSAMLProvider', body: (ids) => ({ label: 'A provider', defaultTeam: ids.teamId }) },
    { id: 'createOrganizationOIDCProvider', body: (ids) => ({ label: 'A provider', defaultTeam: ids.teamId }) },
    { id: 'updateOrganizationOIDCProvider', body: (ids) => ({ groups: [{ group: 'a', team: ids.teamId }] }) },
    { id: 'updateOrganizationSAMLProvider', body: (ids) => ({ defaultTeam: ids.teamId }) },
  ],
  final: ['joinOrganizationWithInvite', 'joinOrganization'],
}
