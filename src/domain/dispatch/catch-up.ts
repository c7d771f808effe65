// Queues events about an installation behind everything that already happened to it.
import type { Db } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { catchUp } from './event-cursor.ts'
import { type InstallationEvent, queueEvent } from './outbox.ts'

/**
 * Queues an installation event after all pending log events. Call before deleting, so that pending events are queued
 * first.
 */
export async function queueInstallationEvent(
  db: Db,
  vault: Vault,
  integrationId: string,
  event: InstallationEvent,
): Promise<void> {
  await catchUp(db, vault, event.installationId)
  await queueEvent(db, vault, integrationId, event)
}
