import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { InstalledIntegration, IntegrationStatus, StatusReply } from '../installations/schemas.ts'
import { Block, CatalogueQuery, Integration, SearchQuery } from '../integrations/schemas.ts'

const ORGANIZATION = '/orgs/:organizationId'

export const installedIntegrationRoutes = routes('Integrations in use', {
  listOrganizationIntegrations: {
    get: `${ORGANIZATION}/integrations`,
    can: 'organization.listIntegrations',
    query: CatalogueQuery,
    list: Integration,
    summary: 'List the public integrations, and those that an organization owns or has installed',
  },
  listOrganizationInstallations: {
    get: `${ORGANIZATION}/installations`,
    can: 'organization.listInstallations',
    query: SearchQuery,
    list: InstalledIntegration,
    summary: 'List what is installed in an organization',
  },
  listOrganizationIntegrationsStatus: {
    get: `${ORGANIZATION}/integrations/installations-status`,
    can: 'organization.listIntegrations',
    query: SearchQuery,
    list: IntegrationStatus,
    summary: 'List the integrations that are installed in an organization, with the status of each',
  },
  getOrganizationIntegrationStatus: {
    get: `${ORGANIZATION}/integrations/:integrationName/installation_status`,
    can: 'organization.listIntegrations',
    reply: StatusReply,
    summary: 'Get the status of an integration in an organization',
  },
  listSpaceIntegrations: {
    get: '/spaces/:spaceId/integrations',
    can: 'space.view',
    query: SearchQuery,
    list: Integration,
    summary: 'List the integrations that are at work in a space',
  },
  listSpaceIntegrationsBlocks: {
    get: '/spaces/:spaceId/integration-blocks',
    can: 'space.view',
    reply: Type.Array(Type.Object({ name: Type.String(), blocks: Type.Array(Block) })),
    summary: 'List the blocks that integrations bring to a space',
  },
  listSiteIntegrations: {
    get: `${ORGANIZATION}/sites/:siteId/integrations`,
    can: 'site.view',
    query: SearchQuery,
    list: Integration,
    summary: 'List the integrations that are at work on a site',
  },
})
