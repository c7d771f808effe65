// @only-sqlite
// Integrations on their own host: each has an origin, which serves nothing else.
import { request } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { install, publication, publish } from '../../../test/support/integrations.ts'
import { bundle } from '../../../test/support/public-runtime.ts'
import { startedServer } from '../../../test/support/server.ts'
import { warnAboutMissingHost } from './host.ts'

const HOST = 'apps.example.com'
const server = startedServer({ integrationsHost: HOST })

const SOURCE = `import { createComponent, createIntegration } from '@gitbook/runtime'
  const chart = createComponent({
    componentId: 'chart',
    render: async (_element, { environment }) => (
      <block><webframe source={{ url: environment.integration.urls.publicContentEndpoint + '/frame' }} /></block>
    ),
  })
  export default createIntegration({
    components: [chart],
    fetch: async (asked, { environment }) => {
      const self = environment.integration.urls.publicEndpoint
      if (asked.url.endsWith('/ask')) return fetch(self + '/frame')
      if (asked.url.endsWith('/api')) return fetch(environment.apiEndpoint + '/v1/spaces/none')
      return new Response('<p>' + (asked.url === self + '/frame'), { headers: { 'content-type': 'text/html' } })
    },
  })`

/** Sends a request to the server under any host. */
function ask(url: string): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { host, pathname } = new URL(url)
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: pathname, headers: { host } }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode!, headers: response.headers, text })
    })
    asked.on('error', reject).end()
  })
}

async function anIntegration(): Promise<{ name: string; endpoint: string }> {
  const { admin, organization } = server
  const name = await publish(admin, organization, {
    runtime: 'v2',
    script: await bundle(SOURCE),
    blocks: [{ id: 'chart', title: 'Chart' }],
  })
  const { body } = await admin.http.get(`/v1/integrations/${name}`)
  return { name, endpoint: body.urls.publicEndpoint }
}

test('callIntegration, getIntegrationByName: frames have and keep the origin of their integration', async () => {
  const { name, endpoint } = await anIntegration()
  expect(endpoint).toBe(`http://${name}.${HOST}/v1/integrations/${name}/integration`)
  const { status, headers, text } = await ask(`${endpoint}/frame`)
  expect([status, text]).toEqual([200, '<p>true'])
  expect(headers['content-security-policy']).toContain('allow-same-origin')
  expect(headers).not.toHaveProperty('x-lectern-sandbox')
  expect((await ask(`${endpoint}/ask`)).text).toBe('<p>true')
  expect((await ask(`${endpoint}/api`)).status).toBe(401)
})

test('renderIntegrationUIWithPost, listIntegrationInstallations: all URLs of an integration use its origin', async () => {
  const { name, endpoint } = await anIntegration()
  const { admin, organization } = server
  const installation = await install(admin, organization, name)
  const { id: space } = (await admin.http.post(`/v1/orgs/${organization}/spaces`, { title: 'A space' })).body
  const at = `/v1/integrations/${name}/installations/${installation}`
  await admin.http.post(`${at}/spaces`, { space })
  const context = { type: 'document', theme: 'light', spaceId: space, editable: false }
  const drawn = await admin.http.post(`/v1/integrations/${name}/render`, { componentId: 'chart', props: {}, context })
  expect(drawn.body.element.children[0].source.url).toBe(`${endpoint}/frame`)
  const origin = new URL(endpoint).origin
  for (const path of [at, `${at}/spaces/${space}`]) {
    const { urls } = (await admin.http.get(path)).body
    expect([new URL(urls.publicEndpoint).origin, new URL(urls.location).origin]).toEqual([origin, server.url])
    expect((await ask(`${urls.publicEndpoint}/x`)).status).toBe(200)
  }
})

test('callIntegration: URLs below the base URL keep working, without an origin', async () => {
  const { name, endpoint } = await anIntegration()
  const { status, headers, text } = await ask(`${endpoint.replace(new URL(endpoint).origin, server.url)}/frame`)
  expect([status, text]).toEqual([200, '<p>true'])
  expect(headers['content-security-policy']).not.toContain('allow-same-origin')
  expect(headers['x-lectern-sandbox']).toContain('LECTERN_INTEGRATIONS_HOST')
  expect((await ask(`http://${name}.${HOST}.evil.example/v1/integrations/${name}/integration`)).headers).toHaveProperty(
    'x-lectern-sandbox',
  )
})

test('callIntegration: the origin serves nothing else, not even another integration', async () => {
  const [one, other] = [await anIntegration(), await anIntegration()]
  const { origin } = new URL(one.endpoint)
  for (const path of ['/', '/v1', '/v1/user', '/openapi.json', '/docs', '/healthz', '/metrics', '/app/x', '/none'])
    expect((await ask(origin + path)).status, path).toBe(404)
  expect((await ask(`${origin}${new URL(other.endpoint).pathname}`)).status).toBe(404)
  for (const host of [HOST, `other.${HOST}`, `a.${one.name}.${HOST}`])
    expect((await ask(`http://${host}${new URL(one.endpoint).pathname}`)).status, host).toBe(404)
})

test('publishIntegration: names that are not valid labels get unique origins', async () => {
  const { admin, organization } = server
  const originOf = async (name: string) => {
    await admin.http.post(`/v1/integrations/${name}`, publication(organization))
    const { urls } = (await admin.http.get(`/v1/integrations/${name}`)).body
    expect((await ask(urls.publicEndpoint)).status, name).not.toBe(404)
    return new URL(urls.publicEndpoint).hostname
  }
  const first = await originOf('Some.Name_1')
  const names = ['some.name_1', 'xn--a', '-a-', 'a'.repeat(70), first.split('.')[0]!]
  const hosts = [first, ...(await Promise.all(names.map(originOf)))]
  expect(new Set(hosts).size).toBe(hosts.length)
  for (const host of hosts) expect(host).toMatch(/^[a-z0-9-]{1,63}\.apps\.example\.com$/)
})

test('a start without the host logs which integrations need it', async () => {
  const { name } = await anIntegration()
  await install(server.admin, server.organization, name)
  const lines: string[] = []
  const logger = pino({}, { write: (line) => void lines.push(line) })
  await warnAboutMissingHost(server.database, HOST, logger)
  expect(lines).toEqual([])
  await warnAboutMissingHost(server.database, undefined, logger)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    integrations: expect.arrayContaining([name]),
    msg: expect.stringContaining('LECTERN_INTEGRATIONS_HOST'),
  })
})
