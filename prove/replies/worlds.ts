// Worlds of tests, and when their background work is done.
import { setTimeout as pause } from 'node:timers/promises'
import { edit } from '../../test/support/edits.ts'
import { everyBlock } from '../../test/support/every-block.ts'
import type { TestServer } from '../../test/support/server.ts'
import { createWorld, type World } from '../../test/support/world.ts'
import type { Known } from './mask.ts'

/** A world whose page has every kind of block. */
export async function newWorld(server: TestServer): Promise<World> {
  const world = await createWorld(server)
  const { ids, admin } = world
  const page = ids.pageId!
  await edit(server, { space: ids.spaceId! }, [{ operation: 'update_page', page, document: everyBlock() }])
  ids.documentId = (await admin.http.get(`/v1/spaces/${ids.spaceId}/content/page/${page}`)).body.documentId
  await settled(server)
  return world
}

/** Waits until no job is due: what jobs leave behind is in replies. */
export async function settled({ database }: TestServer): Promise<void> {
  for (let round = 0; round < 3000; round++) {
    const due = await database.read
      .selectFrom('jobs')
      .select('id')
      .where('state', '=', 'queued')
      .where('run_at', '<=', new Date().toISOString())
      .executeTakeFirst()
    if (!due) return
    await pause(10)
  }
}

export const knownIn = ({ ids, admin, member }: World): Known => ({
  ...ids,
  admin: admin.id,
  adminEmail: admin.email,
  adminToken: admin.token,
  member: member.id,
  memberEmail: member.email,
})

/** Colors of code are found in a thread; a page that cannot wait for them is drawn without. Then they are kept. */
export async function colorCode(server: TestServer): Promise<void> {
  const { admin, ids } = await newWorld(server)
  const page = `/v1/spaces/${ids.spaceId}/content/page/${ids.pageId}?format=html`
  while (!(await admin.http.get(page)).body.html.includes('class="t-')) await pause(100)
}
