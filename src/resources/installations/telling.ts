// Integrations are told what happened to an installation after all that happened around it before.
import type { Db } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { catchUp } from '../running/following.ts'
import { type InstallationEvent, queueEvent } from './outbox.ts'

/** To be called while what is taken away is still there: until then it wants to hear of what it reaches. */
export async function tellOf(db: Db, vault: Vault, integrationId: string, event: InstallationEvent): Promise<void> {
  await catchUp(db, vault, event.installationId)
  await queueEvent(db, vault, integrationId, event)
}
