import { routes } from '../../server/operation.ts'
import { NewSiteAdaptiveSchema, SiteAdaptiveSchema, TemplateConditions } from './schemas.ts'

const SCHEMA = '/orgs/:organizationId/sites/:siteId/adaptive-schema'

export const adaptiveRoutes = routes('Adaptive content', {
  getSiteAdaptiveSchema: {
    get: SCHEMA,
    can: 'site.view',
    reply: SiteAdaptiveSchema,
    summary: 'Get the schema of what a site may know about its visitors',
  },
  updateSiteAdaptiveSchema: {
    put: SCHEMA,
    can: 'site.admin',
    body: NewSiteAdaptiveSchema,
    reply: SiteAdaptiveSchema,
    event: 'site.adaptive-schema.updated',
    summary: 'Set the schema of what a site may know about its visitors',
  },
  listSiteAdaptiveTemplateConditions: {
    get: `${SCHEMA}/template-conditions`,
    can: 'site.view',
    reply: TemplateConditions,
    summary: 'List conditions that suggest themselves from the schema',
  },
})
