// What is recorded about a part that was restored, and how far its readers of events are.
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { appendEvent } from '../../events/events.ts'
import type { Part } from './owned.ts'

export async function recordRestored(db: Db, part: Part): Promise<void> {
  const organizationId = part.kind === 'organization' ? part.id : await organizationOf(db, part.id)
  if (part.kind === 'organization') await skipOldEvents(db, part.id)
  await appendEvent(db, {
    organizationId,
    action: part.kind === 'space' ? 'space.restored' : 'organization.updated',
    actorId: null,
    tokenId: null,
    target: { kind: part.kind, id: part.id },
    ...(part.kind === 'space' && { spaceId: part.id }),
    data: {},
    requestId: null,
  })
}

async function organizationOf(db: Db, spaceId: string): Promise<string> {
  const space = db.selectFrom('spaces').select('organization_id').where('id', '=', spaceId)
  return (await space.executeTakeFirstOrThrow()).organization_id
}

/** Webhooks, integrations and notifications tell nothing twice. */
async function skipOldEvents(db: Db, organization: string): Promise<void> {
  const last = sql<number>`(select coalesce(max(sequence), 0) from events where organization_id = ${organization})`
  await db.updateTable('webhooks').set({ cursor: last }).where('organization_id', '=', organization).execute()
  await db
    .updateTable('integration_installations')
    .set({ cursor: last })
    .where('organization_id', '=', organization)
    .execute()
  await db
    .insertInto('notification_cursors')
    .values({ organization_id: organization, cursor: last })
    .onConflict((it) => it.column('organization_id').doUpdateSet({ cursor: last }))
    .execute()
}
