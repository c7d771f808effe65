// Deletes spaces permanently once they can no longer be restored.
import { RESTORABLE_FOR } from '../access/loading/objects.ts'
import type { Db } from '../db/tables.ts'
import { appendEvent } from '../events/events.ts'
import { fromNow, HOUR } from '../lib/time.ts'
import type { Job } from './runner.ts'

const BATCH_SIZE = 20

export const purgeSpaces: Job = async ({ database }) => {
  while ((await database.write(purgeBatch)) === BATCH_SIZE);
  return fromNow(HOUR)
}

async function purgeBatch(db: Db): Promise<number> {
  const due = await db
    .selectFrom('spaces')
    .select(['id', 'organization_id', 'title'])
    .where('deleted_at', '<=', fromNow(-RESTORABLE_FOR))
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, organization_id, title } of due) {
    await db.deleteFrom('spaces').where('id', '=', id).execute()
    await appendEvent(db, {
      organizationId: organization_id,
      action: 'space.purged',
      actorId: null,
      tokenId: null,
      target: { kind: 'space', id },
      data: { title },
      requestId: null,
    })
  }
  return due.length
}
