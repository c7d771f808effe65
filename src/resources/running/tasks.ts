// Tasks: what an integration wants to be told later. Runtimes of today take them as events of their own; those of before
// get a request at their public address, signed so that they know where it comes from.
import { createHmac } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { endpointOf } from '../integrations/urls.ts'
import { isNotHandled, type Outcome, outcomeOf } from './delivering.ts'
import { type Dispatching, dispatch, type RuntimeEvent } from './dispatching.ts'
import { insertNote } from './noting.ts'

export type Running = Omit<Dispatching, 'db'> & { database: Database }

const REFUSED = 400

/** Throws when it failed, so that it is tried again. */
export async function runTask(tools: Running, id: string): Promise<void> {
  const db = tools.database.read
  const row = await db.selectFrom('integration_tasks').selectAll().where('id', '=', id).executeTakeFirst()
  const integration = row && (await findIntegration(tools.database, row))
  if (!row || !integration) return
  const task = JSON.parse(tools.vault.unseal(row.payload))
  let event: RuntimeEvent = { eventId: newId(), type: 'task', task }
  let outcome = await outcomeOf(dispatch({ ...tools, db }, integration, {}, event))
  if (outcome.status === REFUSED || isNotHandled(outcome.status)) {
    const body = Buffer.from(JSON.stringify({ task }))
    event = requestFor(tools, integration, body)
    outcome = await outcomeOf(dispatch({ ...tools, db }, integration, {}, event, body))
  }
  await settle(tools, { row, integration, event, outcome })
}

const findIntegration = ({ read }: Database, { integration_id }: Row<'integration_tasks'>) =>
  read.selectFrom('integrations').selectAll().where('id', '=', integration_id).executeTakeFirst()

function requestFor({ urls, vault }: Running, integration: Row<'integrations'>, body: Buffer): RuntimeEvent {
  const signature = createHmac('sha256', vault.unseal(integration.signing_secret)).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-gitbook-integration-signature': signature }
  const url = `${endpointOf(urls, integration.name)}/tasks`
  return { eventId: newId(), type: 'fetch', request: { method: 'post', url, headers } }
}

interface Done {
  row: Row<'integration_tasks'>
  integration: Row<'integrations'>
  event: RuntimeEvent
  outcome: Outcome
}

async function settle({ database, vault }: Running, { row, integration, event, outcome }: Done): Promise<void> {
  const { status, error, trace } = outcome
  const isOver = error === undefined || (status !== undefined && status < 500)
  await database.write(async (db) => {
    await insertNote(db, vault, integration, { event, error, logs: trace.logs })
    if (isOver) await db.deleteFrom('integration_tasks').where('id', '=', row.id).execute()
    else await db.updateTable('integration_tasks').set({ run_at: now() }).where('id', '=', row.id).execute()
  })
  if (!isOver) throw new Error(error)
}
