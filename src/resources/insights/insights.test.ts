import { beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { httpAs } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite } from '../../../test/support/sites.ts'
import { pruneInsights } from '../../jobs/prune-insights.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { DAY, fromNow, HOUR } from '../../lib/time.ts'
import { readUserAgent } from './user-agent.ts'

const server = startedServer()

const AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15'

const event = (type: string, who: string, more: object = {}, where: object = {}) => ({
  type,
  session: {
    visitorId: who,
    sessionId: `${who}-1`,
    cookies: {},
    userAgent: AGENT,
    language: 'en',
    referrer: 'https://search.example.com/?q=docs',
  },
  location: {
    url: 'https://docs.example.com/guide?utm_source=letter',
    siteSection: null,
    siteSpace: 'site-space-1',
    siteShareKey: null,
    space: 'space-1',
    revision: 'revision-1',
    page: 'page-1',
    ...where,
  },
  ...more,
})

describe('insights', () => {
  let site: TestSite
  let track: (...events: object[]) => Promise<number>

  beforeAll(async () => {
    site = await newSite(server, await server.found())
    // Renderers send no token.
    track = (...events) => statusOf(httpAs(server.url).post(`${site.path}/insights/events`, { events }))
    expect(
      await track(
        event('page_view', 'a'),
        event('page_view', 'a', {}, { page: 'page-2' }),
        event('page_view', 'b'),
        event('search_type_query', 'b', { query: 'install' }),
        event('page_post_feedback', 'a', { feedback: { rating: 'good' } }),
        event('page_post_feedback', 'b', { feedback: { rating: 'bad' } }),
        event('link_click', 'c', {
          link: { target: { kind: 'url', url: 'https://example.org/x' }, position: 'header' },
        }),
      ),
    ).toBe(204)
  })

  const count = async (query: object) => {
    const { body } = await site.admin.http.post(`${site.path}/insights/events/aggregate`, {
      range: 'last24Hours',
      ...query,
    })
    return Object.fromEntries(
      body.columns.map(({ column, values }: { column: string; values: unknown[] }) => [column, values]),
    )
  }
  const columns = (...names: string[]) => names.map((column) => ({ column }))

  test('trackEventsInSiteById, aggregateSiteEvents: what happened is counted', async () => {
    expect(await count({ select: columns('eventsCount', 'visitorsCount', 'sessionsCount') })).toEqual({
      eventsCount: [7],
      visitorsCount: [3],
      sessionsCount: [3],
    })
    expect(
      await count({
        select: columns('eventType', 'eventsCount'),
        groupBy: columns('eventType'),
        order: { by: { column: 'eventsCount' }, direction: 'desc' },
        limit: 2,
      }),
    ).toEqual({ eventType: ['page_view', 'page_post_feedback'], eventsCount: [3, 2] })
    expect(
      await count({
        where: [{ column: 'eventType', values: ['page_view'] }],
        groupBy: columns('page'),
        order: { by: { column: 'eventsCount' }, direction: 'desc' },
      }),
    ).toEqual({
      page: [
        { page: 'page-1', space: 'space-1' },
        { page: 'page-2', space: 'space-1' },
      ],
      eventsCount: [2, 1],
    })
  })

  test('aggregateSiteEvents: by optional and by derived dimensions', async () => {
    expect(await count({ groupBy: columns('eventSearchQuery') })).toEqual({
      eventSearchQuery: ['install'],
      eventsCount: [1],
    })
    expect(await count({ select: columns('pageFeedbackRating') })).toEqual({
      pageFeedbackRating: [{ good: 1, ok: 0, bad: 1 }],
    })
    expect(await count({ groupBy: columns('visitorBrowser', 'visitorOS', 'visitorDevice', 'visitorBot') })).toEqual({
      visitorBrowser: ['safari'],
      visitorOS: ['macos'],
      visitorDevice: ['desktop'],
      visitorBot: [''],
      eventsCount: [7],
    })
    expect(await count({ groupBy: columns('referrerDomain', 'utmSource', 'eventLinkTargetDomain') })).toEqual({
      referrerDomain: ['search.example.com'],
      utmSource: ['letter'],
      eventLinkTargetDomain: ['example.org'],
      eventsCount: [1],
    })
    const { datetime } = await count({ groupBy: [{ column: 'datetime', interval: 'month' }] })
    expect(datetime).toEqual([`${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`])
  })

  test('aggregateSiteEvents: filters before and after aggregation', async () => {
    const byVisitors = { groupBy: columns('eventType'), select: columns('eventType', 'visitorsCount') }
    expect(
      await count({ ...byVisitors, where: [{ column: 'visitorsCount', values: [1], operator: 'greaterThan' }] }),
    ).toEqual({ eventType: ['page_view', 'page_post_feedback'], visitorsCount: [2, 2] })
    expect(await count({ where: [{ column: 'eventType', values: ['page_view'], operator: 'notIn' }] })).toEqual({
      eventsCount: [4],
    })
    expect(await count({ range: { from: fromNow(-3 * HOUR), to: fromNow(-HOUR) } })).toEqual({ eventsCount: [] })
  })

  test('listSiteFeedback: the last of each reader and page, newest first, in pages', async () => {
    const said = await newSite(server, site, { title: 'Said' })
    const tell = (who: string, feedback: object, more: object = {}) => {
      const type = 'comment' in feedback ? 'page_post_feedback_comment' : 'page_post_feedback'
      return httpAs(server.url).post(`${said.path}/insights/events`, {
        events: [{ ...event(type, who, { feedback }), ...more }],
      })
    }
    await tell('a', { rating: 'good' })
    await tell('b', { rating: 'bad' })
    await tell('a', { rating: 'ok' })
    await tell('a', { rating: 'ok', comment: 'Half of it' })
    await tell('c', { rating: 'ok' }, { session: { ...event('', 'c').session, userAgent: 'GPTBot/1.0' } })
    const list = async (query = '') => (await said.admin.http.get(`${said.path}/insights/feedback${query}`)).body
    const first = await list('?limit=1')
    expect(first).toMatchObject({
      count: 2,
      items: [{ rating: 'ok', comment: 'Half of it', space: 'space-1', page: 'page-1' }],
    })
    const { items } = await list(`?limit=1&page=${first.next.page}`)
    expect(items).toEqual([expect.objectContaining({ object: 'site-feedback', rating: 'bad' })])
    expect(items[0]).not.toHaveProperty('comment')
    expect((await list('?spaceId=other')).count).toBe(0)
    expect(await statusOf(httpAs(server.url).get(`${said.path}/insights/feedback`))).toBe(401)
    expect(await statusOf(said.admin.http.get(`${said.path}/insights/feedback?rating=great`))).toBe(400)
  })

  test('trackEventsInSiteById: incomplete or outdated events, and unpublished sites, are refused', async () => {
    for (const bad of [
      event('search_type_query', 'a'),
      event('nothing', 'a'),
      event('page_view', 'a', { timestamp: fromNow(-HOUR) }),
      event('page_post_feedback_comment', 'a', { feedback: { rating: 'ok' } }),
      event('page_view', 'a', {}, { url: 'no url' }),
    ])
      expect(await track(bad), JSON.stringify(bad)).toBe(400)
    const hidden = await newSite(server, site, { title: 'Hidden', published: false })
    const body = { events: [event('page_view', 'a')] }
    expect(await statusOf(httpAs(server.url).post(`${hidden.path}/insights/events`, body))).toBe(404)
    expect(
      await statusOf(httpAs(server.url).post(`${site.path}/insights/events/aggregate`, { range: 'lastYear' })),
    ).toBe(401)
  })
})

describe('the bounds of insights', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await newSite(server, await server.found())
  })
  const post = (body: object) => httpAs(server.url).post(`${site.path}/insights/events`, body)
  const claiming = (size: number) => {
    const sent = event('page_view', 'a')
    return { ...sent, session: { ...sent.session, visitorAuthClaims: { name: 'é'.repeat(size / 2) } } }
  }

  test('trackEventsInSiteById: events and bodies are limited in size', async () => {
    expect((await post({ events: [claiming(14 * 1024)] })).status).toBe(204)
    const refused = await post({ events: [event('page_view', 'a'), claiming(16 * 1024)] })
    expect(refused.status).toBe(400)
    expect(refused.body.error.issues).toEqual([{ path: 'events.1', message: expect.stringContaining('16384') }])
    const large = { events: Array.from({ length: 20 }, () => claiming(14 * 1024)) }
    expect((await post(large)).status).toBe(413)
    const unannounced = { body: new Blob([JSON.stringify(large)]).stream(), duplex: 'half' }
    const headers = { 'content-type': 'application/json' }
    const streamed = { method: 'POST', headers, ...unannounced } as RequestInit
    expect((await fetch(`${server.url}${site.path}/insights/events`, streamed)).status).toBe(413)
  })

  test('old events are pruned, in any number', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => ({
      id: `old-${at}`,
      site_id: site.id,
      type: 'page_view',
      occurred_at: fromNow(-(at < 1200 ? 8 : 6) * DAY),
      visitor_id: 'a',
      session_id: 'a',
      data: '{}',
    }))
    for (let at = 0; at < rows.length; at += 500)
      await server.database.write((db) =>
        db
          .insertInto('site_insights_events')
          .values(rows.slice(at, at + 500))
          .execute(),
      )
    const context = { database: server.database, insightsDays: 7 } as JobContext
    expect(await pruneInsights(context)).toMatch(/Z$/)
    const left = await server.database.read
      .selectFrom('site_insights_events')
      .select('id')
      .where('id', 'like', 'old-%')
      .execute()
    expect(left).toHaveLength(300)
  })

  test('old feedback is pruned', async () => {
    const row = { site_id: site.id, space_id: 's', page_id: 'p', url: '/', rating: 'ok' as const, comment: null }
    await server.database.write((db) =>
      db
        .insertInto('site_feedback')
        .values([8, 6].map((days) => ({ ...row, id: `${days} days`, given_at: fromNow(-days * DAY) })))
        .execute(),
    )
    await pruneInsights({ database: server.database, insightsDays: 7 } as JobContext)
    const { body } = await site.admin.http.get(`${site.path}/insights/feedback`)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['6 days'])
  })
})

test('updateSiteById: insights are kept as long as the site says, and not longer', async () => {
  const [brief, other] = [await newSite(server, await server.found()), await newSite(server, await server.found())]
  const days = async (value: number | null) =>
    (await brief.admin.http.patch(brief.path, { insightsDays: value })).body.insightsDays
  expect(await days(null)).toBeUndefined()
  expect(await days(0)).toBeUndefined()
  expect(await days(30)).toBe(30)
  const rows = [brief, other].flatMap(({ id }) =>
    [40, 20].map((age) => ({
      id: `${id} ${age}`,
      site_id: id,
      type: 'page_view',
      occurred_at: fromNow(-age * DAY),
      visitor_id: 'a',
      session_id: 'a',
      data: '{}',
    })),
  )
  await server.database.write((db) => db.insertInto('site_insights_events').values(rows).execute())
  await pruneInsights({ database: server.database, insightsDays: 400 } as JobContext)
  const left = await server.database.read
    .selectFrom('site_insights_events')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  expect(left.map(({ id }) => id).sort()).toEqual([`${brief.id} 20`, `${other.id} 20`, `${other.id} 40`].sort())
})

test('user agents', () => {
  expect(readUserAgent('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/120 Safari/537 Edg/120')).toMatchObject({
    browser: 'edge',
    os: 'windows',
    device: 'desktop',
  })
  expect(
    readUserAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) Version/17 Mobile/15E Safari/604'),
  ).toMatchObject({
    browser: 'safari',
    os: 'ios',
    device: 'mobile',
  })
  expect(readUserAgent('Mozilla/5.0 (compatible; GPTBot/1.0)').bot).toBe('chatgpt')
  expect(readUserAgent('')).toEqual({ bot: '', browser: 'unknown', os: 'unknown', device: 'unknown' })
})
