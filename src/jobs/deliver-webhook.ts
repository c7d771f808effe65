// Tells a webhook what it has not heard yet, one event after the other. While the receiver fails, later events wait: they
// come in order or not at all.

import { fromNow } from '../lib/time.ts'
import { findNext, moveCursor, RETRY_AFTER, reasonToStop, switchOff } from '../resources/webhooks/following.ts'
import { messageOf } from '../resources/webhooks/messages.ts'
import { findWebhook, updateWebhookRow } from '../resources/webhooks/queries.ts'
import { noteAttempt, sendMessage } from '../resources/webhooks/sending.ts'
import type { Job } from './runner.ts'

/** Then others get their turn; the rest is brought up anew. */
const MESSAGES_AT_ONCE = 100

export const deliverWebhook: Job = async ({ database, payload, fetcher, vault }) => {
  const { id } = payload as { id: string }
  for (let sent = 0; sent < MESSAGES_AT_ONCE; sent++) {
    const webhook = await findWebhook(database.read, id)
    if (!webhook || webhook.active === 0) return undefined
    const { next: event } = await findNext(database.read, webhook)
    if (!event) return undefined
    const message = messageOf(event)
    const outcome = await sendMessage({ fetcher, vault }, webhook, message)
    const again = await database.write(async (db) => {
      if (!(await findWebhook(db, id))) return undefined
      if (outcome.delivered) {
        await noteAttempt(db, id, message, outcome)
        await moveCursor(db, id, event.sequence)
        await updateWebhookRow(db, id, { failures: 0 })
        return undefined
      }
      const reason = reasonToStop(webhook, outcome)
      const next = reason === undefined ? fromNow(RETRY_AFTER[webhook.failures]!) : undefined
      await noteAttempt(db, id, message, outcome, next)
      await updateWebhookRow(db, id, { failures: webhook.failures + 1 })
      if (reason !== undefined) await switchOff(db, webhook, reason)
      return next
    })
    if (!outcome.delivered) return again
  }
  return undefined
}
