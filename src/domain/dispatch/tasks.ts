// Runs scheduled tasks of integrations. Current runtimes handle them as events; older ones get a signed request to
// their public endpoint.
import { createHmac } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { endpointOf } from '../integrations/index.ts'
import { type DeliveryOutcome, isUnhandled, outcomeOf } from './delivery.ts'
import { type DispatchServices, dispatch, type RuntimeEvent } from './dispatcher.ts'
import { insertLogEntry } from './event-log.ts'

type TaskServices = Omit<DispatchServices, 'db'> & { database: Database }

const REFUSED = 400

/** Throws on failure, so that the job is retried. */
export async function runTask(services: TaskServices, id: string): Promise<void> {
  const db = services.database.read
  const row = await db.selectFrom('integration_tasks').selectAll().where('id', '=', id).executeTakeFirst()
  const integration = row && (await findIntegration(services.database, row))
  if (!row || !integration) return
  const task = JSON.parse(services.vault.unseal(row.payload))
  let event: RuntimeEvent = { eventId: newId(), type: 'task', task }
  let outcome = await outcomeOf(dispatch({ ...services, db }, integration, {}, event))
  if (outcome.status === REFUSED || isUnhandled(outcome.status)) {
    const body = Buffer.from(JSON.stringify({ task }))
    event = requestFor(services, integration, body)
    outcome = await outcomeOf(dispatch({ ...services, db }, integration, {}, event, body))
  }
  await recordTask(services, { row, integration, event, outcome })
}

const findIntegration = ({ read }: Database, { integration_id }: Row<'integration_tasks'>) =>
  read.selectFrom('integrations').selectAll().where('id', '=', integration_id).executeTakeFirst()

function requestFor({ urls, vault }: TaskServices, integration: Row<'integrations'>, body: Buffer): RuntimeEvent {
  const signature = createHmac('sha256', vault.unseal(integration.signing_secret)).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-gitbook-integration-signature': signature }
  const url = `${endpointOf(urls, integration.name)}/tasks`
  return { eventId: newId(), type: 'fetch', request: { method: 'post', url, headers } }
}

interface FinishedTask {
  row: Row<'integration_tasks'>
  integration: Row<'integrations'>
  event: RuntimeEvent
  outcome: DeliveryOutcome
}

async function recordTask(
  { database, vault }: TaskServices,
  { row, integration, event, outcome }: FinishedTask,
): Promise<void> {
  const { status, error, trace } = outcome
  const isOver = error === undefined || (status !== undefined && status < 500)
  await database.write(async (db) => {
    await insertLogEntry(db, vault, integration, { event, error, logs: trace.logs })
    if (isOver) await db.deleteFrom('integration_tasks').where('id', '=', row.id).execute()
    else await db.updateTable('integration_tasks').set({ run_at: now() }).where('id', '=', row.id).execute()
  })
  if (!isOver) throw new Error(error)
}
