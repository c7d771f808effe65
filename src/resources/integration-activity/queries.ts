// Queries and presenters for events dispatched to integrations.
import { type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { IntegrationEvent, TracedEvent } from '../../shapes/integration-activity.ts'

type EventRow = Row<'integration_events'>

/** Events that await their first delivery are not listed. */
const wasDispatched = sql<SqlBool>`(integration_events.status <> 'queued' or integration_events.attempts > 0)`

export const takeEvents = (db: Db, integrationId: string, page: Page) =>
  selectPage(
    db.selectFrom('integration_events').where('integration_id', '=', integrationId).where(wasDispatched),
    (events) => events.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )

export async function loadEvent(db: Db, integrationId: string, id: string): Promise<EventRow> {
  const row = await db
    .selectFrom('integration_events')
    .selectAll()
    .where('id', '=', id)
    .where('integration_id', '=', integrationId)
    .where(wasDispatched)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}

export const toEvent = (row: EventRow, vault: Vault): Static<typeof IntegrationEvent> => ({
  id: row.id,
  integrationId: row.integration_id,
  installationId: row.installation_id ?? undefined,
  createdAt: row.created_at,
  payload: JSON.parse(vault.unseal(row.payload)),
  status: row.status === 'success' ? 'success' : 'failed',
})

/** The error of a failed event is appended to its logs. */
export function toTracedEvent(row: EventRow, vault: Vault): Static<typeof TracedEvent> {
  const logs: Static<typeof TracedEvent>['trace']['logs'] = row.trace === null ? [] : JSON.parse(row.trace)
  const timestamp = row.ended_at ?? row.created_at
  const failure = row.error === null ? [] : [{ level: 'error' as const, message: row.error, timestamp }]
  return { event: toEvent(row, vault), trace: { logs: [...logs, ...failure] } }
}
