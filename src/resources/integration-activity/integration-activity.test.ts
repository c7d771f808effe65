// @only-sqlite @slow
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import LZString from 'lz-string'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/support/content.ts'
import { httpAs } from '../../../test/support/http.ts'
import { install, publish } from '../../../test/support/integrations.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, resolve } from '../../../test/support/sites.ts'
import { insertToken } from '../../domain/people/users.ts'
import { jobs } from '../../jobs/index.ts'
import { DAY, fromNow } from '../../lib/time.ts'

const server = startedServer({ fetchAllow: 'localhost', runtimeLimits: { stuck: 4000, idle: 8000 } })

/** A script that records its events and responds to requests with `handle`. */
const script = (handle = '', head = '') => `${head}
const given = []
export default {
  async fetch(request, env, context) {
    const form = await request.formData()
    const event = JSON.parse(form.get('event'))
    const environment = JSON.parse(form.get('environment'))
    const body = form.get('fetch-body') && (await new Response(form.get('fetch-body')).text())
    ${handle}
    if (event.type !== 'fetch') {
      given.push(event)
      console.log('given', event.type)
      return new Response('OK')
    }
    if (event.request.url.endsWith('/given')) return Response.json(given)
    return Response.json({ event, environment, body, path: new URL(request.url).pathname })
  },
}`

// biome-ignore lint/suspicious/noExplicitAny: what integrations and the API show, of every shape
type Shown = any

interface Scene {
  name: string
  path: string
  installation: string
  space: string
}

const SCOPES = [
  'space:content:read',
  'space:git:sync',
  'site:script:inject',
  'site:script:cookies',
  'space:script:inject',
]

async function scene(handle = '', more: object = {}): Promise<Scene> {
  const { admin, organization } = server
  const published = { runtime: 'v2', script: script(handle), scopes: SCOPES, secrets: { KEY: 'a secret' }, ...more }
  const name = await publish(admin, organization, published)
  const installation = await install(admin, organization, name)
  const { body } = await admin.http.post(`/v1/orgs/${organization}/spaces`, { title: 'A space' })
  const path = `/v1/integrations/${name}`
  await admin.http.post(`${path}/installations/${installation}/spaces`, { space: body.id })
  return { name, path, installation, space: body.id }
}

const write = (space: string) =>
  server.admin.http.post(`/v1/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'A page' }],
  })

const plain = (path: string, init?: RequestInit) => fetch(server.url + path, { redirect: 'manual', ...init })

const givenTo = async ({ path }: Scene) =>
  (await plain(`${path}/integration/given`)).json() as Promise<{ type: string }[]>

const typesGivenTo = async (it: Scene) => (await givenTo(it)).map(({ type }) => type)

const eventsOf = async ({ path }: Scene) => (await server.admin.http.get(`${path}/events?limit=100`)).body.items

const WAIT = { timeout: 30_000, interval: 200 }

describe('the public endpoint', () => {
  test('callIntegration: receives the original request, with the environment of its level', async () => {
    const it = await scene()
    const response = await plain(`${it.path}/integration/some/path?a=b`, {
      method: 'POST',
      headers: { 'x-own': 'yes', cookie: 'session=ours', authorization: 'Bearer of-somebody-else' },
      body: 'raw bytes',
    })
    const { event, environment, body, path } = (await response.json()) as Shown
    expect([path, body]).toEqual(['/v1', 'raw bytes'])
    expect(event).toMatchObject({
      type: 'fetch',
      request: { method: 'post', url: `${server.url}${it.path}/integration/some/path?a=b` },
    })
    expect(event.request.headers).toMatchObject({ 'x-own': 'yes', authorization: 'Bearer of-somebody-else' })
    expect(event.request.headers).not.toHaveProperty('cookie')
    expect(environment).toMatchObject({
      integration: { name: it.name, version: 1, urls: { publicEndpoint: `${server.url}${it.path}/integration` } },
      secrets: { KEY: 'a secret' },
      apiEndpoint: server.url,
      signingSecrets: { integration: expect.any(String) },
    })
    expect(environment).not.toHaveProperty('installation')
    expect(environment.authToken).toBe(environment.apiTokens.integration)
    expect((await httpAs(server.url, environment.authToken).get('/v1/user')).status).toBe(200)
  })

  test('callIntegration: on an installation and on a space, with their tokens and secrets', async () => {
    const it = await scene()
    const at = `${it.path}/installation/${it.installation}`
    const below = (await (await plain(at)).json()) as Shown
    expect(below.environment.installation).toMatchObject({
      id: it.installation,
      urls: { publicEndpoint: server.url + at },
    })
    expect(below.environment).not.toHaveProperty('spaceInstallation')
    const inSpace = (await (await plain(`${at}/space/${it.space}/x`)).json()) as Shown
    expect(inSpace.event).toMatchObject({ installationId: it.installation, spaceId: it.space })
    const { environment } = inSpace
    expect(environment.spaceInstallation).toMatchObject({ space: it.space, installation: it.installation })
    expect(environment.authToken).toBe(environment.apiTokens.installation)
    expect(new Set(Object.values(environment.signingSecrets)).size).toBe(3)
    expect((await httpAs(server.url, environment.authToken).get(`/v1/spaces/${it.space}`)).status).toBe(200)
    for (const wrong of [
      `${it.path}/installation/none`,
      `${at}/space/none`,
      `${at}/site/none`,
      '/v1/integrations/none/integration',
    ])
      expect((await plain(wrong)).status).toBe(404)
  })

  test('callIntegration: a user of this server is identified, and their token withheld', async () => {
    const it = await scene()
    const headers = { authorization: `Bearer ${server.admin.token}` }
    const text = await (await plain(`${it.path}/integration`, { headers })).text()
    expect(JSON.parse(text).event.auth).toEqual({ userId: server.admin.id })
    expect(text).not.toContain(server.admin.token)
  })

  test('callIntegration: a token bound to another organization identifies nobody, and is withheld', async () => {
    const it = await scene()
    const tokenOf = async (boundTo: string) =>
      (await server.database.write((db) => insertToken(db, server.admin.id, { label: 'SSO', boundTo }))).secret
    const other = await server.found()
    await addMember(server, other.organization, server.admin, 'read')
    const elsewhere = await tokenOf(other.organization)
    const here = await tokenOf(server.organization)
    const given = async (token: string, path: string) => {
      const answer = await plain(it.path + path, { headers: { authorization: `Bearer ${token}` } })
      const { event } = (await answer.json()) as Shown
      expect(JSON.stringify(event)).not.toContain(token)
      return event.auth
    }
    for (const path of [
      '/integration',
      `/installation/${it.installation}`,
      `/installation/${it.installation}/space/${it.space}/x`,
    ]) {
      expect(await given(elsewhere, path)).toBeUndefined()
      expect(await given(here, path)).toEqual({ userId: server.admin.id })
    }
    const site = await newSite(server, await server.found())
    const visitor = (await resolve(server, site.url)).body.apiToken
    expect(await given(visitor, '/integration')).toBeUndefined()
    expect(await given((await server.integration(it.name)).token, '/integration')).toBeUndefined()
  })

  const HARMFUL = [
    'set-cookie',
    'nel',
    'report-to',
    'reporting-endpoints',
    'refresh',
    'speculation-rules',
    'set-login',
    'accept-ch',
    'critical-ch',
    'clear-site-data',
    'service-worker-allowed',
    'strict-transport-security',
    'alt-svc',
    'link',
    'www-authenticate',
    'origin-agent-cluster',
    'access-control-allow-credentials',
    'sourcemap',
    'x-unheard-of',
  ]

  test('callIntegration: responses are passed on without harmful headers', async () => {
    const it = await scene(
      `if (event.type === 'fetch') return new Response('<p>Hi', { status: 302, headers: { location: 'https://example.com/', 'content-type': 'text/html', 'cache-control': 'max-age=5', ${HARMFUL.map((name) => `'${name}': 'a=b'`)} } })`,
      { contentSecurityPolicy: { 'img-src': 'weather.example' } },
    )
    const response = await plain(`${it.path}/integration`)
    expect([response.status, await response.text()]).toEqual([302, '<p>Hi'])
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({ location: 'https://example.com/', 'content-type': 'text/html' })
    expect(headers['cache-control']).toBe('max-age=5')
    for (const name of HARMFUL) expect(headers[name], name).not.toBe('a=b')
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts(?!.*allow-same-origin).*, img-src weather.example$/,
    )
  })

  test('callIntegration, getIntegrationEvent: scripts can call the API of this server, and nothing else on this machine', async () => {
    const it = await scene(`
      if (event.type === 'fetch') {
        const ask = async (url, headers) => { const r = await fetch(url, { headers }); return [r.status, await r.text()] }
        const own = await ask(environment.apiEndpoint + '/v1/spaces/' + event.request.headers['x-space'], { authorization: 'Bearer ' + environment.authToken })
        const closed = []
        for (const path of ['/metrics', '/healthz', '/readyz', '/', '/docs', '/app/x', '/openapi.json', '/account', '/v1/../metrics', '/v1/%2e%2e/metrics', '//metrics', '/%6Detrics'])
          closed.push((await ask(environment.apiEndpoint + path))[0])
        return Response.json({ own, closed, other: await ask('http://127.0.0.1:' + event.request.headers['x-port'] + '/') })
      }`)
    const inside = createServer((_request, response) => response.end('inside'))
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const headers = { 'x-space': it.space, 'x-port': String((inside.address() as AddressInfo).port) }
    const answer = (await (await plain(`${it.path}/installation/${it.installation}`, { headers })).json()) as Shown
    inside.close()
    expect([answer.own[0], JSON.parse(answer.own[1]).title]).toEqual([200, 'A space'])
    expect(new Set(answer.closed)).toEqual(new Set([404]))
    expect(answer.other).toEqual([502, expect.stringContaining('LECTERN_FETCH_ALLOW')])
  })

  test('callIntegration, listIntegrationEvents, getIntegrationEvent: a crash is a 502 and recorded with its logs', async () => {
    const it = await scene(`
      if (event.type === 'fetch' && event.request.url.endsWith('/loop')) for (;;);
      if (event.type === 'fetch' && event.request.url.endsWith('/throw')) { console.warn('almost'); throw new Error('boom') }`)
    expect((await plain(`${it.path}/integration/loop`)).status).toBe(502)
    expect((await plain(`${it.path}/integration/throw`)).status).toBe(500)
    expect((await plain(`${it.path}/integration`)).status).toBe(200)
    await expect
      .poll(async () => (await eventsOf(it)).filter((event: Shown) => event.payload.type === 'fetch').length, WAIT)
      .toBe(3)
    const [, thrown, looped] = (await eventsOf(it)).filter((event: Shown) => event.payload.type === 'fetch')
    expect([thrown.status, looped.status]).toEqual(['failed', 'failed'])
    const traceOf = async ({ id }: { id: string }) =>
      (await server.admin.http.get(`${it.path}/events/${id}`)).body.trace.logs
    expect(await traceOf(thrown)).toMatchObject([
      { level: 'warn', message: 'almost' },
      { level: 'error', message: expect.stringContaining('Error: boom') },
      { level: 'error', message: expect.stringContaining('500') },
    ])
    expect(await traceOf(looped)).toMatchObject([{ level: 'error', message: expect.stringContaining('too long') }])
  })

  test('publishIntegration: the next version takes over, and idle scripts are stopped', async () => {
    const it = await scene(`if (event.type === 'fetch') return new Response('one')`)
    expect(await (await plain(`${it.path}/integration`)).text()).toBe('one')
    const { organization, admin } = server
    await admin.http.post(it.path, {
      organization,
      runtime: 'v1',
      title: 'Weather',
      description: 'Old',
      scopes: SCOPES,
      script: `addEventListener('fetch', (event) => event.respondWith(new Response('two')))`,
    })
    expect(await (await plain(`${it.path}/integration`)).text()).toBe('two')
    await expect.poll(() => server.runtime.count(), WAIT).toBe(0)
  })
})

describe('events', () => {
  test('listIntegrationEvents: installation events are dispatched in order', async () => {
    const it = await scene()
    const { http } = server.admin
    await write(it.space)
    await http.patch(`${it.path}/installations/${it.installation}`, { configuration: { a: 1 } })
    await http.delete(`${it.path}/installations/${it.installation}/spaces/${it.space}`)
    await write(it.space)
    await http.delete(`${it.path}/installations/${it.installation}`)
    const expected = [
      'installation_setup',
      'space_installation_setup',
      'installation_setup',
      'space_installation_deleted',
      'installation_deleted',
    ]
    const setUps = async () => (await typesGivenTo(it)).filter((type) => type !== 'space_content_updated')
    await expect.poll(setUps, WAIT).toEqual(expected)
    const items = (await eventsOf(it)).filter(({ payload }: Shown) => payload.type.includes('installation'))
    expect(items.map(({ payload, status }: Shown) => [payload.type, status]).reverse()).toEqual(
      expected.map((type) => [type, 'success']),
    )
    expect(items[2].payload).toMatchObject({
      installationId: it.installation,
      status: 'active',
      previous: { status: 'active', configuration: {} },
    })
    const stranger = await server.join('create')
    expect((await stranger.http.get(`${it.path}/events`)).status).toBe(403)
  })

  test('listIntegrationEvents: content events are dispatched to installations that can read the content', async () => {
    const it = await scene()
    const deaf = await scene('', { scopes: [] })
    await server.admin.http.post(`${deaf.path}/installations/${deaf.installation}/spaces`, { space: it.space })
    const elsewhere = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, { title: 'Another' })
    await write(elsewhere.body.id)
    await write(it.space)
    const contentEvents = async () => (await givenTo(it)).filter(({ type }) => type === 'space_content_updated')
    await expect.poll(async () => (await contentEvents()).length, WAIT).toBe(1)
    const { revision } = (await server.admin.http.get(`/v1/spaces/${it.space}`)).body
    expect(await contentEvents()).toMatchObject([
      { installationId: it.installation, spaceId: it.space, revisionId: revision },
    ])
    expect(await typesGivenTo(deaf)).not.toContain('space_content_updated')
  })

  test('listIntegrationEvents: visibility events are dispatched to installations that could look it up', async () => {
    const it = await scene('', { scopes: ['space:metadata:read'] })
    const deaf = await scene('', { scopes: ['site:metadata:read'] })
    await server.admin.http.post(`${deaf.path}/installations/${deaf.installation}/spaces`, { space: it.space })
    const sites = `/v1/orgs/${server.organization}/sites`
    const site = (await server.admin.http.post(sites, { title: 'Docs', spaces: [it.space] })).body.id
    await server.admin.http.post(`${sites}/${site}/publish`)
    await server.admin.http.patch(`${sites}/${site}`, { visibility: 'unlisted' })
    await server.admin.http.patch(`${sites}/${site}`, { title: 'Other docs' })
    const told = async (by: Scene) => (await givenTo(by)).filter(({ type }) => type === 'space_visibility_updated')
    const about = { installationId: it.installation, spaceId: it.space, eventId: expect.any(String) }
    await expect
      .poll(() => told(it), WAIT)
      .toEqual([
        { type: 'space_visibility_updated', ...about, previousVisibility: 'private', visibility: 'public' },
        { type: 'space_visibility_updated', ...about, previousVisibility: 'public', visibility: 'unlisted' },
      ])
    expect(await told(deaf)).toEqual([])
  })

  test('listIntegrationEvents: pending content events come before later events of the installation', async () => {
    const it = await scene()
    const { http } = server.admin
    const at = `${it.path}/installations/${it.installation}`
    await write(it.space)
    await http.patch(at, { configuration: { a: 1 } })
    await write(it.space)
    await http.delete(`${at}/spaces/${it.space}`)
    await write(it.space)
    await http.delete(at)
    await expect
      .poll(() => typesGivenTo(it), WAIT)
      .toEqual([
        'installation_setup',
        'space_installation_setup',
        'space_content_updated',
        'installation_setup',
        'space_content_updated',
        'space_installation_deleted',
        'installation_deleted',
      ])
  })

  test('listIntegrationEvents: failed events are retried before later ones; unhandled events are dropped', async () => {
    const it = await scene(`
      if (event.type === 'space_installation_setup') return new Response('no', { status: 406 })
      if (event.type === 'installation_setup' && given.push(event) === 1) throw new Error('not yet')`)
    await expect.poll(async () => (await eventsOf(it)).map(({ status }: Shown) => status), WAIT).toEqual(['failed'])
    await server.admin.http.delete(`${it.path}/installations/${it.installation}`)
    await expect
      .poll(
        async () =>
          (await eventsOf(it))
            .filter(({ payload }: Shown) => payload.type !== 'fetch')
            .map(({ payload, status }: Shown) => [payload.type, status]),
        WAIT,
      )
      .toEqual([
        ['installation_deleted', 'success'],
        ['installation_setup', 'success'],
      ])
    expect((await typesGivenTo(it)).filter((type) => type === 'installation_setup').length).toBeGreaterThan(1)
  })

  test('listIntegrationEvents: events older than a week are pruned', async () => {
    const it = await scene()
    await plain(`${it.path}/integration`)
    await expect.poll(async () => (await eventsOf(it)).length, WAIT).toBe(3)
    await server.database.write((db) =>
      db
        .updateTable('integration_events')
        .set({ created_at: fromNow(-8 * DAY) })
        .where('type', '=', 'fetch')
        .execute(),
    )
    await jobs['prune-integration-events']!({ ...server, payload: {}, logger: pino({ level: 'silent' }) })
    expect((await eventsOf(it)).map(({ payload }: Shown) => payload.type)).toEqual([
      'space_installation_setup',
      'installation_setup',
    ])
  })
})

describe('drawing', () => {
  const DRAWS = `
    if (event.type === 'ui_render') {
      if (event.componentId === 'missing') return Response.json({ error: 'Component missing not found' }, { status: 404 })
      if (event.componentId === 'fails') throw new Error('boom')
      if (event.componentId === 'refuses') return Response.json({ error: 'No city' }, { status: 400 })
      if (event.componentId === 'nonsense') return Response.json({ nothing: true })
      return Response.json({ element: { type: 'block', children: [] }, state: { event }, props: event.props }, { headers: { 'cache-control': 'public, max-age=60' } })
    }`
  const asking = (it: Scene, more: object = {}) => ({
    componentId: 'forecast',
    props: { city: 'Bern' },
    context: { type: 'document', theme: 'light', spaceId: it.space, editable: false },
    ...more,
  })

  test('renderIntegrationUIWithPost, renderIntegrationUIWithGet: return the rendered component', async () => {
    const it = await scene(DRAWS)
    const { status, body, headers } = await server.admin.http.post(`${it.path}/render`, asking(it))
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(body).toMatchObject({ element: { type: 'block' }, props: { city: 'Bern' } })
    expect(body.state.event).toMatchObject({
      installationId: it.installation,
      spaceId: it.space,
      auth: { userId: server.admin.id },
    })
    const request = LZString.compressToEncodedURIComponent(JSON.stringify(asking(it)))
    expect((await server.admin.http.get(`${it.path}/render?request=${request}`)).body.props).toEqual({ city: 'Bern' })
    expect((await server.admin.http.get(`${it.path}/render?request=nonsense`)).status).toBe(400)
  })

  test('renderIntegrationUIWithPost: errors say what is wrong, and on which side', async () => {
    const it = await scene(DRAWS)
    const headers = { authorization: `Bearer ${server.admin.token}`, 'content-type': 'application/json' }
    const statusOf = async (componentId: string) =>
      (await plain(`${it.path}/render`, { method: 'POST', headers, body: JSON.stringify(asking(it, { componentId })) }))
        .status
    expect(await Promise.all(['missing', 'fails', 'refuses', 'nonsense'].map(statusOf))).toEqual([404, 502, 400, 422])
    const stranger = await server.found()
    expect((await stranger.admin.http.post(`${it.path}/render`, asking(it))).status).toBe(404)
    const apart = await scene(DRAWS)
    expect((await server.admin.http.post(`${apart.path}/render`, asking(it))).status).toBe(404)
  })

  test('renderIntegrationUIWithPost, listIntegrationEvents: failures are recorded, successes only if something was logged', async () => {
    const it = await scene(`if (event.type === 'ui_render') console.log('[integrations] ui_render')
      if (event.componentId === 'talks') console.log('Talking')${DRAWS}`)
    const headers = { authorization: `Bearer ${server.admin.token}`, 'content-type': 'application/json' }
    for (const componentId of ['forecast', 'talks', 'missing', 'nonsense', 'forecast'])
      await plain(`${it.path}/render`, { method: 'POST', headers, body: JSON.stringify(asking(it, { componentId })) })
    const noted = async () =>
      (await eventsOf(it)).flatMap(({ payload, status }: Shown) =>
        payload.type === 'ui_render' ? [`${payload.componentId} ${status}`] : [],
      )
    await expect.poll(noted, WAIT).toEqual(['nonsense failed', 'missing failed', 'talks success'])
  })

  test('renderIntegrationUIWithPost: configuration components receive the current configuration', async () => {
    const it = await scene(DRAWS)
    await server.admin.http.patch(`${it.path}/installations/${it.installation}/spaces/${it.space}`, {
      configuration: { unit: 'C' },
    })
    const context = { type: 'configuration_space', theme: 'dark', spaceId: it.space }
    const { body } = await server.admin.http.post(`${it.path}/render`, asking(it, { context }))
    expect(body.props).toMatchObject({
      city: 'Bern',
      installation: { configuration: {} },
      spaceInstallation: { configuration: { unit: 'C' } },
    })
    const reader = await server.join('read')
    expect((await reader.http.post(`${it.path}/render`, asking(it, { context }))).status).toBe(403)
    const account = { type: 'configuration_account', theme: 'dark', organizationId: server.organization }
    expect((await server.admin.http.post(`${it.path}/render`, asking(it, { context: account }))).status).toBe(200)
  })
})

describe('scripts in pages', () => {
  test('listSiteIntegrationScripts, listSpaceIntegrationScripts: are served at their URL', async () => {
    const it = await scene(
      `if (event.type === 'fetch_published_script') return new Response('alert(' + JSON.stringify(event.siteId ?? event.spaceId) + ')', { headers: { 'content-type': 'application/javascript' } })`,
      { contentSecurityPolicy: 'script-src weather.example;\n img-src *;' },
    )
    const { organization, admin } = server
    const site = (await admin.http.post(`/v1/orgs/${organization}/sites`, { title: 'A site', spaces: [it.space] })).body
      .id
    const path = `/v1/orgs/${organization}/sites/${site}`
    expect((await admin.http.get(`${path}/integration-scripts`)).body).toEqual([])
    await admin.http.post(`${it.path}/installations/${it.installation}/sites`, { siteId: site })
    const scripts = (await admin.http.get(`${path}/integration-scripts`)).body
    expect(scripts).toMatchObject([{ contentSecurityPolicy: 'script-src weather.example; img-src *', cookies: true }])
    const response = await fetch(scripts[0].script)
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'application/javascript',
      `alert("${site}")`,
    ])
    expect((await admin.http.get(`${path}/published`)).body.scripts).toEqual(scripts)
    await admin.http.patch(`${it.path}/installations/${it.installation}/sites/${site}`, { configuration: { a: 1 } })
    const [configured] = (await admin.http.get(`${path}/integration-scripts`)).body
    expect(configured.script).not.toBe(scripts[0].script)
    expect((await fetch(configured.script)).status).toBe(200)
    const [ofSpace] = (await admin.http.get(`/v1/spaces/${it.space}/integration-scripts`)).body
    expect([ofSpace.cookies, await (await fetch(ofSpace.script)).text()]).toEqual([false, `alert("${it.space}")`])
  })
})

describe('visitors', () => {
  test('updateSitePublishingAuthById, resolvePublishedContentByUrl: an integration signs them in', async () => {
    const it = await scene(
      `if (event.type === 'fetch_visitor_authentication')
        return Response.redirect('https://idp.example/?' + new URLSearchParams({ location: event.location, secret: environment.signingSecrets.siteInstallation }))`,
      { scopes: ['site:visitor:auth'] },
    )
    const { organization, admin } = server
    const made = await admin.http.post(`/v1/orgs/${organization}/sites`, {
      title: 'A site',
      spaces: [it.space],
      visibility: 'visitor-auth',
    })
    const path = `/v1/orgs/${organization}/sites/${made.body.id}`
    const published = (await admin.http.post(`${path}/publish`)).body.urls.published
    const signBy = async (backend: string) => (await admin.http.patch(`${path}/publishing/auth`, { backend })).status
    expect(await signBy('integration')).toBe(400)
    const auth = async () => (await admin.http.get(`${path}/publishing/auth`)).body
    expect(await auth()).not.toHaveProperty('integration')
    await admin.http.post(`${it.path}/installations/${it.installation}/sites`, { siteId: made.body.id })
    expect(await auth()).toMatchObject({ backend: 'custom', integration: it.name })
    expect(await signBy('integration')).toBe(200)
    const resolve = async (visitor: object = {}) =>
      (
        await admin.http.post('/v1/urls/published', {
          url: `${published.replace(/\/$/, '')}/some/page`,
          visitor,
          redirectOnError: true,
        })
      ).body
    const { redirect } = await resolve()
    const away = await fetch(redirect, { redirect: 'manual' })
    const { location, secret } = Object.fromEntries(new URL(away.headers.get('location')!).searchParams)
    expect([away.status, location]).toEqual([302, '/some/page'])
    const jwtToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret))
    expect(await resolve({ jwtToken })).toMatchObject({ site: made.body.id })
    expect(await signBy('custom')).toBe(200)
    const after = await auth()
    expect([after.backend, after.integration, after.privateKey === secret]).toEqual(['custom', it.name, false])
  })

  const SIGNS_IN = `if (event.type === 'fetch_visitor_authentication')
    return Response.redirect('https://idp.example/' + environment.integration.name + '/' + environment.signingSecrets.siteInstallation)`

  /** A published site that two integrations could sign visitors in to. */
  async function guarded() {
    const { organization, admin } = server
    const both = [
      await scene(SIGNS_IN, { scopes: ['site:visitor:auth'] }),
      await scene(SIGNS_IN, { scopes: ['site:visitor:auth'] }),
    ]
    const body = { title: 'A site', spaces: [both[0]!.space], visibility: 'visitor-auth' }
    const site = (await admin.http.post(`/v1/orgs/${organization}/sites`, body)).body.id
    const path = `/v1/orgs/${organization}/sites/${site}`
    const { published } = (await admin.http.post(`${path}/publish`)).body.urls
    const [last, first] = both.sort((one, other) => (one.name < other.name ? 1 : -1)) as [Scene, Scene]
    const enter = ({ path, installation }: Scene) =>
      admin.http.post(`${path}/installations/${installation}/sites`, { siteId: site })
    const resolve = async (visitor: object = {}) =>
      (await admin.http.post('/v1/urls/published', { url: published, visitor, redirectOnError: true })).body
    const sign = async ({ redirect }: { redirect: string }) => {
      const [, name, secret] = new URL(
        (await fetch(redirect, { redirect: 'manual' })).headers.get('location')!,
      ).pathname.split('/')
      const signing = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
      return { name, visitor: { jwtToken: await signing.sign(new TextEncoder().encode(secret)) } }
    }
    const auth = async () => (await admin.http.get(`${path}/publishing/auth`)).body
    return { site, path, first, last, enter, resolve, sign, auth }
  }

  test('updateSitePublishingAuthById: the chosen integration signs visitors in, even if others could', async () => {
    const { path, first, last, enter, resolve, sign, auth } = await guarded()
    await enter(last)
    await server.admin.http.patch(`${path}/publishing/auth`, { backend: 'integration' })
    await enter(first)
    const { name, visitor } = await sign(await resolve())
    expect([name, (await auth()).integration]).toEqual([last.name, last.name])
    expect((await resolve(visitor)).apiToken).toEqual(expect.any(String))
    await server.admin.http.post(`${path}/publishing/auth/regenerate`)
    expect((await resolve(visitor)).apiToken).toBeUndefined()
    expect((await resolve((await sign(await resolve())).visitor)).apiToken).toEqual(expect.any(String))
    expect((await auth()).integrations.map((one: { name: string }) => one.name)).toEqual([first.name, last.name])
    const choose = async (body: object) => (await server.admin.http.patch(`${path}/publishing/auth`, body)).status
    expect(await choose({ backend: 'integration', integration: first.name })).toBe(200)
    expect((await sign(await resolve())).name).toBe(first.name)
    expect(await choose({ backend: 'integration', integration: 'gone' })).toBe(400)
    expect(await choose({ integration: last.name })).toBe(400)
  })

  const ENDS: [string, (it: Scene, site: string) => Promise<unknown>][] = [
    [
      'uninstallIntegrationFromSite',
      (it, site) => server.admin.http.delete(`${it.path}/installations/${it.installation}/sites/${site}`),
    ],
    ['uninstallIntegration', (it) => server.admin.http.delete(`${it.path}/installations/${it.installation}`)],
    ['unpublishIntegration', (it) => server.admin.http.delete(it.path)],
    [
      'updateIntegrationInstallation',
      (it) => server.admin.http.patch(`${it.path}/installations/${it.installation}`, { scopes: [] }),
    ],
  ]
  test.each(ENDS)('%s: a removed integration no longer signs visitors in', async (_operation, end) => {
    const { site, path, last, enter, resolve, sign, auth } = await guarded()
    await enter(last)
    await server.admin.http.patch(`${path}/publishing/auth`, { backend: 'integration' })
    const { visitor } = await sign(await resolve())
    const { apiToken } = await resolve(visitor)
    const read = async () => (await httpAs(server.url, apiToken).get(`${path}/published`)).status
    expect(await read()).toBe(200)
    const { privateKey } = await auth()
    await end(last, site)
    expect(await auth()).toMatchObject({ backend: 'custom', privateKey: expect.not.stringMatching(privateKey) })
    expect(await read()).toBe(401)
    expect((await resolve(visitor)).apiToken).toBeUndefined()
  })
})

describe('tasks', () => {
  const queue = async (it: Scene, body: object) =>
    (await server.integration(it.name)).http.post(`${it.path}/tasks`, body)

  test('queueIntegrationTask: is dispatched as an event at its time; only the integration can queue it', async () => {
    const it = await scene()
    expect((await queue(it, { task: { do: 'this' } })).status).toBe(204)
    expect((await queue(it, { task: { do: 'that' }, schedule: 3600 })).status).toBe(204)
    await expect
      .poll(async () => (await givenTo(it)).filter(({ type }) => type === 'task'), WAIT)
      .toMatchObject([{ task: { do: 'this' } }])
    expect((await server.admin.http.post(`${it.path}/tasks`, { task: {} })).status).toBe(403)
    const waiting = await server.database.read.selectFrom('integration_tasks').select('run_at').execute()
    expect(waiting.filter(({ run_at }) => run_at > fromNow(DAY / 48))).toHaveLength(1)
  })

  test('queueIntegrationTask: is sent as a signed request if the script handles no tasks', async () => {
    const it = await scene(`
      if (event.type === 'task') return new Response('', { status: 406 })
      if (event.type === 'fetch' && event.request.url.endsWith('/tasks')) { given.push({ ...event, body, secret: environment.signingSecrets.integration }); return new Response() }`)
    await queue(it, { task: { do: 'this' } })
    const requests = async () => ((await givenTo(it)) as Shown[]).filter(({ type }) => type === 'fetch')
    await expect.poll(async () => (await requests()).length, WAIT).toBe(1)
    const [{ request, body, secret }] = await requests()
    expect(JSON.parse(body)).toEqual({ task: { do: 'this' } })
    expect(request).toMatchObject({ method: 'post', url: `${server.url}${it.path}/integration/tasks` })
    expect(request.headers['x-gitbook-integration-signature']).toBe(
      createHmac('sha256', secret).update(body).digest('hex'),
    )
  })
})

describe('development mode', () => {
  const tunnel = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    response.end(`developer at ${request.url} got ${/"type":"(\w+)"/.exec(text)?.[1]}`)
  })
  beforeAll(() => new Promise<void>((resolve) => tunnel.listen(0, 'localhost', resolve)))
  afterAll(() => new Promise((resolve) => tunnel.close(resolve)))

  test('setIntegrationDevelopmentMode, disableIntegrationDevelopmentMode: events go through the tunnel, until it ends', async () => {
    const it = await scene(`if (event.type === 'fetch') return new Response('published')`)
    const call = async () => (await plain(`${it.path}/integration`)).text()
    const tunnelUrl = `http://localhost:${(tunnel.address() as AddressInfo).port}`
    expect((await server.admin.http.put(`${it.path}/dev`, { tunnelUrl, all: false })).status).toBe(204)
    expect(await call()).toBe('developer at /v1 got fetch')
    expect((await server.admin.http.delete(`${it.path}/dev`)).status).toBe(205)
    expect(await call()).toBe('published')
    await server.admin.http.put(`${it.path}/dev`, { tunnelUrl })
    await server.database.write((db) =>
      db
        .updateTable('integration_dev_modes')
        .set({ expires_at: fromNow(-1) })
        .execute(),
    )
    expect(await call()).toBe('published')
    await server.admin.http.put(`${it.path}/dev`, { tunnelUrl: tunnelUrl.replace('localhost', '127.0.0.1') })
    expect((await plain(`${it.path}/integration`)).status).toBe(502)
    expect((await server.admin.http.put(`${it.path}/dev`, { tunnelUrl: 'ftp://example.com' })).status).toBe(400)
    expect((await (await server.join('create')).http.put(`${it.path}/dev`, { tunnelUrl })).status).toBe(403)
  })
})
