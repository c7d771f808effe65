// Background work: one line a job.
import { deliverWebhook } from './deliver-webhook.ts'
import { indexSpace } from './index-space.ts'
import { processOpenapiSpec } from './process-openapi-spec.ts'
import { pruneIdempotencyKeysHourly } from './prune-idempotency-keys.ts'
import { pruneWebhookDeliveries } from './prune-webhook-deliveries.ts'
import { purgeSpaces } from './purge-spaces.ts'
import type { Jobs } from './runner.ts'

const recurring: Jobs = {
  'purge-spaces': purgeSpaces,
  'prune-idempotency-keys': pruneIdempotencyKeysHourly,
  'prune-webhook-deliveries': pruneWebhookDeliveries,
}

export const jobs: Jobs = {
  ...recurring,
  'index-space': indexSpace,
  'deliver-webhook': deliverWebhook,
  'process-openapi-spec': processOpenapiSpec,
}

/** Jobs that come back by themselves; queued once when the server starts. */
export const RECURRING = Object.keys(recurring)
