// @only-sqlite @slow
// Tokens of integrations, as an attacker with a valid token would use them.
import { describe, expect, test, vi } from 'vitest'
import { httpAs } from '../../../test/support/http.ts'
import { install, publication, publish } from '../../../test/support/integrations.ts'
import { operations, urlOf } from '../../../test/support/operations.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { smallestBody } from '../../../test/support/world.ts'
import { createIntegrationTokens } from '../../access/integration-tokens.ts'
import { OPERATIONS_BY_AUDIENCE } from '../../access/scopes.ts'
import { HOUR, MINUTE } from '../../lib/time.ts'

const server = startedServer()

const SPACE_SCOPES = ['space:content:read', 'space:content:write', 'space:metadata:read', 'space:metadata:write']

interface Installed {
  name: string
  id: string
  path: string
  /** The space on which it is installed. */
  space: string
  /** A space of the same organization that is not selected. */
  aside: string
  token: Person
}

async function installed(scopes: string[], { admin, organization } = server): Promise<Installed> {
  const name = await publish(admin, organization, { scopes })
  const id = await install(admin, organization, name)
  const path = `/v1/integrations/${name}/installations/${id}`
  const make = async () => (await admin.http.post(`/v1/orgs/${organization}/spaces`)).body.id as string
  const [space, aside] = [await make(), await make()]
  await admin.http.post(`${path}/spaces`, { space })
  return { name, id, path, space, aside, token: await server.integration(name, id) }
}

describe('a token', () => {
  test('createIntegrationInstallationToken: the integration gets one for each of its installations', async () => {
    const { name, id, path, space } = await installed(['space:metadata:read'])
    const integration = await server.integration(name)
    const { status, body } = await integration.http.post(`${path}/tokens`)
    expect([status, body]).toEqual([200, { token: expect.stringMatching(/^lci_/) }])
    const { data } = await integration.client.integrations.createIntegrationInstallationToken(name, id)
    for (const token of [body.token, data.token])
      expect((await httpAs(server.url, token).get(`/v1/spaces/${space}`)).body.id).toBe(space)
  })

  test('createIntegrationInstallationToken: only the integration itself can create one', async () => {
    const one = await installed([])
    const other = await installed([])
    expect((await server.admin.http.post(`${one.path}/tokens`)).status).toBe(403)
    expect((await one.token.http.post(`${one.path}/tokens`)).status).toBe(403)
    expect((await (await server.integration(other.name)).http.post(`${one.path}/tokens`)).status).toBe(404)
    expect((await other.token.http.post(`${one.path}/tokens`)).status).toBe(404)
  })

  test('createIntegrationInstallationToken: a tampered, expired or foreign token is refused', async () => {
    const { token } = await installed(['space:metadata:read'])
    const [head, id, ends, signature] = /^(lci_)(\w+)-(\w+)-(.+)$/.exec(token.token)!.slice(1) as [
      string,
      string,
      string,
      string,
    ]
    const later = (Number.parseInt(ends, 36) + 1).toString(36)
    const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)
    const forged = [
      `${head}${id}-${later}-${signature}`,
      `${head}${id}-${ends}-${flipped}`,
      `${head}${id}-${ends}-`,
      `${head}${id}x-${ends}-${signature}`,
      `${head}${id}`,
      'lci_',
      createIntegrationTokens('another secret of at least 32 characters').sign(id),
    ]
    expect((await token.http.get('/v1/user')).status).toBe(200)
    for (const given of forged) expect((await httpAs(server.url, given).get('/v1/user')).status, given).toBe(401)
  })

  test('createIntegrationInstallationToken: works for a day', async () => {
    const { name, id } = await installed([])
    const madeAgo = async (milliseconds: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - milliseconds })
      const { http } = await server.integration(name, id).finally(() => vi.useRealTimers())
      return (await http.get('/v1/user')).status
    }
    expect([await madeAgo(23 * HOUR), await madeAgo(24 * HOUR + MINUTE)]).toEqual([200, 401])
  })

  test('createIntegrationInstallationToken: the underlying token id is not accepted as a token', async () => {
    const { id } = await installed([])
    const { token_id } = await server.database.read
      .selectFrom('integration_installations')
      .select('token_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await httpAs(server.url, token_id).get('/v1/user')).status).toBe(401)
  })

  test('uninstallIntegration, unpublishIntegration: ends at once', async () => {
    const { name, path, token } = await installed(['space:metadata:read'])
    const integration = await server.integration(name)
    const works = async ({ http }: Person) => (await http.get('/v1/user')).status
    expect([await works(token), await works(integration)]).toEqual([200, 200])
    await server.admin.http.delete(path)
    expect([await works(token), await works(integration)]).toEqual([401, 200])
    await server.admin.http.delete(`/v1/integrations/${name}`)
    expect(await works(integration)).toBe(401)
    await server.admin.http.post(`/v1/integrations/${name}`, publication(server.organization))
    expect([await works(token), await works(integration)]).toEqual([401, 401])
  })

  test('deleteUserToken: the operator can revoke the underlying token', async () => {
    const { id, token } = await installed([])
    await server.database.write((db) =>
      db
        .updateTable('tokens')
        .set({ revoked_at: new Date().toISOString() })
        .where('id', 'in', db.selectFrom('integration_installations').select('token_id').where('id', '=', id))
        .execute(),
    )
    expect((await token.http.get('/v1/user')).status).toBe(401)
  })
})

describe('access', () => {
  test('getSpaceById, updateSpaceContent: the spaces it is installed on, and no others', async () => {
    const { token, space, aside, path } = await installed(SPACE_SCOPES)
    const { admin, organization } = await server.found()
    const foreign = (await admin.http.post(`/v1/orgs/${organization}/spaces`)).body.id
    const status = async (id: string) => (await token.http.get(`/v1/spaces/${id}`)).status
    expect([await status(space), await status(aside), await status(foreign)]).toEqual([200, 404, 404])
    const changes = [{ operation: 'insert_page', title: 'By an integration' }]
    expect((await token.http.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    expect((await token.http.post(`/v1/spaces/${aside}/content`, { changes })).status).toBe(404)
    await server.admin.http.patch(path, { space_selection: 'all' })
    expect([await status(aside), await status(foreign)]).toEqual([200, 404])
    expect((await server.admin.http.get(path)).body.spaces).toBeGreaterThanOrEqual(2)
    await server.admin.http.delete(`/v1/spaces/${space}`)
    expect(await status(space)).toBe(404)
  })

  test('getSiteById: the sites it is installed on, and no others', async () => {
    const { token, path } = await installed(['site:metadata:read'])
    const make = async (): Promise<string> =>
      (await server.admin.http.post(`/v1/orgs/${server.organization}/sites`, { title: 'A site', spaces: 'empty' })).body
        .id
    const [chosen, other] = [await make(), await make()]
    await server.admin.http.post(`${path}/sites`, { siteId: chosen })
    const status = async (id: string) => (await token.http.get(`/v1/orgs/${server.organization}/sites/${id}`)).status
    expect([await status(chosen), await status(other)]).toEqual([200, 404])
    await server.admin.http.patch(path, { site_selection: 'all' })
    expect(await status(other)).toBe(200)
  })

  test('getSiteAdaptiveSchema, updateSiteAdaptiveSchema: reading and writing it takes a scope each', async () => {
    const jsonSchema = {
      type: 'object',
      properties: { beta: { type: 'boolean', description: 'Takes part' } },
      additionalProperties: false,
    }
    const body = { title: 'A site', spaces: 'empty' }
    const { body: site } = await server.admin.http.post(`/v1/orgs/${server.organization}/sites`, body)
    const at = `/v1/orgs/${server.organization}/sites/${site.id}/adaptive-schema`
    const tokenWith = async (scope: string) => {
      const { token, path } = await installed([scope])
      await server.admin.http.post(`${path}/sites`, { siteId: site.id })
      return token.http
    }
    const [reading, writing] = [await tokenWith('site:adaptive:read'), await tokenWith('site:adaptive:write')]
    expect([(await writing.put(at, { jsonSchema })).status, (await writing.get(at)).status]).toEqual([200, 403])
    expect([(await reading.put(at, { jsonSchema })).status, (await reading.get(at)).status]).toEqual([403, 200])
  })

  test('getIntegrationSpaceInstallation: shows the space itself only with a scope to read it', async () => {
    for (const [scopes, status] of [
      [['space:metadata:read'], 200],
      [['openapi:read', 'space:content:write'], 403],
    ] as const) {
      const { token, path, space } = await installed([...scopes])
      const answer = await token.http.get(`${path}/spaces/${space}?extended=true`)
      expect([answer.status, (await token.http.get(`${path}/spaces/${space}`)).status]).toEqual([status, 200])
    }
  })

  test('updateIntegrationInstallation: it can configure itself, but not extend its access', async () => {
    const { token, path, space } = await installed([])
    expect((await token.http.patch(path, { configuration: { oauth: 'x' }, externalIds: ['e'] })).status).toBe(200)
    expect((await token.http.patch(`${path}/spaces/${space}`, { configuration: { a: 1 } })).status).toBe(200)
    for (const wider of [{ space_selection: 'all' }, { site_selection: 'all' }, { space_selection: 'selected' }])
      expect((await token.http.patch(path, wider)).status).toBe(403)
    expect((await server.admin.http.get(path)).body).toMatchObject({
      space_selection: 'selected',
      site_selection: 'selected',
      configuration: { oauth: 'x' },
    })
  })

  test('installIntegrationOnSpace, uninstallIntegration, publishIntegration: it cannot install or publish itself', async () => {
    const { name, token, path, space, aside } = await installed(SPACE_SCOPES)
    for (const { http } of [token, await server.integration(name)]) {
      const body = publication(server.organization, { scopes: ['space:git:sync'] })
      expect((await http.post(`${path}/spaces`, { space: aside })).status).toBe(403)
      expect((await http.delete(`${path}/spaces/${space}`)).status).toBe(403)
      expect((await http.delete(path)).status).toBe(403)
      expect((await http.post(`/v1/integrations/${name}`, body)).status).toBe(403)
      expect((await http.delete(`/v1/integrations/${name}`)).status).toBe(403)
      expect((await http.post('/v1/user/tokens', {})).status).toBe(403)
    }
  })

  test('getIntegrationInstallationById: other installations, also of the same integration, are not there', async () => {
    const one = await installed([])
    const foreign = await server.found()
    await server.admin.http.post(
      `/v1/integrations/${one.name}`,
      publication(server.organization, { visibility: 'public' }),
    )
    const theirs = await install(foreign.admin, foreign.organization, one.name)
    const other = await installed([])
    const status = async (at: string) => (await one.token.http.get(at)).status
    expect(await status(one.path)).toBe(200)
    expect(await status(`/v1/integrations/${one.name}/installations/${theirs}`)).toBe(404)
    expect(await status(other.path)).toBe(404)
    expect(await status(`/v1/integrations/${other.name}`)).toBe(404)
    expect(await status(`/v1/orgs/${foreign.organization}`)).toBe(404)
    expect(await status(`/v1/orgs/${server.organization}`)).toBe(200)
  })

  test('getOrganizationById: an integration by itself is in no organization', async () => {
    const { name, space, path } = await installed(SPACE_SCOPES)
    const { http } = await server.integration(name)
    expect((await http.get(path)).status).toBe(200)
    for (const at of [`/v1/orgs/${server.organization}`, `/v1/spaces/${space}`, `/v1/spaces/${space}/content`])
      expect((await http.get(at)).status, at).toBe(403)
  })

  test('publishIntegration: a version with fewer scopes restricts existing tokens', async () => {
    const { name, token, space } = await installed(['space:content:read'])
    expect((await token.http.get(`/v1/spaces/${space}/content`)).status).toBe(200)
    await server.admin.http.post(`/v1/integrations/${name}`, publication(server.organization, { scopes: [] }))
    expect((await token.http.get(`/v1/spaces/${space}/content`)).status).toBe(403)
  })
})

describe('a version with more scopes', () => {
  async function elsewhere() {
    const { admin, organization } = await server.found()
    const name = await publish(server.admin, server.organization, {
      visibility: 'public',
      scopes: ['space:metadata:read'],
    })
    const id = await install(admin, organization, name)
    const path = `/v1/integrations/${name}/installations/${id}`
    const space = (await admin.http.post(`/v1/orgs/${organization}/spaces`)).body.id
    await admin.http.post(`${path}/spaces`, { space })
    const { http } = await server.integration(name, id)
    const askFor = (scopes: string[]) =>
      server.admin.http.post(
        `/v1/integrations/${name}`,
        publication(server.organization, { visibility: 'public', scopes }),
      )
    const read = async () => [
      (await http.get(`/v1/spaces/${space}`)).status,
      (await http.get(`/v1/spaces/${space}/content`)).status,
    ]
    return { admin, name, path, read, askFor, http }
  }
  const MORE = ['space:metadata:read', 'space:content:read']

  test('publishIntegration, updateIntegrationInstallation: gets the scopes when the organization grants them', async () => {
    const { admin, path, read, askFor } = await elsewhere()
    await askFor(MORE)
    expect((await admin.http.get(path)).body).toMatchObject({ status: 'active', scopes: ['space:metadata:read'] })
    expect(await read()).toEqual([200, 403])
    await admin.http.patch(path, { configuration: { a: 1 } })
    expect(await read()).toEqual([200, 403])
    expect((await admin.http.patch(path, { scopes: MORE })).body.scopes).toEqual(MORE)
    expect(await read()).toEqual([200, 200])
    expect((await admin.http.patch(path, { scopes: ['space:content:read'] })).body.scopes).toEqual([
      'space:content:read',
    ])
    expect(await read()).toEqual([200, 200])
    await admin.http.patch(path, { scopes: [] })
    expect(await read()).toEqual([403, 403])
  })

  test('publishIntegration: scopes that were dropped must be granted again', async () => {
    const { admin, path, read, askFor } = await elsewhere()
    await askFor([])
    await askFor(['space:metadata:read'])
    expect((await admin.http.get(path)).body.scopes).toEqual([])
    expect(await read()).toEqual([403, 403])
  })

  test('updateIntegrationInstallation: only requested scopes can be granted, and not by the integration', async () => {
    const { admin, name, path, askFor, http } = await elsewhere()
    await askFor(MORE)
    const { status, body } = await admin.http.patch(path, { scopes: ['space:metadata:read', 'openapi:write'] })
    expect([status, body.error.issues?.[0]?.path ?? body.error.message]).toEqual([
      400,
      expect.stringContaining('scopes.1'),
    ])
    expect((await http.patch(path, { scopes: MORE })).status).toBe(403)
    expect((await (await server.integration(name)).http.patch(path, { scopes: MORE })).status).toBe(403)
    expect((await server.admin.http.patch(path, { scopes: MORE })).status).toBe(404)
  })

  test('publishIntegration: gets them immediately in the publishing organization, except for revoked ones', async () => {
    const { name, token, space, path } = await installed(['space:metadata:read', 'openapi:read'])
    await server.admin.http.patch(path, { scopes: ['space:metadata:read'] })
    const scopes = [...MORE, 'openapi:read']
    await server.admin.http.post(`/v1/integrations/${name}`, publication(server.organization, { scopes }))
    expect((await token.http.get(`/v1/spaces/${space}/content`)).status).toBe(200)
    expect((await server.admin.http.get(path)).body.scopes).toEqual(MORE)
  })
})

describe('scopes', () => {
  const ids = (space: string, more: Record<string, string>) => ({
    organizationId: server.organization,
    spaceId: space,
    ...more,
  })

  test('getAuthenticatedUser: every operation that is not open to integrations refuses all of their tokens', async () => {
    const { name, id, space, token } = await installed(SPACE_SCOPES)
    const open = new Set(Object.values(OPERATIONS_BY_AUDIENCE).flat())
    const named = ids(space, { integrationName: name, installationId: id })
    for (const { http } of [token, await server.integration(name)]) {
      for (const line of operations.filter((line) => !open.has(line.id) && line.operation.can !== 'public')) {
        const { status, body } = await http.send(line.method, urlOf(line, named), smallestBody(line))
        expect([status, body.error.message], line.id).toEqual([403, expect.stringContaining('Integrations cannot')])
      }
    }
  })

  test('getAuthenticatedUser: an operation that takes a scope refuses installations without it', async () => {
    const { name, id, space, token } = await installed([])
    const named = ids(space, { integrationName: name, installationId: id })
    const everybody = [...OPERATIONS_BY_AUDIENCE.integration!, ...OPERATIONS_BY_AUDIENCE.installation!]
    const scoped = new Set(
      Object.values(OPERATIONS_BY_AUDIENCE)
        .flat()
        .filter((id) => !everybody.includes(id)),
    )
    for (const line of operations.filter((line) => scoped.has(line.id))) {
      const { status, body } = await token.http.send(line.method, urlOf(line, named), smallestBody(line))
      expect([status, body.error.message], line.id).toEqual([403, expect.stringContaining('scope')])
    }
  })

  test('getAuthenticatedUser: every operation in the table of scopes exists', () => {
    const known = new Set(operations.map(({ id }) => id))
    expect(
      Object.values(OPERATIONS_BY_AUDIENCE)
        .flat()
        .filter((id) => !known.has(id)),
    ).toEqual([])
  })

  test('getSpaceById, getCurrentRevision, updateSpaceContent, updateSpaceById: each scope allows only its operations', async () => {
    const calls: Record<string, (token: Person, space: string) => Promise<{ status: number }>> = {
      metadata: ({ http }, space) => http.get(`/v1/spaces/${space}`),
      content: ({ http }, space) => http.get(`/v1/spaces/${space}/content`),
      write: ({ http }, space) =>
        http.post(`/v1/spaces/${space}/content`, { changes: [{ operation: 'insert_page', title: 'x' }] }),
      rename: ({ http }, space) => http.patch(`/v1/spaces/${space}`, { title: 'Renamed' }),
      share: ({ http }, space) => http.patch(`/v1/spaces/${space}`, { defaultLevel: 'admin' }),
    }
    const expected: Record<string, string[]> = {
      'space:metadata:read': ['metadata'],
      'space:metadata:write': ['metadata', 'rename'],
      'space:content:read': ['metadata', 'content'],
      'space:content:write': ['write'],
      'space:views:read': [],
    }
    for (const [scope, opened] of Object.entries(expected)) {
      const { token, space } = await installed([scope])
      for (const [call, send] of Object.entries(calls)) {
        const { status } = await send(token, space)
        expect(status, `${scope} ${call}`).toBe(opened.includes(call) ? 200 : 403)
      }
    }
  })

  test('createChangeRequest, getUserById: the integration is the author, without an email address', async () => {
    const { token, space } = await installed(SPACE_SCOPES)
    const { status, body } = await token.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'By a machine' })
    expect([status, body.createdBy.displayName, body.createdBy.email]).toEqual([201, 'Weather', undefined])
    const { body: self } = await token.http.get('/v1/user')
    expect(self).toMatchObject({ id: body.createdBy.id, displayName: 'Weather' })
    expect(self).toMatchObject((await server.admin.http.get(`/v1/users/${self.id}`)).body)
    expect((await (await server.found()).admin.http.get(`/v1/users/${self.id}`)).status).toBe(404)
    const invited = await server.admin.http.post(`/v1/orgs/${server.organization}/invites`, {
      emails: [`integration:${self.id}`],
      role: 'admin',
    })
    expect(invited.status).toBe(400)
  })

  test('createChangeRequest: with an Idempotency-Key it is made once, also with a newer token', async () => {
    const { name, id, token, space } = await installed(SPACE_SCOPES)
    const fresh = (
      await (await server.integration(name)).http.post(`/v1/integrations/${name}/installations/${id}/tokens`)
    ).body
    const ask = (bearer: string) =>
      httpAs(server.url, bearer).post(
        `/v1/spaces/${space}/change-requests`,
        { subject: 'Once' },
        { 'idempotency-key': 'k' },
      )
    const [first, again] = [await ask(token.token), await ask(fresh.token)]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  })

  test('listOpenAPISpecs, createOpenAPISpec: reading and writing specifications takes a scope each', async () => {
    const at = `/v1/orgs/${server.organization}/openapi`
    const body = (slug: string) => ({ slug, source: { text: '{"openapi":"3.1.0"}' } })
    const reading = await installed(['openapi:read'])
    expect((await reading.token.http.get(at)).status).toBe(200)
    expect((await reading.token.http.post(at, body('read'))).status).toBe(403)
    const writing = await installed(['openapi:write'])
    expect((await writing.token.http.post(at, body('written'))).status).toBe(201)
  })
})
