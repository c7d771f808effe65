import { routes } from '../../server/operation.ts'
import { Aggregation, AggregationResult, Events } from './schemas.ts'

const INSIGHTS = '/orgs/:organizationId/sites/:siteId/insights/events'

export const insightsRoutes = routes('Site insights', {
  trackEventsInSiteById: {
    post: INSIGHTS,
    // Renderers pass on what browsers send, without a token.
    can: 'public',
    body: Events,
    status: 204,
    event: 'site.insights.tracked',
    summary: 'Record what visitors of a published site did',
  },
  aggregateSiteEvents: {
    post: `${INSIGHTS}/aggregate`,
    can: 'site.view',
    asks: true,
    body: Aggregation,
    reply: AggregationResult,
    summary: 'Count what visitors of a site did',
  },
})
