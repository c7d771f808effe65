import { ApiError, type Issue, invalid, problem } from '../../errors.ts'
import { DAY, fromNow, MINUTE, now, toTimestamp } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { findPublishedSite } from '../published/queries.ts'
import { aggregate } from './aggregate.ts'
import { insertEvents, readEvents } from './queries.ts'
import { insightsRoutes } from './routes.ts'
import { type Aggregation, DETAILS, type Event, type Preset } from './schemas.ts'

const TOLERANCE = 5 * MINUTE

export const insights = implement(insightsRoutes, {
  async trackEventsInSiteById({ db, params, body, note }) {
    const site = await findPublishedSite(db, params.siteId)
    if (site?.organization_id !== params.organizationId) throw problem('notFound')
    const issues = body.events.flatMap(issuesIn)
    if (issues.length > 0) throw new ApiError('invalid', issues)
    await insertEvents(
      db,
      site.id,
      body.events.map((event) => ({ ...event, at: event.timestamp ? toTimestamp(event.timestamp) : now() })),
    )
    // What visitors do is a log of its own.
    note({ changed: false })
  },

  async aggregateSiteEvents({ db, site, body }) {
    const { from, to } = rangeOf(body.range)
    const counting = aggregate(body)
    for await (const event of readEvents(db, site.id, from, to)) counting.add(event)
    return { columns: counting.result() }
  },
})

function issuesIn(event: Event, at: number): Issue[] {
  const missing = (DETAILS[event.type] ?? []).filter((field) => event[field] === undefined)
  const issues = missing.map((field) => ({ path: `events.${at}.${field}`, message: `is required for ${event.type}` }))
  if (event.type === 'page_post_feedback_comment' && event.feedback && event.feedback.comment === undefined)
    issues.push({ path: `events.${at}.feedback.comment`, message: `is required for ${event.type}` })
  if (event.timestamp !== undefined && Math.abs(Date.parse(event.timestamp) - Date.now()) > TOLERANCE)
    issues.push({ path: `events.${at}.timestamp`, message: 'must be within 5 minutes of now' })
  return issues
}

const DAYS: Record<Preset, number> = { lastYear: 365, last3Months: 91, last30Days: 30, last7Days: 7, last24Hours: 1 }

function rangeOf(range: Aggregation['range']): { from: string; to: string } {
  if (typeof range === 'string') return { from: fromNow(-DAYS[range] * DAY), to: now() }
  const [from, to] = [toTimestamp(range.from), toTimestamp(range.to)]
  if (from > to) throw invalid({ path: 'range.from', message: 'must not be after range.to' })
  return { from, to }
}
