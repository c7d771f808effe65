// Delivering what waits in the queue of an installation: at least once, in order, and again later when it failed.
import type { Db, Row } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { fromNow, HOUR, MINUTE, now, SECOND, type Timestamp } from '../../lib/time.ts'
import { RuntimeFailure } from '../../runtime/failures.ts'
import type { Trace } from '../../runtime/trace.ts'
import { type Dispatching, dispatch, type RuntimeEvent } from './dispatching.ts'
import { errorIn, traceOf } from './noting.ts'
import { findPlace } from './place.ts'

type EventRow = Row<'integration_events'>

/** How long to wait after each failure; after the last, the event is given up. */
const RETRY_AFTER = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR]

export interface Outcome {
  /** Undefined: there was no answer. */
  status: number | undefined
  error: string | undefined
  trace: Trace
}

export const findWaitingEvent = (db: Db, installationId: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('integration_events')
    .selectAll()
    .where('installation_id', '=', installationId)
    .where('status', '=', 'queued')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export async function giveEvent(tools: Dispatching, row: EventRow): Promise<Outcome> {
  const integration = await tools.db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', row.integration_id)
    .executeTakeFirst()
  if (!integration) return { status: undefined, error: 'The integration is gone.', trace: { logs: [] } }
  const event = openEvent(row, tools.vault)
  const place = await findPlace(tools.db, integration, event)
  return outcomeOf(dispatch(tools, integration, place, event))
}

export const openEvent = ({ payload }: EventRow, vault: Vault): RuntimeEvent => JSON.parse(vault.unseal(payload))

export async function outcomeOf(delivery: ReturnType<typeof dispatch>): Promise<Outcome> {
  try {
    const { answer, trace } = await delivery
    return { status: answer.status, error: errorIn(answer.status) ?? refusal(answer.status), trace: await trace }
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error
    return { status: undefined, error: error.message, trace: { logs: [] } }
  }
}

const refusal = (status: number) =>
  status >= 400 && !isNotHandled(status) ? `The integration refused the event with status ${status}.` : undefined

const NOT_HANDLED = 406
export const isNotHandled = (status: number | undefined): boolean => status === NOT_HANDLED

/** What the integration refuses it would refuse again; everything else may pass. */
const isWorthAnotherTry = (status: number | undefined) => status === undefined || status >= 500 || status === 429

/** Notes how it went; answers when to try again, if at all. An event that the integration has no use for is forgotten. */
export async function settleEvent(db: Db, row: EventRow, outcome: Outcome): Promise<Timestamp | undefined> {
  if (isNotHandled(outcome.status)) {
    await db.deleteFrom('integration_events').where('id', '=', row.id).execute()
    return undefined
  }
  const isAgain = outcome.error !== undefined && isWorthAnotherTry(outcome.status) && row.attempts < RETRY_AFTER.length
  const next = isAgain ? fromNow(RETRY_AFTER[row.attempts]!) : undefined
  await db
    .updateTable('integration_events')
    .set({
      status: isAgain ? 'queued' : outcome.error === undefined ? 'success' : 'failed',
      attempts: row.attempts + 1,
      next_attempt_at: next ?? null,
      trace: traceOf(outcome.trace),
      error: outcome.error ?? null,
      ended_at: isAgain ? null : now(),
    })
    .where('id', '=', row.id)
    .execute()
  return next
}
