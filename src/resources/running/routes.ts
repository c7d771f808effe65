import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import {
  DevelopmentMode,
  IntegrationEvent,
  RenderOutput,
  RenderQuery,
  RenderRequest,
  Script,
  Task,
  TracedEvent,
} from './schemas.ts'

const INTEGRATION = '/integrations/:integrationName'

export const runningRoutes = routes('Running integrations', {
  listIntegrationEvents: {
    get: `${INTEGRATION}/events`,
    can: 'integration.admin',
    list: IntegrationEvent,
    summary: 'List what an integration was given in the last week, newest first',
  },
  getIntegrationEvent: {
    get: `${INTEGRATION}/events/:eventId`,
    can: 'integration.admin',
    reply: TracedEvent,
    summary: 'Get one of the events, with what the integration logged',
  },
  renderIntegrationUIWithPost: {
    post: `${INTEGRATION}/render`,
    can: 'integration.view',
    visitors: true,
    asks: true,
    body: RenderRequest,
    reply: RenderOutput,
    summary: 'Let an integration draw a component',
  },
  renderIntegrationUIWithGet: {
    get: `${INTEGRATION}/render`,
    can: 'integration.view',
    visitors: true,
    query: RenderQuery,
    reply: RenderOutput,
    summary: 'Let an integration draw a component, with the request in the URL',
  },
  queueIntegrationTask: {
    post: `${INTEGRATION}/tasks`,
    can: 'integration.act',
    body: Task,
    event: 'integration.task.queued',
    summary: 'Have the integration told later of something to do',
  },
  setIntegrationDevelopmentMode: {
    put: `${INTEGRATION}/dev`,
    can: 'integration.admin',
    body: DevelopmentMode,
    event: 'integration.development.started',
    summary: 'Send events to the machine of a developer, for at most eight hours',
  },
  disableIntegrationDevelopmentMode: {
    delete: `${INTEGRATION}/dev`,
    can: 'integration.admin',
    status: 205,
    event: 'integration.development.ended',
    summary: 'Send events to the published script again',
  },
  listSpaceIntegrationScripts: {
    get: '/spaces/:spaceId/integration-scripts',
    can: 'space.view',
    visitors: true,
    reply: Type.Array(Script),
    summary: 'List the scripts that integrations put into the pages of a space',
  },
  listSiteIntegrationScripts: {
    get: '/orgs/:organizationId/sites/:siteId/integration-scripts',
    can: 'site.view',
    visitors: true,
    reply: Type.Array(Script),
    summary: 'List the scripts that integrations put into the pages of a site',
  },
})
