export { findWebhooksBehind } from './behind.ts'
export { recordAttempt, sendMessage } from './deliveries.ts'
export {
  catchUp,
  disableReason,
  disableWebhook,
  findNextEvent,
  moveCursor,
  RETRY_DELAYS,
} from './feed.ts'
export { describeMessages, messageOf } from './messages.ts'
export { findWebhook, updateWebhookRow } from './queries.ts'
export { webhooks } from './service.ts'
