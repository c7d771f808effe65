// What server admins see of the running server, and what they may do. For everybody else nothing is there.
import { afterEach, expect, test } from 'vitest'
import { startedMailbox } from '../../../test/support/mailbox.ts'
import { startedServer } from '../../../test/support/server.ts'
import { addFailedJob } from '../../../test/support/world/server.ts'
import { createLogRing } from '../../server/log-ring.ts'

const mailbox = startedMailbox()
const server = startedServer({ backups: true, mailbox })
const get = async (path: string) => (await server.admin.http.get(`/v1/server/${path}`)).body

afterEach(async () => {
  await server.database.write((db) => db.deleteFrom('jobs').where('state', '=', 'dead').execute())
})

test('getServerHealth: says what is fine, and what is not', async () => {
  const health = await get('health')
  expect(health).toMatchObject({ jobs: { failed: 0 }, backups: { encrypted: false, keep: 2 } })
  expect(health.checks.map(({ name }: { name: string }) => name)).toEqual([
    ...['database', 'files', 'disk', 'jobs', 'backups', 'mail'],
  ])
  expect(health.checks).toContainEqual({ name: 'database', state: 'fine', message: expect.any(String) })
  await addFailedJob(server)
  const { checks, jobs } = await get('health')
  expect(jobs.failed).toBe(1)
  expect(checks).toContainEqual({ name: 'jobs', state: 'note', message: 'One has failed.' })
})

test('listServerJobs, retryServerJob: failed jobs say why, and are tried again', async () => {
  const id = await addFailedJob(server)
  const { items, count } = await get('jobs?state=failed')
  expect([count, items]).toEqual([1, [expect.objectContaining({ id, state: 'failed', error: 'It did not work.' })]])
  expect((await get('jobs?state=waiting&limit=1')).count).toBeGreaterThan(5)
  const { status, body } = await server.admin.http.post(`/v1/server/jobs/${id}/retry`)
  expect([status, body]).toEqual([200, expect.objectContaining({ id, attempts: 0 })])
  expect((await server.admin.http.post(`/v1/server/jobs/${id}/retry`)).status).toBe(404)
  await server.database.write((db) => db.deleteFrom('jobs').where('id', '=', id).execute())
})

test('listServerBackups, createServerBackup: one is made at once, the next on request', async () => {
  const made = async (count: number) =>
    expect
      .poll(
        async () => (await get('backups')).items.filter((each: { state: string }) => each.state === 'done').length,
        {
          timeout: 60_000,
        },
      )
      .toBe(count)
  await made(1)
  expect((await server.admin.http.post('/v1/server/backups')).body).toMatchObject({ requested: true })
  await made(2)
  const { items } = await get('backups')
  expect(items[0]).toMatchObject({ kept: true, name: expect.any(String), rows: expect.any(Number), requested: true })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^lectern_backup_age_seconds \d/m)
  expect(metrics).toMatch(/^lectern_backup_failed 0$/m)
}, 90_000)

test('getServerSettings: names every setting and where it comes from; secrets are masked', async () => {
  const { items } = await get('settings')
  const named = (name: string) => items.find((item: { name: string }) => item.name === name)
  expect(named('LECTERN_URL')).toEqual({ name: 'LECTERN_URL', value: server.url, source: 'environment', secret: false })
  expect(named('PORT')).toMatchObject({ value: '4000', source: 'default' })
  expect(named('LECTERN_SECRET')).toEqual({ name: 'LECTERN_SECRET', source: 'environment', secret: true })
})

test('getServerLicenses: the license of Lectern', async () => {
  expect((await get('licenses')).license).toContain('Apache License')
})

test('getServerLogs: the lines of the last hour, without secrets', async () => {
  await server.admin.http.get('/v1/nothing-here')
  const { items } = await get('logs?search=nothing-here&level=debug')
  expect(items.length).toBeLessThanOrEqual(500)
  expect((await get('logs?level=info')).items.length).toBeGreaterThan(0)

  const logs = createLogRing(['hidden-value'])
  const line = (level: number, msg: string, more = {}) =>
    logs.write(`${JSON.stringify({ level, time: 1, msg, ...more })}\n`)
  line(30, 'plain', { requestId: 'r1' })
  line(50, 'a hidden-value', {
    url: 'postgres://me:pass@db/x',
    header: 'Bearer abc.def',
    token: 'lct_0123456789abcdef',
  })
  const [newest, oldest] = logs.read({ level: 'info' })
  expect(oldest).toMatchObject({ level: 'info', message: 'plain', details: '{"requestId":"r1"}' })
  expect(JSON.stringify(newest)).not.toMatch(/hidden-value|pass@|abc\.def|lct_/)
  expect(logs.read({ level: 'error' })).toHaveLength(1)
  logs.write(`${JSON.stringify({ level: 30, time: 1, method: 'GET', path: '/v1', status: 200, ms: 1.6 })}\n`)
  expect(logs.read({ level: 'info' })[0]?.message).toBe('GET /v1 200, 2 ms')
  for (let count = 0; count < 6000; count++) line(30, 'many')
  expect(logs.read({ level: 'debug' })).toHaveLength(500)
})

test('testServerMail: says whether the mail server took it', async () => {
  const { status, body } = await server.admin.http.post('/v1/server/mail-tests', { to: 'writer@example.com' })
  expect([status, body]).toEqual([200, { object: 'server-mail-test', sent: true }])
  expect((await server.admin.http.post('/v1/server/mail-tests', { to: 'nobody' })).status).toBe(400)
  const stranger = await server.join('admin')
  for (const path of ['health', 'settings', 'logs', 'jobs', 'backups'])
    expect((await stranger.http.get(`/v1/server/${path}`)).status, path).toBe(404)
})
