// Publishes the welcome space on the first start, so that there is something to read and to try things on.
import { enqueue } from '../db/jobs.ts'
import type { Db, Row } from '../db/tables.ts'
import { insertSiteSpaces } from '../domain/site-structure/index.ts'
import { insertSite, updateSite } from '../domain/sites/index.ts'
import { appendEvent } from '../events/events.ts'
import type { Vault } from '../lib/sealing.ts'
import { fromNow, MINUTE } from '../lib/time.ts'

/** Publishes the welcome space. A job fills it later if this start does not get that far. */
export async function publishWelcomeSpace(db: Db, vault: Vault, space: Row<'spaces'>, adminId: string): Promise<void> {
  const wanted = {
    organization_id: space.organization_id,
    type: 'basic',
    title: 'Welcome',
    visibility: 'public',
  } as const
  const { id } = await insertSite(db, wanted, vault)
  const structure = { siteId: id, groups: [], sections: [], siteSpaces: [], externalLinks: [] }
  await insertSiteSpaces(db, structure, null, [space])
  await updateSite(db, id, { published: 1 })
  for (const action of ['site.created', 'site.published'] as const)
    await appendEvent(db, {
      organizationId: space.organization_id,
      action,
      actorId: adminId,
      tokenId: null,
      target: { kind: 'site', id },
      data: {},
      requestId: null,
    })
  await enqueue(db, {
    kind: 'fill-welcome-space',
    payload: { id: space.id, revision_id: space.revision_id },
    runAt: fromNow(MINUTE),
  })
}
