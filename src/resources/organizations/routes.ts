import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { NewOrganization, Organization, OrganizationPatch } from '../../shapes/organizations.ts'

export const organizationRoutes = routes('Organizations', {
  listOrganizationsForAuthenticatedUser: {
    get: '/orgs',
    can: 'user',
    bound: true,
    list: Organization,
    summary: 'List your organizations',
  },
  createOrganization: {
    post: '/orgs',
    can: 'user',
    body: NewOrganization,
    reply: Organization,
    status: 201,
    event: 'organization.created',
    summary: 'Create an organization and become its admin; the server may restrict this to server admins',
  },
  getOrganizationById: {
    get: '/orgs/:organizationId',
    can: 'organization.view',
    reply: Organization,
    summary: 'Get an organization',
  },
  updateOrganizationById: {
    patch: '/orgs/:organizationId',
    can: 'organization.admin',
    body: OrganizationPatch,
    reply: Organization,
    event: 'organization.updated',
    summary: 'Update an organization',
  },
  getOrganizationsForEmailDomain: {
    get: '/email-domains/:emailDomain/orgs',
    can: 'user',
    bound: true,
    reply: Type.Object({ organizations: Type.Array(Organization) }),
    summary: 'List your organizations with an email domain',
  },
})
