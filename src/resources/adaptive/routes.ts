import { routes } from '../../server/operation.ts'
import { NewSiteAdaptiveSchema, SiteAdaptiveSchema, TemplateConditions } from '../../shapes/adaptive.ts'

const SCHEMA = '/orgs/:organizationId/sites/:siteId/adaptive-schema'

export const adaptiveRoutes = routes('Adaptive content', {
  getSiteAdaptiveSchema: {
    get: SCHEMA,
    can: 'site.view',
    reply: SiteAdaptiveSchema,
    summary: 'Get the schema of the visitor claims of a site',
  },
  updateSiteAdaptiveSchema: {
    put: SCHEMA,
    can: 'site.admin',
    body: NewSiteAdaptiveSchema,
    reply: SiteAdaptiveSchema,
    event: 'site.adaptive-schema.updated',
    summary: 'Set the schema of the visitor claims of a site',
  },
  listSiteAdaptiveTemplateConditions: {
    get: `${SCHEMA}/template-conditions`,
    can: 'site.view',
    reply: TemplateConditions,
    summary: 'List suggested conditions, derived from the schema',
  },
})
