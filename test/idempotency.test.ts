// A POST with an Idempotency-Key runs once, however often and fast it is sent.
import { describe, expect, test } from 'vitest'
import { fromNow, HOUR } from '../src/lib/time.ts'
import { startedServer } from './support/server.ts'

const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' } })
const spaces = () => `/v1/orgs/${server.organization}/spaces`
const keyed = (key: string) => ({ 'idempotency-key': key })
const create = (key: string, body: unknown = { title: 'Once' }) => server.admin.http.post(spaces(), body, keyed(key))
const count = async () => (await server.admin.http.get(`${spaces()}?limit=0`)).body.count as number
const countEvents = async () =>
  (await server.database.read.selectFrom('events').select('id').where('action', '=', 'space.created').execute()).length

describe('the same key', () => {
  test('with the same request gets the first response again: status, body and Location', async () => {
    const before = [await count(), await countEvents()]
    const first = await create('again')
    const second = await create('again')
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect([await count(), await countEvents()]).toEqual(before.map((number) => number + 1))
  })

  test('sent many times at once does the work once', async () => {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('twins')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  test('returns a secret again without ever storing it', async () => {
    const create = () => server.admin.http.post('/v1/user/tokens', {}, keyed('secret'))
    const [first, second] = [await create(), await create()]
    expect(second.text).toBe(first.text)
    const stored = await server.database.read.selectFrom('idempotency_keys').select('body').execute()
    expect(JSON.stringify(stored)).not.toContain(first.body.token)
    expect(stored.length).toBeGreaterThan(0)
  })

  test('with another body or path is rejected', async () => {
    await create('other', { title: 'One' })
    expect((await create('other', { title: 'Two' })).status).toBe(422)
    expect((await server.admin.http.post('/v1/orgs', { title: 'One' }, keyed('other'))).status).toBe(422)
  })

  test('of another token is independent', async () => {
    const other = await server.join('admin')
    const first = await create('shared')
    const second = await other.http.post(spaces(), { title: 'Mine' }, keyed('shared'))
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('is free again after a request that failed', async () => {
    expect((await create('failed', { title: 'x'.repeat(1000) })).status).toBe(400)
    expect((await create('failed', { parent: 'none' })).status).toBe(404)
    expect((await create('failed', { title: 'Good' })).status).toBe(201)
  })

  test('is free again after a day', async () => {
    const first = await create('old')
    await server.database.write((db) =>
      db
        .updateTable('idempotency_keys')
        .set({ created_at: fromNow(-25 * HOUR) })
        .where('key', '=', 'old')
        .execute(),
    )
    expect((await create('old')).body.id).not.toBe(first.body.id)
  })

  test('is ignored for other methods', async () => {
    const { body: space } = await create('patched')
    const patch = (title: string) => server.admin.http.patch(`/v1/spaces/${space.id}`, { title }, keyed('patched'))
    expect([(await patch('One')).body.title, (await patch('Two')).body.title]).toEqual(['One', 'Two'])
  })
})

test.each(['', ' ', 'two words', 'é', 'x'.repeat(256)])('the key %j is rejected', async (key) => {
  const { status, body } = await create(key)
  expect([status, body.error.issues[0].path]).toEqual([400, 'Idempotency-Key'])
})
