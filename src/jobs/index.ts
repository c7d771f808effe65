// The table of background jobs.
import { checkHostnameOfSite } from './check-hostname.ts'
import { collectUnusedDaily } from './collect-unused.ts'
import { deliverIntegrationEvents } from './deliver-integration-events.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { fillWelcomeSpaceJob } from './fill-welcome-space.ts'
import { gitOperation } from './git-operation.ts'
import { indexSpace } from './index-space.ts'
import { makeBackup } from './make-backup.ts'
import { notifyConflicts } from './notify-conflicts.ts'
import { notifyMentions } from './notify-mentions.ts'
import { processOpenapiSpec } from './process-openapi-spec.ts'
import { pruneIdempotencyKeysHourly } from './prune-idempotency-keys.ts'
import { pruneImportRuns } from './prune-import-runs.ts'
import { pruneInsights } from './prune-insights.ts'
import { pruneIntegrationEvents } from './prune-integration-events.ts'
import { pruneOldMails } from './prune-mails.ts'
import { pruneOldNotifications } from './prune-notifications.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { pruneWebhookDeliveries } from './prune-webhook-deliveries.ts'
import { purgeOldBins } from './purge-bins.ts'
import { purgeSpaces } from './purge-spaces.ts'
import { runImportJob } from './run-import.ts'
import { runIntegrationTask } from './run-integration-task.ts'
import type { Jobs } from './runner.ts'
import { sendMail } from './send-mail.ts'

const recurring: Jobs = {
  'purge-spaces': purgeSpaces,
  'purge-bins': purgeOldBins,
  'prune-idempotency-keys': pruneIdempotencyKeysHourly,
  'prune-sign-ins': pruneSignIns,
  'prune-webhook-deliveries': pruneWebhookDeliveries,
  'prune-integration-events': pruneIntegrationEvents,
  'prune-insights': pruneInsights,
  'prune-import-runs': pruneImportRuns,
  'prune-mails': pruneOldMails,
  'prune-notifications': pruneOldNotifications,
  'make-backup': makeBackup,
  'collect-unused': collectUnusedDaily,
}

export const jobs: Jobs = {
  ...recurring,
  'index-space': indexSpace,
  'check-hostname': checkHostnameOfSite,
  'fill-welcome-space': fillWelcomeSpaceJob,
  'git-operation': gitOperation,
  'run-import': runImportJob,
  'deliver-webhook': deliverWebhook,
  'process-openapi-spec': processOpenapiSpec,
  'deliver-integration-events': deliverIntegrationEvents,
  'run-integration-task': runIntegrationTask,
  'send-mail': sendMail,
  'notify-mentions': notifyMentions,
  'notify-conflicts': notifyConflicts,
}

/** Recurring jobs, which are queued once when the server starts and reschedule themselves. */
export const RECURRING = Object.keys(recurring)
