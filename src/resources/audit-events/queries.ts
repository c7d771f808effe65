// The event log as an audit trail, with the names of actors and targets.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { firstIdAt } from '../../lib/ids.ts'
import type { Urls } from '../../server/urls.ts'
import type { AuditEvent, AuditEventDetails, AuditEventsQuery } from './schemas.ts'

export type Labels = Map<string, string>

/** The only version of the event format so far. */
const SCHEMA_VERSION = 1

export function toAuditEvent(event: Row<'events'>, labels: Labels, urls: Urls): Static<typeof AuditEvent> {
  const { organization_id, target_kind, target_id, actor_id } = event
  return {
    object: 'audit-event',
    id: event.id,
    occurredAt: event.created_at,
    action: event.action,
    actor:
      actor_id === null
        ? { type: 'system', id: 'system' }
        : { type: 'user', id: actor_id, label: labels.get(`user ${actor_id}`) },
    source: sourceOf(event),
    target: { type: target_kind, id: target_id, label: labels.get(`${target_kind} ${target_id}`) },
    urls: { location: urls.api(`/orgs/${organization_id}/audit-events/${event.id}`) },
  }
}

export const toDetails = (event: Row<'events'>, labels: Labels, urls: Urls): Static<typeof AuditEventDetails> => ({
  ...toAuditEvent(event, labels, urls),
  correlationId: event.request_id ?? undefined,
  schemaVersion: SCHEMA_VERSION,
  payload: JSON.parse(event.data),
})

/** With a token: the API. Without one: a browser session, or the server itself if there is no actor. */
function sourceOf({ token_id, actor_id }: Row<'events'>): 'api' | 'ui' | 'workflow' {
  if (token_id !== null) return 'api'
  return actor_id === null ? 'workflow' : 'ui'
}

export const takeAuditEvents = (
  db: Db,
  organizationId: string,
  { from, to, action, actor, target }: Static<typeof AuditEventsQuery>,
  page: Page,
) =>
  selectPage(
    db
      .selectFrom('events')
      .where('organization_id', '=', organizationId)
      .$if(from !== undefined, (events) => events.where('id', '>=', firstIdAt(Date.parse(from!))))
      .$if(to !== undefined, (events) => events.where('id', '<', firstIdAt(Date.parse(to!))))
      .$if(action !== undefined, (events) => events.where('action', '=', action!))
      .$if(actor !== undefined, (events) => events.where('actor_id', '=', actor!))
      .$if(target !== undefined, (events) => events.where('target_id', '=', target!)),
    (events) => events.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )

/** The target kinds that have a title, with their tables and the column of the title. */
const TITLED = {
  space: ['spaces', 'title'],
  collection: ['collections', 'title'],
  team: ['teams', 'title'],
  site: ['sites', 'title'],
  'change-request': ['change_requests', 'subject'],
  'openapi-spec': ['openapi_specs', 'slug'],
  'saml-provider': ['saml_providers', 'label'],
  'oidc-provider': ['oidc_providers', 'label'],
} as const

/** The current names of users and targets. Deleted ones have none. One query per kind. */
export async function findLabels(db: Db, organizationId: string, events: readonly Row<'events'>[]): Promise<Labels> {
  const labels: Labels = new Map()
  const idsOf = (...kinds: string[]) => [
    ...new Set(events.filter((event) => kinds.includes(event.target_kind)).map((event) => event.target_id)),
  ]
  const people = [...idsOf('user', 'member'), ...events.flatMap(({ actor_id }) => actor_id ?? [])]
  for (const { id, display_name } of await findPeople(db, people)) {
    labels.set(`user ${id}`, display_name)
    labels.set(`member ${id}`, display_name)
  }
  for (const [kind, [table, column]] of Object.entries(TITLED)) {
    const ids = idsOf(kind)
    if (ids.length === 0) continue
    const rows = await db
      .selectFrom(table)
      .select(['id', sql.ref<string>(column).as('title')])
      .where('organization_id', '=', organizationId)
      .where(isOneOf(db, sql.ref('id'), ids))
      .execute()
    for (const { id, title } of rows) labels.set(`${kind} ${id}`, title)
  }
  return labels
}

const findPeople = (db: Db, ids: string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
