import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { NewSamlProvider, SamlProvider, SamlProviderPatch, SsoLogin } from './schemas.ts'

export const samlRoutes = routes('Single sign-on', {
  listSAMLProvidersInOrganizationById: {
    get: '/orgs/:organizationId/saml',
    can: 'organization.admin',
    list: SamlProvider,
    summary: 'List the SAML providers of an organization, oldest first',
  },
  createOrganizationSAMLProvider: {
    post: '/orgs/:organizationId/saml',
    can: 'organization.admin',
    sensitive: true,
    body: NewSamlProvider,
    reply: SamlProvider,
    status: 201,
    event: 'organization.saml-provider.created',
    summary: 'Create a SAML provider; its `service` has the URLs to enter at the identity provider',
  },
  getOrganizationSAMLProviderById: {
    get: '/orgs/:organizationId/saml/:samlProviderId',
    can: 'organization.admin',
    reply: SamlProvider,
    summary: 'Get a SAML provider',
  },
  updateOrganizationSAMLProvider: {
    patch: '/orgs/:organizationId/saml/:samlProviderId',
    can: 'organization.admin',
    sensitive: true,
    body: SamlProviderPatch,
    reply: SamlProvider,
    event: 'organization.saml-provider.updated',
    summary: 'Update a SAML provider',
  },
  deleteOrganizationSAMLProvider: {
    delete: '/orgs/:organizationId/saml/:samlProviderId',
    can: 'organization.admin',
    sensitive: true,
    event: 'organization.saml-provider.deleted',
    summary: 'Delete a SAML provider and end the sessions of its users; they stay members',
  },
  listSSOProviderLoginsInOrganization: {
    get: '/orgs/:organizationId/sso',
    can: 'user',
    bound: true,
    reply: Type.Object({ items: Type.Array(SsoLogin) }),
    summary: 'List the sign-in URLs of an organization; any valid token is accepted',
  },
})
