// What an integration has to be told about its installations: noted in the transaction that changes them, delivered
// afterwards.
import type { Db, InstallationStatus } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Configuration } from './configuration.ts'

interface Place {
  installationId: string
  spaceId?: string
  siteId?: string
}

interface Previously {
  status?: InstallationStatus
  configuration: Configuration
}

export type InstallationEvent = Place &
  (
    | {
        type: 'installation_setup' | 'space_installation_setup' | 'site_installation_setup'
        status: InstallationStatus
        previous?: Previously
      }
    | {
        type: 'installation_deleted' | 'space_installation_deleted' | 'site_installation_deleted'
        previous: Previously
      }
  )

/** What happened in a space within the reach of an installation. */
export type SpaceEvent = Place & { type: `space_${string}`; [more: string]: unknown }

/** Sealed, because what was configured before may have credentials in it. */
export async function queueEvent(
  db: Db,
  vault: Vault,
  integrationId: string,
  event: InstallationEvent | SpaceEvent,
): Promise<void> {
  const id = newId()
  await db
    .insertInto('integration_events')
    .values({
      id,
      integration_id: integrationId,
      installation_id: event.installationId,
      type: event.type,
      payload: vault.seal(JSON.stringify({ eventId: id, ...event })),
      status: 'queued',
      attempts: 0,
      next_attempt_at: now(),
      created_at: now(),
    })
    .execute()
}
