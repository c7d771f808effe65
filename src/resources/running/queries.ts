// What integrations were given, and how replies show it.
import { type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { IntegrationEvent, TracedEvent } from './schemas.ts'

type EventRow = Row<'integration_events'>

/** What waits for its first delivery is not there yet. */
const wasGiven = sql<SqlBool>`(integration_events.status <> 'queued' or integration_events.attempts > 0)`

export const takeEvents = (db: Db, integrationId: string, page: Page) =>
  takePage(
    db.selectFrom('integration_events').where('integration_id', '=', integrationId).where(wasGiven),
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
    .where(wasGiven)
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

/** Why it failed stands at the end of what was logged. */
export function toTraced(row: EventRow, vault: Vault): Static<typeof TracedEvent> {
  const logs: Static<typeof TracedEvent>['trace']['logs'] = row.trace === null ? [] : JSON.parse(row.trace)
  const timestamp = row.ended_at ?? row.created_at
  const failure = row.error === null ? [] : [{ level: 'error' as const, message: row.error, timestamp }]
  return { event: toEvent(row, vault), trace: { logs: [...logs, ...failure] } }
}
