// @only-sqlite
import { describe, expect, test } from 'vitest'
import { install, publication, publish } from '../../../test/support/integrations.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

const ACCOUNT = {
  properties: {
    key: { type: 'string', title: 'Key' },
    region: { type: 'string', enum: ['eu', 'us'], default: 'eu' },
    limit: { type: 'number', default: 5 },
    loud: { type: 'boolean' },
    oauth: { type: 'button', callback_url: '/oauth', button_text: 'Connect' },
  },
  required: ['key', 'oauth'],
}

async function installed(more: object = {}, person: Person = server.admin, organization = server.organization) {
  const name = await publish(person, organization, more)
  const id = await install(person, organization, name)
  return { name, id, path: `/v1/integrations/${name}/installations/${id}` }
}

const newSpace = async (person = server.admin, organization = server.organization): Promise<string> =>
  (await person.http.post(`/v1/orgs/${organization}/spaces`, { title: 'A space' })).body.id

const newSite = async (person = server.admin, organization = server.organization): Promise<string> =>
  (await person.http.post(`/v1/orgs/${organization}/sites`, { title: 'A site', spaces: 'empty' })).body.id

const issuesOf = (body: { error: { issues: { path: string }[] } }) => body.error.issues.map(({ path }) => path).sort()

const queued = async (name: string) => {
  const rows = await server.database.read
    .selectFrom('integration_events')
    .innerJoin('integrations', 'integrations.id', 'integration_events.integration_id')
    .select(['integration_events.type', 'payload'])
    .where('name', '=', name)
    .orderBy('integration_events.id')
    .execute()
  return rows.map(({ payload }) => JSON.parse(server.vault.unseal(payload)))
}

describe('in an organization', () => {
  test('installIntegration, getIntegrationInstallationById, uninstallIntegration: comes and goes', async () => {
    const name = await publish(server.admin, server.organization)
    const { status, body, headers } = await server.admin.http.post(`/v1/integrations/${name}/installations`, {
      organization: server.organization,
    })
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'active',
        space_selection: 'selected',
        site_selection: 'selected',
        spaces: 0,
        configuration: {},
        externalIds: [],
        target: { organization: server.organization },
      },
    ])
    expect(headers.get('location')).toBe(body.urls.location)
    const path = new URL(body.urls.location).pathname
    expect((await server.admin.http.get(path)).body).toEqual(body)
    const again = await server.admin.http.post(`/v1/integrations/${name}/installations`, {
      organization: server.organization,
    })
    expect(again.status).toBe(409)
    expect((await server.admin.http.delete(path)).status).toBe(204)
    expect((await server.admin.http.get(path)).status).toBe(404)
    expect((await queued(name)).map(({ type }) => type)).toEqual(['installation_setup', 'installation_deleted'])
  })

  test('updateIntegrationInstallation: is pending until all required values are set, and fills in defaults', async () => {
    const { name, path } = await installed({ configurations: { account: ACCOUNT } })
    const { body: fresh } = await server.admin.http.get(path)
    expect([fresh.status, fresh.configuration]).toEqual(['pending', { region: 'eu', limit: 5 }])
    const patch = async (configuration: object) => (await server.admin.http.patch(path, { configuration })).body
    expect(await patch({ key: 'k' })).toMatchObject({ status: 'pending', configuration: { key: 'k', region: 'eu' } })
    const whole = { key: 'k', region: 'us', oauth: { access_token: 'secret' }, extra: [1], loud: null }
    expect(await patch(whole)).toMatchObject({
      status: 'active',
      configuration: { key: 'k', region: 'us', limit: 5, oauth: { access_token: 'secret' }, extra: [1] },
    })
    expect((await patch({ key: '', oauth: 1 })).status).toBe('pending')
    const events = await queued(name)
    expect(events.map(({ status }) => status)).toEqual(['pending', 'pending', 'active', 'pending'])
    expect(events.at(-1).previous).toMatchObject({ status: 'active', configuration: { key: 'k', region: 'us' } })
  })

  test('updateIntegrationInstallation: names every value of the wrong kind, and changes nothing', async () => {
    const { path } = await installed({ configurations: { account: ACCOUNT } })
    const wrong = { key: 1, region: 'mars', limit: '5', loud: 'yes', oauth: 'anything' }
    const { status, body } = await server.admin.http.patch(path, { configuration: wrong })
    expect([status, issuesOf(body)]).toEqual([
      400,
      ['configuration.key', 'configuration.limit', 'configuration.loud', 'configuration.region'],
    ])
    expect((await server.admin.http.get(path)).body.configuration).toEqual({ region: 'eu', limit: 5 })
    const huge = await server.admin.http.patch(path, { configuration: { key: 'x'.repeat(100_001) } })
    expect([huge.status, issuesOf(huge.body)]).toEqual([400, ['configuration']])
    const many = await server.admin.http.patch(path, { externalIds: ['1', '2', '3', '4', '5', '6'] })
    expect([many.status, issuesOf(many.body)]).toEqual([400, ['externalIds']])
  })

  test('updateIntegrationInstallation: credentials are never stored unencrypted', async () => {
    const { id, name, path } = await installed()
    await server.admin.http.patch(path, { configuration: { oauth_credentials: 'top secret' } })
    const { read } = server.database
    const rows = [
      await read.selectFrom('integration_installations').selectAll().where('id', '=', id).execute(),
      await read.selectFrom('integration_events').selectAll().where('installation_id', '=', id).execute(),
      await read.selectFrom('events').selectAll().where('target_id', '=', id).execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain('top secret')
    expect(JSON.stringify(await queued(name))).not.toContain('top secret')
  })

  test('publishIntegration: new required configuration makes installations pending, until a version drops it', async () => {
    const { name, path } = await installed()
    const space = await newSpace()
    await server.admin.http.post(`${path}/spaces`, { space })
    const republish = (more: object) =>
      server.admin.http.post(`/v1/integrations/${name}`, publication(server.organization, more))
    const statuses = async () => [
      (await server.admin.http.get(path)).body.status,
      (await server.admin.http.get(`${path}/spaces/${space}`)).body.status,
    ]
    const asking = { properties: { key: { type: 'string' } }, required: ['key'] }
    await republish({ configurations: { account: asking } })
    expect(await statuses()).toEqual(['pending', 'active'])
    await republish({ configurations: { space: asking } })
    expect(await statuses()).toEqual(['active', 'pending'])
  })

  test('listIntegrationInstallations: shows people what they administer, by external id too', async () => {
    const { name, id, path } = await installed({ visibility: 'public' })
    const other = await server.found()
    const theirs = await install(other.admin, other.organization, name)
    await server.admin.http.patch(path, { externalIds: ['T1', 'T2', 'T1'] })
    await other.admin.http.patch(`/v1/integrations/${name}/installations/${theirs}`, { externalIds: ['T2'] })
    const list = async ({ http }: Person, query = '') =>
      (await http.get(`/v1/integrations/${name}/installations${query}`)).body.items.map(
        (item: { id: string }) => item.id,
      )
    expect(await list(server.admin)).toEqual([id])
    expect(await list(other.admin)).toEqual([theirs])
    expect(await list(await server.join('create'))).toEqual([])
    const integration = await server.integration(name)
    expect(await list(integration)).toEqual([id, theirs])
    expect(await list(integration, '?externalId=T2')).toEqual([id, theirs])
    expect(await list(integration, '?externalId=T1')).toEqual([id])
    expect(await list(other.admin, '?externalId=T1')).toEqual([])
    expect(await list(await server.integration(name, theirs))).toEqual([theirs])
    expect((await server.admin.http.get(path)).body.externalIds).toEqual(['T1', 'T2'])
    await server.admin.http.patch(path, { externalIds: [] })
    expect(await list(integration, '?externalId=T1')).toEqual([])
  })

  test('installIntegration: a private one stays with its owner, and only admins install', async () => {
    const { admin, organization } = await server.found()
    const name = await publish(server.admin, server.organization)
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [server.admin.email], role: 'admin' })
    const into = (person: Person, organization: string) =>
      person.http.post(`/v1/integrations/${name}/installations`, { organization })
    expect((await into(server.admin, organization)).status).toBe(403)
    expect((await into(await server.join('create'), server.organization)).status).toBe(403)
    expect((await into(server.admin, 'nowhere')).status).toBe(404)
    expect((await into(server.admin, server.organization)).status).toBe(201)
  })

  test('getIntegrationInstallationById, uninstallIntegration: not for members who are no admins, and nothing for others', async () => {
    const { path } = await installed({ visibility: 'public' })
    const statuses = async ({ http }: Person) => [
      (await http.get(path)).status,
      (await http.patch(path, { configuration: {} })).status,
      (await http.delete(path)).status,
    ]
    expect(await statuses(await server.join('create'))).toEqual([403, 403, 403])
    expect(await statuses(await server.join(null))).toEqual([404, 404, 404])
    expect(await statuses((await server.found()).admin)).toEqual([404, 404, 404])
  })
})

const kinds = [
  { kind: 'space', make: newSpace, bodyOf: (id: string) => ({ space: id }) },
  { kind: 'site', make: newSite, bodyOf: (id: string) => ({ siteId: id }) },
] as const

describe.each(kinds)('on a $kind', ({ kind, make, bodyOf }) => {
  test('installIntegrationOnSpace, getIntegrationSpaceInstallation, updateIntegrationSpaceInstallation, uninstallIntegrationFromSpace, listIntegrationInstallationSpaces: a whole life', async () => {
    const properties = { color: { type: 'string', enum: ['red', 'blue'] } }
    const { name, path } = await installed({ configurations: { [kind]: { properties, required: ['color'] } } })
    const content = await make()
    const one = `${path}/${kind}s/${content}`
    const made = await server.admin.http.post(`${path}/${kind}s`, bodyOf(content))
    expect([made.status, made.body]).toMatchObject([
      201,
      { integration: name, status: 'pending', configuration: {}, externalIds: [], [kind]: content },
    ])
    expect(made.headers.get('location')).toBe(made.body.urls.location)
    expect((await server.admin.http.get(one)).body).toEqual(made.body)
    expect((await server.admin.http.post(`${path}/${kind}s`, bodyOf(content))).status).toBe(409)
    const patched = await server.admin.http.patch(one, { configuration: { color: 'red' }, externalIds: ['c-1'] })
    expect(patched.body).toMatchObject({ status: 'active', configuration: { color: 'red' }, externalIds: ['c-1'] })
    expect((await server.admin.http.patch(one, { configuration: { color: 'green' } })).status).toBe(400)
    expect((await server.admin.http.get(`${path}/${kind}s`)).body).toMatchObject({ count: 1, items: [patched.body] })
    expect((await server.admin.http.get(`${one}?extended=true`)).body[kind]).toMatchObject({
      object: kind,
      id: content,
    })
    if (kind === 'space') expect((await server.admin.http.get(path)).body.spaces).toBe(1)
    expect((await server.admin.http.delete(one)).status).toBe(204)
    expect((await server.admin.http.get(one)).status).toBe(404)
    expect((await queued(name)).slice(1)).toMatchObject([
      { type: `${kind}_installation_setup`, status: 'pending', [`${kind}Id`]: content },
      { type: `${kind}_installation_setup`, status: 'active', previous: { status: 'pending', configuration: {} } },
      { type: `${kind}_installation_deleted`, previous: { configuration: { color: 'red' } } },
    ])
  })

  test('listIntegrationSpaceInstallations, listIntegrationSiteInstallations: by external id, over all installations', async () => {
    const { name, path } = await installed({ visibility: 'public' })
    const other = await server.found()
    const theirs = await install(other.admin, other.organization, name)
    const places = [
      [server.admin, path, await make()],
      [other.admin, `/v1/integrations/${name}/installations/${theirs}`, await make(other.admin, other.organization)],
    ] as const
    for (const [{ http }, at, content] of places) {
      await http.post(`${at}/${kind}s`, bodyOf(content))
      await http.patch(`${at}/${kind}s/${content}`, { externalIds: ['shared', content] })
    }
    const list = async ({ http }: Person, query: string) => {
      const { body } = await http.get(`/v1/integrations/${name}/${kind}s${query}`)
      return body.items.map((item: Record<string, unknown>) => item[kind])
    }
    const [mine, others] = [places[0][2], places[1][2]]
    const integration = await server.integration(name)
    expect(await list(integration, '?externalId=shared')).toEqual([mine, others])
    expect(await list(integration, `?externalId=${others}`)).toEqual([others])
    expect(await list(integration, '?externalId=nothing')).toEqual([])
    expect(await list(server.admin, '')).toEqual([mine])
    expect(await list(other.admin, '?externalId=shared')).toEqual([others])
    expect(await list(server.admin, '?extended=true')).toMatchObject([{ object: kind, id: mine }])
    expect((await integration.http.get(`/v1/integrations/${name}/${kind}s?extended=true`)).status).toBe(403)
  })

  test('installIntegrationOnSpace, installIntegrationOnSite: only integrations with that target, and content of the organization', async () => {
    const wrong = await installed({ target: kind === 'space' ? 'site' : 'space' })
    expect((await server.admin.http.post(`${wrong.path}/${kind}s`, bodyOf(await make()))).status).toBe(412)
    const whole = await installed({ target: 'organization' })
    expect((await server.admin.http.post(`${whole.path}/${kind}s`, bodyOf(await make()))).status).toBe(412)
    expect((await server.admin.http.get(whole.path)).body[`${kind}_selection`]).toBe('all')
    const { path } = await installed({ target: kind })
    const { admin, organization } = await server.found()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [server.admin.email], role: 'admin' })
    const elsewhere = await make(admin, organization)
    expect((await server.admin.http.post(`${path}/${kind}s`, bodyOf(elsewhere))).status).toBe(404)
    expect((await server.admin.http.post(`${path}/${kind}s`, bodyOf(await make()))).status).toBe(201)
  })

  test('getIntegrationSiteInstallation, updateIntegrationSiteInstallation, uninstallIntegrationFromSite, listIntegrationInstallationSites: only for those who manage the content', async () => {
    const { path } = await installed()
    const content = await make()
    const one = `${path}/${kind}s/${content}`
    const creator = await server.join('create')
    const reader = await server.join('read')
    expect((await reader.http.post(`${path}/${kind}s`, bodyOf(content))).status).toBe(403)
    expect((await creator.http.post(`${path}/${kind}s`, bodyOf(content))).status).toBe(201)
    expect((await creator.http.patch(one, { externalIds: ['x'] })).status).toBe(200)
    expect((await reader.http.get(one)).status).toBe(403)
    expect((await creator.http.get(`${path}/${kind}s`)).status).toBe(403)
    expect((await creator.http.delete(one)).status).toBe(204)
  })
})

describe('spaces that are transferred or deleted', () => {
  test('transferSpace: is removed from the installations of the former organization', async () => {
    const { name, path } = await installed()
    const space = await newSpace()
    await server.admin.http.post(`${path}/spaces`, { space })
    await server.admin.http.patch(`${path}/spaces/${space}`, { externalIds: ['x'], configuration: { a: 1 } })
    const { admin, organization } = await server.found()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [server.admin.email], role: 'admin' })
    expect((await server.admin.http.post(`/v1/spaces/${space}/transfer`, { organization })).status).toBe(200)
    expect((await server.admin.http.get(`${path}/spaces`)).body.count).toBe(0)
    expect((await server.admin.http.get(path)).body.spaces).toBe(0)
    expect((await queued(name)).at(-1)).toMatchObject({
      type: 'space_installation_deleted',
      spaceId: space,
      previous: { configuration: { a: 1 } },
    })
  })

  test('deleteSpaceById, restoreSpace: is not listed while deleted', async () => {
    const { path } = await installed()
    const space = await newSpace()
    await server.admin.http.post(`${path}/spaces`, { space })
    const seen = async () => [
      (await server.admin.http.get(`${path}/spaces`)).body.count,
      (await server.admin.http.get(path)).body.spaces,
      (await server.admin.http.get(`${path}/spaces/${space}`)).status,
    ]
    await server.admin.http.delete(`/v1/spaces/${space}`)
    expect(await seen()).toEqual([0, 0, 404])
    await server.admin.http.post(`/v1/spaces/${space}/restore`)
    expect(await seen()).toEqual([1, 1, 200])
  })
})
