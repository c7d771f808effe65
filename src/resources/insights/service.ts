import type { Db } from '../../db/tables.ts'
import { dispatchPageViews, type PageView } from '../../domain/dispatch/index.ts'
import { findPublishedSite } from '../../domain/visits/index.ts'
import { ApiError, type Issue, invalid, problem } from '../../errors.ts'
import { DAY, fromNow, MINUTE, now, toTimestamp } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { aggregate } from './aggregate.ts'
import { keepFeedback, listFeedback, toFeedback } from './feedback.ts'
import { insertEvents, readEvents } from './queries.ts'
import { insightsRoutes } from './routes.ts'
import { type Aggregation, DETAILS, type Event, MAX_EVENT_BYTES, type Preset } from './schemas.ts'

const TOLERANCE = 5 * MINUTE

export const insights = implement(insightsRoutes, {
  trackEventsInSiteById: {
    async prepare({ db, params, body, ...tools }) {
      const site = await loadTracked(db, params)
      const issues = body.events.flatMap(issuesIn)
      if (issues.length > 0) throw new ApiError('invalid', issues)
      dispatchPageViews(tools, site, body.events.filter(({ type }) => type === 'page_view').map(toView))
      return async ({ db, report }) => {
        await loadTracked(db, params)
        const at = ({ timestamp }: Event) => (timestamp ? toTimestamp(timestamp) : now())
        const events = body.events.map((event) => ({ ...event, at: at(event) }))
        await insertEvents(db, site.id, events)
        for (const event of events) await keepFeedback(db, site.id, event)
        // Visitor events have a separate log.
        report({ changed: false })
      }
    },
  },

  async aggregateSiteEvents({ db, site, body }) {
    const { from, to } = rangeOf(body.range)
    const counting = aggregate(body)
    for await (const event of readEvents(db, site.id, from, to)) counting.add(event)
    return { columns: counting.result() }
  },

  async listSiteFeedback({ db, site, query, page }) {
    const { rows, ...slice } = await listFeedback(db, site.id, query, page)
    return { ...slice, items: rows.map(toFeedback) }
  },
})

async function loadTracked(db: Db, { siteId, organizationId }: { siteId: string; organizationId: string }) {
  const site = await findPublishedSite(db, siteId)
  if (site?.organization_id !== organizationId) throw problem('notFound')
  return site
}

const toView = ({ session, location }: Event): PageView => ({
  spaceId: location.space ?? undefined,
  siteSpaceId: location.siteSpace ?? undefined,
  pageId: location.page ?? undefined,
  visitor: {
    anonymousId: session.visitorId,
    cookies: session.cookies ?? {},
    userAgent: session.userAgent,
    ip: session.ip ?? '',
    language: session.language ?? undefined,
  },
  url: location.url,
  referrer: session.referrer ?? '',
})

function issuesIn(event: Event, at: number): Issue[] {
  if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES)
    return [{ path: `events.${at}`, message: `must have at most ${MAX_EVENT_BYTES} bytes` }]
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
