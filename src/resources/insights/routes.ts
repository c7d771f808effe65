import { routes } from '../../server/operation.ts'
import { Aggregation, AggregationResult, Events, MAX_BODY_BYTES } from './schemas.ts'

const INSIGHTS = '/orgs/:organizationId/sites/:siteId/insights/events'

export const insightsRoutes = routes('Site insights', {
  trackEventsInSiteById: {
    post: INSIGHTS,
    // Renderers forward events from browsers, which have no token.
    can: 'public',
    body: Events,
    bodyLimit: MAX_BODY_BYTES,
    status: 204,
    event: 'site.insights.tracked',
    summary: 'Record events of visitors of a published site',
  },
  aggregateSiteEvents: {
    post: `${INSIGHTS}/aggregate`,
    can: 'site.view',
    readOnly: true,
    body: Aggregation,
    reply: AggregationResult,
    summary: 'Aggregate the events of visitors of a site',
  },
})
