// Delivers queued events of an installation in order, at least once, with retries.
import type { Db, Row } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { fromNow, HOUR, MINUTE, now, SECOND, type Timestamp } from '../../lib/time.ts'
import { RuntimeFailure } from '../../runtime/failures.ts'
import type { Trace } from '../../runtime/trace.ts'
import { findDispatchContext } from './context.ts'
import { type DispatchServices, dispatch, type RuntimeEvent } from './dispatcher.ts'
import { serializeTrace, serverErrorOf } from './event-log.ts'

type EventRow = Row<'integration_events'>

/** Delays between attempts. After the last one, the event is marked as failed. */
const RETRY_DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR]

export interface DeliveryOutcome {
  /** Undefined if there was no response. */
  status: number | undefined
  error: string | undefined
  trace: Trace
}

export const findNextQueuedEvent = (db: Db, installationId: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('integration_events')
    .selectAll()
    .where('installation_id', '=', installationId)
    .where('status', '=', 'queued')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export async function deliverEvent(services: DispatchServices, row: EventRow): Promise<DeliveryOutcome> {
  const integration = await services.db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', row.integration_id)
    .executeTakeFirst()
  if (!integration) return { status: undefined, error: 'The integration no longer exists.', trace: { logs: [] } }
  const event = unsealEvent(row, services.vault)
  const context = await findDispatchContext(services.db, integration, event)
  return outcomeOf(dispatch(services, integration, context, event))
}

const unsealEvent = ({ payload }: EventRow, vault: Vault): RuntimeEvent => JSON.parse(vault.unseal(payload))

export async function outcomeOf(delivery: ReturnType<typeof dispatch>): Promise<DeliveryOutcome> {
  try {
    const { answer, trace } = await delivery
    return { status: answer.status, error: serverErrorOf(answer.status) ?? refusal(answer.status), trace: await trace }
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error
    return { status: undefined, error: error.message, trace: { logs: [] } }
  }
}

const refusal = (status: number) =>
  status >= 400 && !isUnhandled(status) ? `The integration refused the event with status ${status}.` : undefined

const NOT_HANDLED = 406
export const isUnhandled = (status: number | undefined): boolean => status === NOT_HANDLED

/** A client error would repeat; anything else may be transient. */
const isRetryable = (status: number | undefined) => status === undefined || status >= 500 || status === 429

/**
 * Records the outcome and returns the time of the next attempt, if any. Events that the integration does not handle are
 * deleted.
 */
export async function recordDelivery(db: Db, row: EventRow, outcome: DeliveryOutcome): Promise<Timestamp | undefined> {
  if (isUnhandled(outcome.status)) {
    await db.deleteFrom('integration_events').where('id', '=', row.id).execute()
    return undefined
  }
  const isAgain = outcome.error !== undefined && isRetryable(outcome.status) && row.attempts < RETRY_DELAYS.length
  const next = isAgain ? fromNow(RETRY_DELAYS[row.attempts]!) : undefined
  await db
    .updateTable('integration_events')
    .set({
      status: isAgain ? 'queued' : outcome.error === undefined ? 'success' : 'failed',
      attempts: row.attempts + 1,
      next_attempt_at: next ?? null,
      trace: serializeTrace(outcome.trace),
      error: outcome.error ?? null,
      ended_at: isAgain ? null : now(),
    })
    .where('id', '=', row.id)
    .execute()
  return next
}
