// Background work: one line a job.
import { checkHostnameOfSite } from './check-hostname.ts'
import { deliverIntegrationEvents } from './deliver-integration-events.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { gitOperation } from './git-operation.ts'
import { indexSpace } from './index-space.ts'
import { processOpenapiSpec } from './process-openapi-spec.ts'
import { pruneIdempotencyKeysHourly } from './prune-idempotency-keys.ts'
import { pruneIntegrationEvents } from './prune-integration-events.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { pruneWebhookDeliveries } from './prune-webhook-deliveries.ts'
import { purgeSpaces } from './purge-spaces.ts'
import { runIntegrationTask } from './run-integration-task.ts'
import type { Jobs } from './runner.ts'

const recurring: Jobs = {
  'purge-spaces': purgeSpaces,
  'prune-idempotency-keys': pruneIdempotencyKeysHourly,
  'prune-sign-ins': pruneSignIns,
  'prune-webhook-deliveries': pruneWebhookDeliveries,
  'prune-integration-events': pruneIntegrationEvents,
}

export const jobs: Jobs = {
  ...recurring,
  'index-space': indexSpace,
  'check-hostname': checkHostnameOfSite,
  'git-operation': gitOperation,
  'deliver-webhook': deliverWebhook,
  'process-openapi-spec': processOpenapiSpec,
  'deliver-integration-events': deliverIntegrationEvents,
  'run-integration-task': runIntegrationTask,
}

/** Jobs that come back by themselves; queued once when the server starts. */
export const RECURRING = Object.keys(recurring)
