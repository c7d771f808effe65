// Sends a message to a webhook, and records the delivery.
import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetched, Fetcher } from '../../fetch/fetcher.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { readUrl } from '../../lib/stored-urls.ts'
import { now, SECOND, type Timestamp } from '../../lib/time.ts'
import { type Message, signedHeaders } from './messages.ts'
import { addressOf } from './queries.ts'

const TIMEOUT = 15 * SECOND
const MAX_RESPONSE_BYTES = 64 * 1024
/** Only the status of the response counts; the beginning of its body is kept for people. */
const KEPT_BYTES = 4096
const BODY_TIMEOUT = 2 * SECOND

export interface Outcome {
  delivered: boolean
  /** The status of the response; undefined if there was none. */
  status: number | undefined
  /** The beginning of the body, if it is text. */
  body?: string | undefined
  error: string | undefined
}

/** Does not throw for failures of the receiver: those are outcomes. */
export async function sendMessage(
  { fetcher, vault }: { fetcher: Fetcher; vault: Vault },
  webhook: Row<'webhooks'>,
  message: Message,
): Promise<Outcome> {
  try {
    const answer = await fetcher(readUrl(addressOf(webhook), vault), {
      method: 'POST',
      headers: signedHeaders(message, secretsOf(webhook, vault)),
      body: message.body,
      timeout: TIMEOUT,
      limit: MAX_RESPONSE_BYTES,
      redirects: 0,
      anyStatus: true,
    })
    const { status } = answer
    const body = await beginningOf(answer)
    const delivered = status >= 200 && status < 300
    return { delivered, status, body, error: delivered ? undefined : `The receiver replied with status ${status}.` }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { delivered: false, status: undefined, error: error.message }
  }
}

/** What a receiver says, as far as it is text and comes in time: it changes nothing about the delivery. */
async function beginningOf(answer: Fetched): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => answer.discard(), BODY_TIMEOUT)
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= KEPT_BYTES) break
    }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
  } finally {
    clearTimeout(timer)
    answer.discard()
  }
  const bytes = Buffer.concat(chunks).subarray(0, KEPT_BYTES)
  return bytes.length === 0 || bytes.includes(0) ? undefined : bytes.toString('utf8')
}

function secretsOf({ secret, previous_secret, previous_until }: Row<'webhooks'>, vault: Vault): string[] {
  const previous = previous_secret !== null && previous_until! > now() ? [vault.unseal(previous_secret)] : []
  return [vault.unseal(secret), ...previous]
}

/** Records an attempt. The first attempt of a message inserts its delivery. */
export function recordAttempt(
  db: Db,
  webhookId: string,
  { id, type }: Pick<Message, 'id' | 'type'>,
  { delivered, status, body, error }: Outcome,
  nextAttemptAt?: Timestamp,
): Promise<Row<'webhook_deliveries'>> {
  const outcome = {
    state: delivered ? ('delivered' as const) : nextAttemptAt ? ('retrying' as const) : ('failed' as const),
    response_status: status ?? null,
    response_body: body ?? null,
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
