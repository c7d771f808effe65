import { routes } from '../../server/operation.ts'
import { Aggregation, AggregationResult, Events, FeedbackQuery, MAX_BODY_BYTES, SiteFeedback } from './schemas.ts'

const INSIGHTS = '/orgs/:organizationId/sites/:siteId/insights'

export const insightsRoutes = routes('Site insights', {
  trackEventsInSiteById: {
    post: `${INSIGHTS}/events`,
    // Renderers forward events from browsers, which have no token.
    can: 'public',
    body: Events,
    bodyLimit: MAX_BODY_BYTES,
    status: 204,
    event: 'site.insights.tracked',
    summary: 'Record events of visitors of a published site',
  },
  aggregateSiteEvents: {
    post: `${INSIGHTS}/events/aggregate`,
    can: 'site.view',
    readOnly: true,
    body: Aggregation,
    reply: AggregationResult,
    summary: 'Aggregate the events of visitors of a site',
  },
  listSiteFeedback: {
    get: `${INSIGHTS}/feedback`,
    can: 'site.view',
    query: FeedbackQuery,
    list: SiteFeedback,
    summary: 'List what readers said about pages of a site, newest first: the last rating of each reader and page',
  },
})
