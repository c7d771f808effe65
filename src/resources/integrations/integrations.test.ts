import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const smallest = (organization: string) => ({
  organization,
  title: 'Weather',
  description: 'Shows the weather',
  scopes: ['space:content:read'],
  script: 'export default { fetch: () => new Response() }',
})

let count = 0
const newName = () => `weather-${++count}`

describe('publishing', () => {
  test('publishIntegration, getIntegrationByName: shows what was published, and bumps the version', async () => {
    const name = newName()
    const body = { ...smallest(server.organization), icon: PNG, previewImages: [PNG], secrets: { KEY: 'top secret' } }
    const first = await server.admin.http.post(`/v1/integrations/${name}`, body)
    expect([first.status, first.body.version, first.body.visibility, first.body.target]).toEqual([
      200,
      1,
      'private',
      'all',
    ])
    expect(first.text).not.toContain('top secret')
    expect((await server.admin.http.post(`/v1/integrations/${name}`, body)).body.version).toBe(2)
    const { body: got } = await server.admin.http.get(`/v1/integrations/${name}`)
    expect(got).toMatchObject({
      version: 2,
      owner: { id: server.organization },
      permissions: { admin: true, install: true },
    })
    for (const url of [got.urls.icon, ...got.previewImages]) {
      const picture = await fetch(url)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PNG)
    }
    expect((await fetch(got.urls.icon.replace(/\/2\//, '/1/'))).status).toBe(404)
  })

  test('unpublishIntegration, listIntegrations: it is gone from lists and by name', async () => {
    const name = newName()
    await server.admin.http.post(`/v1/integrations/${name}`, smallest(server.organization))
    const listed = async () => (await server.admin.http.get(`/v1/integrations?search=${name}`)).body.count
    expect(await listed()).toBe(1)
    expect((await server.admin.http.delete(`/v1/integrations/${name}`)).status).toBe(204)
    expect([await listed(), (await server.admin.http.get(`/v1/integrations/${name}`)).status]).toEqual([0, 404])
  })
})
