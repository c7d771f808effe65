// The first start publishes the welcome space in the transaction that creates it, and a job fills it if nobody did.
import { expect, test } from 'vitest'
import { markdown, newSpace } from '../../test/support/pages.ts'
import { startedServer } from '../../test/support/server.ts'
import { publishWelcomeSpace } from '../setup/welcome-site.ts'
import { jobs } from './index.ts'
import type { JobContext } from './runner.ts'

const server = startedServer()

test('a space that is as it was created is filled once; an edited one is left alone', async () => {
  const space = await newSpace(server)
  const row = await server.database.read
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', space.id)
    .executeTakeFirstOrThrow()
  await server.database.write((db) => publishWelcomeSpace(db, server.vault, row, server.admin.id))
  const queued = await server.database.read
    .selectFrom('jobs')
    .select(['kind', 'payload'])
    .where('kind', '=', 'fill-welcome-space')
    .executeTakeFirstOrThrow()
  const fill = () => jobs[queued.kind]!({ ...server, payload: JSON.parse(queued.payload) } as unknown as JobContext)
  await fill()
  const filled = await space.revision()
  expect(filled).not.toBe(row.revision_id)
  const { body: tree } = await server.admin.http.get(`/v1/spaces/${space.id}/content/pages`)
  expect(tree.pages.map(({ title }: { title: string }) => title)).toContain('Concepts')
  const { body } = await server.admin.http.get(`/v1/orgs/${server.organization}/sites`)
  expect(body.items).toMatchObject([{ title: 'Welcome', published: true, visibility: 'public' }])

  await fill()
  expect(await space.revision()).toBe(filled)

  const edited = await newSpace(server)
  const { id, revision_id } = await server.database.read
    .selectFrom('spaces')
    .select(['id', 'revision_id'])
    .where('id', '=', edited.id)
    .executeTakeFirstOrThrow()
  await edited.insert('Mine', markdown('Stays.'))
  const mine = await edited.revision()
  await jobs[queued.kind]!({ ...server, payload: { id, revision_id } } as unknown as JobContext)
  expect(await edited.revision()).toBe(mine)
})
