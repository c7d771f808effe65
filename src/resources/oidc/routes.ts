import { routes } from '../../server/operation.ts'
import { NewOidcProvider, OidcProvider, OidcProviderPatch } from './schemas.ts'

export const oidcRoutes = routes('Single sign-on', {
  listOIDCProvidersInOrganizationById: {
    get: '/orgs/:organizationId/oidc',
    can: 'organization.admin',
    list: OidcProvider,
    summary: 'List the OpenID Connect providers of an organization, oldest first',
  },
  createOrganizationOIDCProvider: {
    post: '/orgs/:organizationId/oidc',
    can: 'organization.admin',
    sensitive: true,
    body: NewOidcProvider,
    reply: OidcProvider,
    status: 201,
    event: 'organization.oidc-provider.created',
    summary: 'Create an OpenID Connect provider; its `service` has the redirect URI to register at the provider',
  },
  getOrganizationOIDCProviderById: {
    get: '/orgs/:organizationId/oidc/:oidcProviderId',
    can: 'organization.admin',
    reply: OidcProvider,
    summary: 'Get an OpenID Connect provider',
  },
  updateOrganizationOIDCProvider: {
    patch: '/orgs/:organizationId/oidc/:oidcProviderId',
    can: 'organization.admin',
    sensitive: true,
    body: OidcProviderPatch,
    reply: OidcProvider,
    event: 'organization.oidc-provider.updated',
    summary: 'Update an OpenID Connect provider',
  },
  deleteOrganizationOIDCProvider: {
    delete: '/orgs/:organizationId/oidc/:oidcProviderId',
    can: 'organization.admin',
    sensitive: true,
    event: 'organization.oidc-provider.deleted',
    summary: 'Delete an OpenID Connect provider and end the sessions of its users; they stay members',
  },
})
