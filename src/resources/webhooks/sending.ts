// Sends one message to one webhook, and writes down how that went.
import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now, SECOND, type Timestamp } from '../../lib/time.ts'
import { type Message, signedHeaders } from './messages.ts'

const WITHIN = 15 * SECOND
/** What is answered is of no interest beyond its status. */
const ANSWER_LIMIT = 64 * 1024

export interface Outcome {
  delivered: boolean
  /** What the receiver answered, when it did. */
  status: number | undefined
  error: string | undefined
}

/** Never throws for what the receiver does: a failure is an outcome. */
export async function sendMessage(
  { fetcher, vault }: { fetcher: Fetcher; vault: Vault },
  webhook: Row<'webhooks'>,
  message: Message,
): Promise<Outcome> {
  try {
    const answer = await fetcher(webhook.url, {
      method: 'POST',
      headers: signedHeaders(message, secretsOf(webhook, vault)),
      body: message.body,
      within: WITHIN,
      limit: ANSWER_LIMIT,
      redirects: 0,
      anyStatus: true,
    })
    answer.discard()
    const { status } = answer
    const delivered = status >= 200 && status < 300
    return { delivered, status, error: delivered ? undefined : `The receiver answered with status ${status}.` }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { delivered: false, status: undefined, error: error.message }
  }
}

function secretsOf({ secret, previous_secret, previous_until }: Row<'webhooks'>, vault: Vault): string[] {
  const previous = previous_secret !== null && previous_until! > now() ? [vault.unseal(previous_secret)] : []
  return [vault.unseal(secret), ...previous]
}

/** One more attempt to deliver the message; the first one makes the record. */
export function noteAttempt(
  db: Db,
  webhookId: string,
  { id, type }: Pick<Message, 'id' | 'type'>,
  { delivered, status, error }: Outcome,
  nextAttemptAt?: Timestamp,
): Promise<Row<'webhook_deliveries'>> {
  const outcome = {
    state: delivered ? ('delivered' as const) : nextAttemptAt ? ('retrying' as const) : ('failed' as const),
    response_status: status ?? null,
    error: error ?? null,
    next_attempt_at: nextAttemptAt ?? null,
    last_attempt_at: now(),
  }
  return db
    .insertInto('webhook_deliveries')
    .values({ ...outcome, id: newId(), webhook_id: webhookId, message_id: id, type, attempts: 1, created_at: now() })
    .onConflict((conflict) =>
      conflict
        .columns(['webhook_id', 'message_id'])
        .doUpdateSet({ ...outcome, attempts: sql`webhook_deliveries.attempts + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
