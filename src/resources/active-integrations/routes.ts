import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { InstalledIntegration, IntegrationStatus, StatusReply } from '../../shapes/installations.ts'
import { Block, CatalogueQuery, Integration, SearchQuery } from '../../shapes/integrations.ts'

const ORGANIZATION = '/orgs/:organizationId'

export const activeIntegrationRoutes = routes('Active integrations', {
  listOrganizationIntegrations: {
    get: `${ORGANIZATION}/integrations`,
    can: 'organization.listIntegrations',
    query: CatalogueQuery,
    list: Integration,
    summary: 'List public integrations and those an organization owns or has installed',
  },
  listOrganizationInstallations: {
    get: `${ORGANIZATION}/installations`,
    can: 'organization.listInstallations',
    query: SearchQuery,
    list: InstalledIntegration,
    summary: 'List the installations in an organization',
  },
  listOrganizationIntegrationsStatus: {
    get: `${ORGANIZATION}/integrations/installations-status`,
    can: 'organization.listIntegrations',
    query: SearchQuery,
    list: IntegrationStatus,
    summary: 'List the integrations installed in an organization, with their status',
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
    summary: 'List the integrations active in a space',
  },
  listSpaceIntegrationsBlocks: {
    get: '/spaces/:spaceId/integration-blocks',
    can: 'space.view',
    reply: Type.Array(Type.Object({ name: Type.String(), blocks: Type.Array(Block) })),
    summary: 'List the blocks that integrations add to a space',
  },
  listSiteIntegrations: {
    get: `${ORGANIZATION}/sites/:siteId/integrations`,
    can: 'site.view',
    query: SearchQuery,
    list: Integration,
    summary: 'List the integrations active on a site',
  },
})
