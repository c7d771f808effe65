// The table of background jobs. Each is loaded when it first runs.
import { later } from '../lib/later.ts'
import type { Jobs } from './runner.ts'

const recurring: Jobs = {
  'purge-spaces': later(async () => (await import('./purge-spaces.ts')).purgeSpaces),
  'purge-bins': later(async () => (await import('./purge-bins.ts')).purgeOldBins),
  'prune-idempotency-keys': later(async () => (await import('./prune-idempotency-keys.ts')).pruneIdempotencyKeysHourly),
  'prune-sign-ins': later(async () => (await import('./prune-sign-ins.ts')).pruneSignIns),
  'prune-webhook-deliveries': later(async () => (await import('./prune-webhook-deliveries.ts')).pruneWebhookDeliveries),
  'prune-integration-events': later(async () => (await import('./prune-integration-events.ts')).pruneIntegrationEvents),
  'prune-insights': later(async () => (await import('./prune-insights.ts')).pruneInsights),
  'prune-import-runs': later(async () => (await import('./prune-import-runs.ts')).pruneImportRuns),
  'prune-mails': later(async () => (await import('./prune-mails.ts')).pruneOldMails),
  'prune-notifications': later(async () => (await import('./prune-notifications.ts')).pruneOldNotifications),
  'make-backup': later(async () => (await import('./make-backup.ts')).makeBackup),
  'collect-unused': later(async () => (await import('./collect-unused.ts')).collectUnusedDaily),
}

export const jobs: Jobs = {
  ...recurring,
  'index-space': later(async () => (await import('./index-space.ts')).indexSpace),
  'find-missing': later(async () => (await import('./find-missing.ts')).findMissing),
  'seal-urls': later(async () => (await import('./seal-urls.ts')).sealUrls),
  'check-hostname': later(async () => (await import('./check-hostname.ts')).checkHostnameOfSite),
  'fill-welcome-space': later(async () => (await import('./fill-welcome-space.ts')).fillWelcomeSpaceJob),
  'git-operation': later(async () => (await import('./git-operation.ts')).gitOperation),
  'run-import': later(async () => (await import('./run-import.ts')).runImportJob),
  'deliver-webhook': later(async () => (await import('./deliver-webhook.ts')).deliverWebhook),
  'process-openapi-spec': later(async () => (await import('./process-openapi-spec.ts')).processOpenapiSpec),
  'deliver-integration-events': later(
    async () => (await import('./deliver-integration-events.ts')).deliverIntegrationEvents,
  ),
  'run-integration-task': later(async () => (await import('./run-integration-task.ts')).runIntegrationTask),
  'send-mail': later(async () => (await import('./send-mail.ts')).sendMail),
  'notify-mentions': later(async () => (await import('./notify-mentions.ts')).notifyMentions),
  'notify-conflicts': later(async () => (await import('./notify-conflicts.ts')).notifyConflicts),
}

/** Recurring jobs, which are queued once when the server starts and reschedule themselves. */
export const RECURRING = Object.keys(recurring)
