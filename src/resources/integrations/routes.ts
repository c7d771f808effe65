import { routes } from '../../server/operation.ts'
import { CatalogueQuery, Integration, NewIntegration } from '../../shapes/integrations.ts'

const INTEGRATION = '/integrations/:integrationName'

export const integrationRoutes = routes('Integrations', {
  listIntegrations: {
    get: '/integrations',
    can: 'user',
    bound: true,
    query: CatalogueQuery,
    list: Integration,
    summary: 'List public integrations and those of your organizations',
  },
  getIntegrationByName: {
    get: INTEGRATION,
    can: 'integration.view',
    reply: Integration,
    summary: 'Get an integration',
  },
  publishIntegration: {
    post: INTEGRATION,
    can: 'user',
    bound: true,
    body: NewIntegration,
    reply: Integration,
    event: 'integration.published',
    summary: 'Publish an integration or its next version',
  },
  unpublishIntegration: {
    delete: INTEGRATION,
    can: 'integration.admin',
    event: 'integration.unpublished',
    summary: 'Remove an integration and all its installations',
  },
})
