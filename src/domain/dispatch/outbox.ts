// The outbox of integrations: events are queued in the transaction that causes them, and delivered later.
import type { Db, InstallationStatus } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Configuration } from '../installations/index.ts'

interface EventTarget {
  installationId: string
  spaceId?: string
  siteId?: string
}

interface PreviousState {
  status?: InstallationStatus
  configuration: Configuration
}

export type InstallationEvent = EventTarget &
  (
    | {
        type: 'installation_setup' | 'space_installation_setup' | 'site_installation_setup'
        status: InstallationStatus
        previous?: PreviousState
      }
    | {
        type: 'installation_deleted' | 'space_installation_deleted' | 'site_installation_deleted'
        previous: PreviousState
      }
  )

/** An event in a space that the installation can access. */
type SpaceEvent = EventTarget & { type: `space_${string}`; [more: string]: unknown }

/** The payload is sealed, because previous configurations may contain credentials. */
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
