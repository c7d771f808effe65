// @only-sqlite @slow
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedReceiver, verify } from '../../../test/support/receiver.ts'
import { startedServer } from '../../../test/support/server.ts'
import { fromNow, HOUR, MINUTE } from '../../lib/time.ts'
import { RETRY_DELAYS } from './feed.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const closed = startedServer()
const receiver = startedReceiver()
let scenes = 0

async function scene(filter: object = {}) {
  const { organization, admin } = await server.found()
  const hooks = `/v1/orgs/${organization}/webhooks`
  const path = `/hook-${++scenes}`
  const { body } = await admin.http.post(hooks, { url: receiver.url + path, ...filter })
  const hook = `${hooks}/${body.id}`
  const types = () => receiver.at(path).map(({ message }) => message.type as string)
  const get = async () => (await admin.http.get(hook)).body
  const deliveries = async (query = '') => (await admin.http.get(`${hook}/deliveries?${query}`)).body.items
  /** Makes pending retries due now. */
  const hurry = () =>
    server.database.write((db) =>
      db
        .updateTable('jobs')
        .set({ run_at: fromNow(-1) })
        .where('unique_key', '=', `deliver-webhook ${body.id}`)
        .where('leased_by', 'is', null)
        .execute(),
    )
  return {
    organization,
    admin,
    hooks,
    hook,
    path,
    id: body.id as string,
    secret: body.secret as string,
    types,
    get,
    deliveries,
    hurry,
  }
}

const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000, interval: 50 })

describe('webhooks', () => {
  test('createWebhook: of saves in a draft, the last is sent, once the draft has been quiet for a minute', async () => {
    const events = ['space.created', 'change-request.created', 'change-request.content.updated', 'space.updated']
    const { organization, admin, types, path } = await scene({ events })
    const space = await createSpace({ organization, admin })
    const { body: draft } = await admin.http.put(`/v1/spaces/${space.id}/own-draft`)
    const save = async (title: string) =>
      (
        await admin.http.post(`/v1/spaces/${space.id}/change-requests/${draft.id}/content`, {
          changes: [{ operation: 'insert_page', title }],
        })
      ).body.revision
    const revisions = [await save('One'), await save('Two'), await save('Three')]
    await eventually(types).toEqual(events.slice(0, 2))
    await server.database.write((db) =>
      db
        .updateTable('events')
        .set({ created_at: fromNow(-2 * MINUTE) })
        .where('action', '=', 'change-request.content.updated')
        .where('organization_id', '=', organization)
        .execute(),
    )
    await admin.http.patch(`/v1/spaces/${space.id}`, { title: 'Last' })
    await eventually(types).toEqual(events)
    expect(receiver.at(path)[2]!.message.data).toMatchObject({ revision: revisions[2] })
  })

  test('createWebhook, updateWebhook: credentials in the URL are used, sealed and not shown', async () => {
    const { organization, admin, hooks } = await scene()
    const path = `/hidden-${organization}`
    const url = `${receiver.url.replace('://', '://me:hush-hush-hush@')}${path}?token=hush-hush-hush&x=1`
    const { body } = await admin.http.post(hooks, { url, events: ['space.created'] })
    expect(body.url).toBe(`${receiver.url}${path}?token=hidden&x=1`)
    await admin.http.patch(`${hooks}/${body.id}`, { url: body.url, description: 'Written back' })
    await createSpace({ organization, admin })
    await eventually(() => receiver.at(`${path}?token=hush-hush-hush&x=1`).length).toBe(1)
    const [{ headers } = { headers: {} as Record<string, string> }] = receiver.at(`${path}?token=hush-hush-hush&x=1`)
    expect(headers.authorization).toBe(`Basic ${Buffer.from('me:hush-hush-hush').toString('base64')}`)
    const rows = await server.database.read.selectFrom('webhooks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('hush-hush-hush')
  })

  test('createWebhook, getWebhook, listWebhooks, updateWebhook, deleteWebhook: the life cycle of a webhook', async () => {
    const { admin, hooks, hook, id, secret, get, organization } = await scene({
      events: ['space.created'],
      description: 'Ours',
    })
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
    expect(await get()).toMatchObject({ object: 'webhook', events: ['space.created'], active: true, failures: 0 })
    expect((await admin.http.get(hooks)).body).toMatchObject({ count: 1, items: [{ id }] })
    const space = await createSpace({ organization, admin })
    const { body } = await admin.http.patch(hook, { description: null, events: [], spaces: [space.id], active: false })
    expect(body).toMatchObject({ events: [], spaces: [space.id], active: false })
    expect(body).not.toHaveProperty('description')
    expect((await admin.http.delete(hook)).status).toBe(204)
    expect((await admin.http.get(hook)).status).toBe(404)
  })

  test('createWebhook: stores its secret sealed and shows it once', async () => {
    const { admin, hook, hooks, secret, id } = await scene()
    const shown = JSON.stringify([(await admin.http.get(hook)).body, (await admin.http.get(hooks)).body])
    expect(shown).not.toContain(secret)
    const row = await server.database.read
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(server.vault.unseal(row.secret)).toBe(secret)
  })

  test('createWebhook: needs a web URL and known events, and is for admins', async () => {
    const { admin, hooks, organization } = await scene()
    for (const body of [{ url: 'ftp://example.com/' }, { url: 'x' }, { url: receiver.url, events: ['no.such'] }])
      expect((await admin.http.post(hooks, body)).status).toBe(400)
    const member = await server.join()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [member.email], role: 'create' })
    expect((await member.http.get(hooks)).status).toBe(403)
  })
})

describe('events', () => {
  test('createWebhook: are delivered in order, with signatures that Standard Webhooks libraries verify', async () => {
    const { organization, admin, path, secret, types } = await scene()
    const space = await createSpace({ organization, admin }, { title: 'One' })
    for (let edit = 0; edit < 5; edit++) await admin.http.patch(`/v1/spaces/${space.id}`, { title: `Edit ${edit}` })
    await admin.http.delete(`/v1/spaces/${space.id}`)
    await eventually(types).toEqual([
      'webhook.created',
      'space.created',
      ...Array(5).fill('space.updated'),
      'space.deleted',
    ])
    const [, created] = receiver.at(path)
    for (const one of receiver.at(path)) expect(() => verify(secret, one)).not.toThrow()
    expect(() => verify(secret, { ...created!, text: created!.text.replace(space.id, 'other') })).toThrow()
    expect(created!.message).toMatchObject({
      id: created!.headers['webhook-id'],
      organization,
      actor: { type: 'user', id: admin.id },
      target: { type: 'space', id: space.id },
      space: space.id,
      data: {},
    })
  })

  test('createWebhook: only matching events, by name and by space', async () => {
    const { organization, admin, hook, types } = await scene({ events: ['space.updated', 'change-request.created'] })
    const [mine, other] = [await createSpace({ organization, admin }), await createSpace({ organization, admin })]
    await admin.http.patch(hook, { spaces: [mine.id] })
    await admin.http.patch(`/v1/spaces/${other.id}`, { title: 'Not heard' })
    await admin.http.patch(`/v1/spaces/${mine.id}`, { title: 'Heard' })
    await admin.http.post(`/v1/spaces/${mine.id}/change-requests`, { subject: 'Heard too' })
    await eventually(types).toEqual(['space.updated', 'change-request.created'])
    expect((await admin.http.patch(hook, { spaces: ['none'] })).status).toBe(404)
  })

  test('updateWebhook: events of a site include all its parts', async () => {
    const { organization, admin, hook, types } = await scene({ events: ['site.updated', 'site.share-link.created'] })
    const sites = `/v1/orgs/${organization}/sites`
    const [mine, other] = [(await admin.http.post(sites, {})).body, (await admin.http.post(sites, {})).body]
    await admin.http.patch(hook, { sites: [mine.id] })
    for (const { id } of [other, mine]) {
      await admin.http.patch(`${sites}/${id}`, { title: 'Another title' })
      await admin.http.post(`${sites}/${id}/share-links`, { name: 'A link' })
    }
    await eventually(types).toEqual(['site.updated', 'site.share-link.created'])
    expect((await admin.http.patch(hook, { sites: ['none'] })).status).toBe(404)
  })

  test('rotateWebhookSecret: both secrets verify for a day, then the new one alone', async () => {
    const { admin, hook, id, path, secret } = await scene({ events: ['team.created'] })
    const { body } = await admin.http.post(`${hook}/rotate-secret`)
    expect(body.secret).not.toBe(secret)
    await admin.http.post(`${hook}/ping`)
    for (const known of [secret, body.secret]) expect(() => verify(known, receiver.at(path).at(-1)!)).not.toThrow()
    await server.database.write((db) =>
      db
        .updateTable('webhooks')
        .set({ previous_until: fromNow(-1) })
        .where('id', '=', id)
        .execute(),
    )
    await admin.http.post(`${hook}/ping`)
    expect(() => verify(secret, receiver.at(path).at(-1)!)).toThrow()
    expect(() => verify(body.secret, receiver.at(path).at(-1)!)).not.toThrow()
  })

  test('listWebhookDeliveries, getWebhookDelivery: failed deliveries are retried, and later events wait', async () => {
    const { organization, admin, hook, path, types, deliveries, get, hurry } = await scene({
      events: ['space.created', 'team.created'],
    })
    receiver.answer(path, 503)
    await createSpace({ organization, admin })
    await admin.http.put(`/v1/orgs/${organization}/teams`, { title: 'Docs' })
    await eventually(async () => (await deliveries('state=retrying')).length).toBe(1)
    const [waiting] = await deliveries()
    expect(waiting).toMatchObject({ type: 'space.created', attempts: 1, response: { status: 503 } })
    expect(waiting.nextAttemptAt > waiting.lastAttemptAt).toBe(true)
    expect((await admin.http.get(`${hook}/deliveries/${waiting.id}`)).body).toEqual(waiting)
    await hurry()
    await eventually(async () => (await get()).failures).toBe(2)
    expect(new Set(types())).toEqual(new Set(['space.created']))
    receiver.answer(path, 204)
    await hurry()
    await eventually(() => types().at(-1)).toBe('team.created')
    await eventually(async () => (await deliveries('state=delivered')).length).toBe(2)
    expect((await get()).failures).toBe(0)
    const [first] = receiver.at(path)
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect(receiver.at(path)[1]!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  })

  test('updateWebhook: is disabled with a reason after a day of failures; once re-enabled, no event is lost', async () => {
    const { organization, admin, hook, path, id, types, get, deliveries } = await scene({ events: ['space.created'] })
    expect(RETRY_DELAYS.reduce((sum, wait) => sum + wait)).toBeGreaterThan(23 * HOUR)
    receiver.answer(path, 500)
    await server.database.write((db) =>
      db.updateTable('webhooks').set({ failures: RETRY_DELAYS.length }).where('id', '=', id).execute(),
    )
    await createSpace({ organization, admin })
    await eventually(async () => (await get()).active).toBe(false)
    expect(await get()).toMatchObject({
      disabledAt: expect.any(String),
      disabledReason: expect.stringContaining('500'),
    })
    expect(await deliveries()).toMatchObject([{ state: 'failed' }])
    const log = await admin.http.get(`/v1/orgs/${organization}/audit-events?action=webhook.disabled`)
    expect(log.body.items).toMatchObject([{ target: { type: 'webhook', id } }])
    await createSpace({ organization, admin })
    receiver.answer(path, 200)
    const { body } = await admin.http.patch(hook, { active: true })
    expect(body).toMatchObject({ active: true, failures: 0 })
    expect(body).not.toHaveProperty('disabledReason')
    await eventually(async () => (await deliveries('state=delivered')).length).toBe(2)
    expect(types()).toEqual(['space.created', 'space.created', 'space.created'])
  })

  test('createWebhook: status 410 disables it immediately', async () => {
    const { organization, admin, path, get } = await scene({ events: ['space.created'] })
    receiver.answer(path, 410)
    await createSpace({ organization, admin })
    await eventually(async () => (await get()).active).toBe(false)
    expect((await get()).disabledReason).toContain('410')
  })

  test('pingWebhook: sends immediately and returns the outcome, even if disabled', async () => {
    const { admin, hook, path, secret } = await scene({ active: false })
    const { body } = await admin.http.post(`${hook}/ping`)
    const response = { status: 200, body: 'Heard.' }
    expect(body).toMatchObject({ type: 'webhook.ping', state: 'delivered', attempts: 1, response })
    const [ping] = receiver.at(path)
    expect(verify(secret, ping!)).toMatchObject({ id: body.message, type: 'webhook.ping' })
    receiver.answer(path, 302)
    const moved = await admin.http.post(`${hook}/ping`)
    expect(moved.body).toMatchObject({ state: 'failed', response: { status: 302 } })
  })

  test('redeliverWebhookDelivery: sends the same message again', async () => {
    const { organization, admin, hook, path, deliveries, get } = await scene({ events: ['space.created'] })
    await createSpace({ organization, admin })
    await eventually(async () => (await deliveries('state=delivered')).length).toBe(1)
    const [delivery] = await deliveries()
    const again = await admin.http.post(`${hook}/deliveries/${delivery.id}/redeliver`)
    expect(again.body).toMatchObject({ id: delivery.id, attempts: 2, state: 'delivered' })
    const [first, second] = receiver.at(path)
    expect(second!.text).toBe(first!.text)
    receiver.answer(path, 500)
    await createSpace({ organization, admin })
    await eventually(async () => (await deliveries('state=retrying')).length).toBe(1)
    receiver.answer(path, 200)
    const [stuck] = await deliveries('state=retrying')
    expect((await admin.http.post(`${hook}/deliveries/${stuck.id}/redeliver`)).body.state).toBe('delivered')
    expect(await get()).toMatchObject({ failures: 0 })
    await createSpace({ organization, admin })
    await eventually(async () => (await deliveries('state=delivered')).length).toBe(3)
    // The server may retry the stuck delivery by itself before the redelivery does.
    const attempts = (await deliveries()).reduce((sum: number, one: { attempts: number }) => sum + one.attempts, 0)
    expect(receiver.at(path)).toHaveLength(attempts)
  })

  test('pingWebhook: does not send to non-public addresses', async () => {
    const path = `/v1/orgs/${closed.organization}/webhooks`
    const { body } = await closed.admin.http.post(path, { url: receiver.url })
    const ping = await closed.admin.http.post(`${path}/${body.id}/ping`)
    expect(ping.body).toMatchObject({ state: 'failed', error: expect.stringContaining('LECTERN_FETCH_ALLOW') })
  })
})

test('the API description has every event with its payload', async () => {
  const { body } = await server.admin.http.get('/openapi.json')
  const { EVENT_NAMES } = await import('../../events/events.ts')
  expect(Object.keys(body.webhooks)).toEqual([...EVENT_NAMES, 'webhook.ping'])
  const shape = body.webhooks['space.content.updated'].post.requestBody.content['application/json'].schema
  expect(shape.properties.type).toEqual({ const: 'space.content.updated', type: 'string' })
  expect(shape.properties.data.properties).toEqual({ revision: { type: 'string' } })
})
