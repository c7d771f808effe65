import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import {
  DevelopmentMode,
  IntegrationEvent,
  NewTask,
  RenderOutput,
  RenderQuery,
  RenderRequest,
  Script,
  TracedEvent,
} from '../../shapes/integration-activity.ts'

const INTEGRATION = '/integrations/:integrationName'

export const integrationActivityRoutes = routes('Integration activity', {
  listIntegrationEvents: {
    get: `${INTEGRATION}/events`,
    can: 'integration.admin',
    list: IntegrationEvent,
    summary: 'List the events dispatched to an integration in the last week, newest first',
  },
  getIntegrationEvent: {
    get: `${INTEGRATION}/events/:eventId`,
    can: 'integration.admin',
    reply: TracedEvent,
    summary: 'Get an event dispatched to an integration, with its logs',
  },
  renderIntegrationUIWithPost: {
    post: `${INTEGRATION}/render`,
    can: 'integration.view',
    visitors: true,
    readOnly: true,
    body: RenderRequest,
    reply: RenderOutput,
    summary: 'Render a component of an integration',
  },
  renderIntegrationUIWithGet: {
    get: `${INTEGRATION}/render`,
    can: 'integration.view',
    visitors: true,
    query: RenderQuery,
    reply: RenderOutput,
    summary: 'Render a component of an integration, with the request in the URL',
  },
  queueIntegrationTask: {
    post: `${INTEGRATION}/tasks`,
    can: 'integration.act',
    body: NewTask,
    event: 'integration.task.queued',
    summary: 'Queue a task that is dispatched to the integration later',
  },
  setIntegrationDevelopmentMode: {
    put: `${INTEGRATION}/dev`,
    can: 'integration.admin',
    body: DevelopmentMode,
    event: 'integration.development.started',
    summary: 'Send events to the tunnel of a developer, for at most eight hours',
  },
  disableIntegrationDevelopmentMode: {
    delete: `${INTEGRATION}/dev`,
    can: 'integration.admin',
    status: 205,
    event: 'integration.development.ended',
    summary: 'Stop sending events to the tunnel of a developer',
  },
  listSpaceIntegrationScripts: {
    get: '/spaces/:spaceId/integration-scripts',
    can: 'space.view',
    visitors: true,
    reply: Type.Array(Script),
    summary: 'List the scripts that integrations add to the pages of a space',
  },
  listSiteIntegrationScripts: {
    get: '/orgs/:organizationId/sites/:siteId/integration-scripts',
    can: 'site.view',
    visitors: true,
    reply: Type.Array(Script),
    summary: 'List the scripts that integrations add to the pages of a site',
  },
})
