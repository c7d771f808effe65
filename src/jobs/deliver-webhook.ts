// Delivers pending events to a webhook, in order. While a delivery fails, later events wait.

import { fromNow } from '../lib/time.ts'
import {
  disableReason,
  disableWebhook,
  findNextEvent,
  findWebhook,
  messageOf,
  moveCursor,
  RETRY_DELAYS,
  recordAttempt,
  sendMessage,
  updateWebhookRow,
} from '../resources/webhooks/index.ts'
import type { Job } from './runner.ts'

/** After this number of messages, other jobs get a chance; the rest is queued again. */
const BATCH_SIZE = 100

export const deliverWebhook: Job = async ({ database, payload, fetcher, vault }) => {
  const { id } = payload as { id: string }
  for (let sent = 0; sent < BATCH_SIZE; sent++) {
    const webhook = await findWebhook(database.read, id)
    if (!webhook || webhook.active === 0) return undefined
    const { next: event } = await findNextEvent(database.read, webhook)
    if (!event) return undefined
    const message = messageOf(event)
    const outcome = await sendMessage({ fetcher, vault }, webhook, message)
    const again = await database.write(async (db) => {
      if (!(await findWebhook(db, id))) return undefined
      if (outcome.delivered) {
        await recordAttempt(db, id, message, outcome)
        await moveCursor(db, id, event.sequence)
        await updateWebhookRow(db, id, { failures: 0 })
        return undefined
      }
      const reason = disableReason(webhook, outcome)
      const next = reason === undefined ? fromNow(RETRY_DELAYS[webhook.failures]!) : undefined
      await recordAttempt(db, id, message, outcome, next)
      await updateWebhookRow(db, id, { failures: webhook.failures + 1 })
      if (reason !== undefined) await disableWebhook(db, webhook, reason)
      return next
    })
    if (!outcome.delivered) return again
  }
  return undefined
}
