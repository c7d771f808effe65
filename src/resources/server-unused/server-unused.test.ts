import { expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
const UNUSED = '/v1/server/unused'

test('getServerUnused, collectServerUnused: what nothing needs is marked, and counted', async () => {
  const { blob } = await server.files.store.put([Buffer.from('nobody needs this')])
  const collect = async () => {
    const { status, body } = await server.admin.http.post(`${UNUSED}/collect`)
    expect([status, body.object]).toEqual([200, 'server-unused'])
    const before = body.last?.startedAt
    const last = async () => (await server.admin.http.get(UNUSED)).body.last?.startedAt
    await expect.poll(last, { timeout: 30_000 }).toSatisfy((at) => at !== undefined && at !== before)
    return (await server.admin.http.get(UNUSED)).body
  }
  expect(await collect()).toMatchObject({ files: 1, bytes: 17, days: 7, last: { files: 0, objects: 0 } })
  expect(await server.files.store.find(blob)).toBeDefined()
  await server.database.write((db) =>
    db.updateTable('unused_files').set({ unused_since: '2020-01-01T00:00:00.000Z' }).execute(),
  )
  expect(await collect()).toMatchObject({ files: 0, bytes: 0, last: { files: 1, bytes: 17 } })
  expect(await server.files.store.find(blob)).toBeUndefined()
  const { http } = await server.join('read')
  expect([(await http.get(UNUSED)).status, (await http.post(`${UNUSED}/collect`)).status]).toEqual([404, 404])
})
