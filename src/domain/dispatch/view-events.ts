// Dispatches page views to installations with a scope for them. Best effort: a bounded number waits, the rest is
// dropped, and nothing is retried.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scopes.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { createLimiter } from '../../lib/limiter.ts'
import { MINUTE } from '../../lib/time.ts'
import type { PostResponseWork } from '../../server/post-response.ts'
import type { ContentKind } from '../installations/index.ts'
import { findDispatchContext } from './context.ts'
import type { RuntimeEvent } from './dispatcher.ts'
import { dispatchLogged, type LoggedDispatchServices } from './event-log.ts'

/** A page view as the renderer reports it. */
export interface PageView {
  spaceId?: string | undefined
  siteSpaceId?: string | undefined
  pageId?: string | undefined
  visitor: {
    anonymousId: string
    cookies: Record<string, string>
    userAgent: string
    ip: string
    language?: string | undefined
  }
  url: string
  referrer: string
}

const limited = createLimiter({ concurrency: 4, maxQueued: 500 })

type Site = Pick<Row<'sites'>, 'id' | 'organization_id'>
type Subscriber = Pick<Row<'integration_installations'>, 'id' | 'integration_id'>

export function dispatchPageViews(
  services: Omit<LoggedDispatchServices, 'db'>,
  site: Site,
  views: readonly PageView[],
): void {
  if (views.length === 0) return
  services.postResponse.start(async ({ read }) => {
    const events = await eventsFor(read, site, views)
    await Promise.all(events.map((each) => limited(() => deliver({ ...services, db: read }, each))))
  })
}

interface ViewEvent {
  subscriber: Subscriber
  event: RuntimeEvent
}

/** Anyone can report a view, so content of other sites is dropped. */
async function eventsFor(db: Db, site: Site, views: readonly PageView[]): Promise<ViewEvent[]> {
  if (!(await findSubscriber(db, site))) return []
  const parts = await db.selectFrom('site_spaces').select(['id', 'space_id']).where('site_id', '=', site.id).execute()
  const ofSite = await listSubscribers(db, site, 'site', site.id)
  const ofSpaces = new Map<string, Subscriber[]>()
  const events: ViewEvent[] = []
  for (const { spaceId, siteSpaceId, ...view } of views) {
    const part = parts.find(({ id, space_id }) => id === siteSpaceId || (!siteSpaceId && space_id === spaceId))
    const space = part && (spaceId === undefined || part.space_id === spaceId) ? part.space_id : undefined
    const where = space === undefined ? {} : { spaceId: space, siteSpaceId: part!.id }
    const { pageId, ...seen } = view
    const page = space === undefined ? {} : { pageId }
    events.push(...eventsTo(ofSite, { type: 'site_view', siteId: site.id, ...where, ...page, ...seen }))
    if (space === undefined) continue
    const ofSpace = ofSpaces.get(space) ?? (await listSubscribers(db, site, 'space', space))
    ofSpaces.set(space, ofSpace)
    events.push(...eventsTo(ofSpace, { type: 'space_view', spaceId: space, ...page, ...seen }))
  }
  return events
}

const eventsTo = (subscribers: readonly Subscriber[], about: { type: string; [more: string]: unknown }): ViewEvent[] =>
  subscribers.map((subscriber) => ({
    subscriber,
    event: { eventId: newId(), installationId: subscriber.id, ...about },
  }))

const hasScope = (scope: Scope | 'views:read"'): RawBuilder<SqlBool> =>
  sql<SqlBool>`installed.scopes like ${`%${scope}%`}`

/** Most organizations have no subscriber, so their views cost one query. */
const findSubscriber = (db: Db, { organization_id }: Site) =>
  db
    .selectFrom('integration_installations as installed')
    .select('installed.id')
    .where('installed.organization_id', '=', organization_id)
    .where(hasScope('views:read"'))
    .limit(1)
    .executeTakeFirst()

/** Active installations on a site or space with a scope for its views. */
function listSubscribers(db: Db, { organization_id }: Site, kind: ContentKind, id: string): Promise<Subscriber[]> {
  const chosen = sql`select 1 from ${sql.table(`integration_${kind}_installations`)} chosen
    where chosen.installation_id = installed.id and ${sql.ref(`chosen.${kind}_id`)} = ${id}`
  return db
    .selectFrom('integration_installations as installed')
    .select(['installed.id', 'installed.integration_id'])
    .where('installed.organization_id', '=', organization_id)
    .where('installed.status', '=', 'active')
    .where(hasScope(`${kind}:views:read`))
    .where(
      sql<SqlBool>`(exists (${chosen} and chosen.status = 'active')
        or ${sql.ref(`installed.${kind}_selection`)} = 'all' and not exists (${chosen}))`,
    )
    .orderBy('installed.id')
    .execute()
}

async function deliver(services: LoggedDispatchServices, { subscriber, event }: ViewEvent): Promise<void> {
  const integration = await services.db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', subscriber.integration_id)
    .executeTakeFirst()
  if (!integration) return
  // A site view is dispatched in the context of the site, whichever space the page is in.
  const names = event.type === 'site_view' ? { ...event, spaceId: undefined } : event
  const context = await findDispatchContext(services.db, integration, names)
  const postResponse = isLogged(integration.id) ? services.postResponse : NO_LOG
  await dispatchLogged({ ...services, postResponse }, integration, context, event).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

const NO_LOG: PostResponseWork = { start: () => {}, stop: async () => {} }

/** When a view was last logged for each integration. One a minute is enough. */
const lastLogged = new Map<string, number>()
const MAX_INTEGRATIONS = 1000

function isLogged(integrationId: string): boolean {
  const [last = 0, now] = [lastLogged.get(integrationId), Date.now()]
  if (now - last < MINUTE) return false
  if (lastLogged.size >= MAX_INTEGRATIONS) lastLogged.clear()
  lastLogged.set(integrationId, now)
  return true
}
