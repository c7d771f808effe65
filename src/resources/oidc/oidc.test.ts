// @only-sqlite
import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'
import { toIssuer } from '../../lib/openid.ts'

const server = startedServer()
const path = (organization: string, id = '') => `/v1/orgs/${organization}/oidc${id && `/${id}`}`
const complete = { issuer: 'https://login.example', clientID: 'lectern', clientSecret: 'a secret' }

describe('OpenID Connect providers', () => {
  test('createOrganizationOIDCProvider, getOrganizationOIDCProviderById: pending until complete', async () => {
    const { organization, admin } = await server.found()
    const { status, body } = await admin.http.post(path(organization), { label: 'Example' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ object: 'oidc-provider', label: 'Example', status: 'pending', defaultRole: 'read' })
    expect(body).toMatchObject({ issuer: '', clientID: '', hasClientSecret: false, scopes: [], groups: [] })
    expect(body.verifiedClaim).toBe('email_verified')
    const base = `${server.url}/oidc/${body.id}`
    expect(body.service).toEqual({ redirectURL: `${base}/callback`, startURL: `${base}/start` })
    expect((await admin.http.get(path(organization, body.id))).body).toEqual(body)
    for (const [field, value] of Object.entries(complete)) {
      expect((await admin.http.get(path(organization, body.id))).body.status).toBe('pending')
      await admin.http.patch(path(organization, body.id), { [field]: value })
    }
    expect((await admin.http.get(path(organization, body.id))).body).toMatchObject({
      status: 'active',
      hasClientSecret: true,
    })
  })

  test('updateOrganizationOIDCProvider: the client secret is stored encrypted and never shown', async () => {
    const { organization, admin } = await server.found()
    const created = await admin.http.post(path(organization), { label: 'Example', ...complete })
    const changed = await admin.http.patch(path(organization, created.body.id), { clientSecret: 'another secret' })
    const listed = await admin.http.get(path(organization))
    for (const { text } of [created, changed, listed]) expect(text).not.toContain('secret"')
    const rows = await server.database.read.selectFrom('oidc_providers').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('another secret')
    expect(rows.map(({ client_secret }) => client_secret && server.vault.unseal(client_secret))).toContain(
      'another secret',
    )
  })

  test('updateOrganizationOIDCProvider: another issuer does not get the secret of the one before', async () => {
    const { organization, admin } = await server.found()
    const { id } = (await admin.http.post(path(organization), { label: 'Example', ...complete })).body
    const patch = async (body: object) => (await admin.http.patch(path(organization, id), body)).body
    expect(await patch({ issuer: complete.issuer, label: 'Same' })).toMatchObject({ status: 'active' })
    expect(await patch({ issuer: 'https://elsewhere.example' })).toMatchObject({
      status: 'pending',
      hasClientSecret: false,
    })
    expect(await patch({ issuer: complete.issuer, clientSecret: 'x' })).toMatchObject({ status: 'active' })
  })

  test('updateOrganizationOIDCProvider: omitted fields stay unchanged, teams that are deleted disappear', async () => {
    const { organization, admin } = await server.found()
    const create = async (title: string) =>
      (await admin.http.put(`/v1/orgs/${organization}/teams`, { title, members: [admin.id] })).body
    const [one, two] = [await create('One'), await create('Two')]
    const groups = [
      { group: 'editors', team: one.id },
      { group: 'editors', team: two.id },
      { group: 'writers', team: two.id },
    ]
    const own = { verifiedClaim: 'xms_edov', groupsClaim: 'groups', scopes: ['groups'] }
    const whole = { groups, ...own, defaultTeam: one.id, defaultRole: null }
    const { body } = await admin.http.post(path(organization), { label: 'One', ...complete, ...whole })
    expect(body).toMatchObject({ ...whole, defaultTeam: one, groups: expect.arrayContaining(groups) })
    const renamed = await admin.http.patch(path(organization, body.id), { label: 'Two' })
    expect(renamed.body).toEqual({ ...body, label: 'Two' })
    await admin.http.delete(`/v1/orgs/${organization}/teams/${one.id}`)
    const after = (await admin.http.get(path(organization, body.id))).body
    expect(after.groups).toEqual(groups.slice(1))
    expect(after).not.toHaveProperty('defaultTeam')
    expect((await admin.http.patch(path(organization, body.id), { groups: [] })).body.groups).toEqual([])
  })

  test('createOrganizationOIDCProvider, updateOrganizationOIDCProvider: limits', async () => {
    const { organization, admin } = await server.found()
    const { id } = (await admin.http.post(path(organization), { label: 'Example' })).body
    const elsewhere = await server.found()
    const team = (await elsewhere.admin.http.put(`/v1/orgs/${elsewhere.organization}/teams`, { title: 'There' })).body
    for (const [field, value] of [
      ['label', ''],
      ['label', 'x'.repeat(31)],
      ['issuer', 'http://login.example'],
      ['issuer', 'https://me:secret@login.example'],
      ['issuer', 'https://login.example/?tenant=1'],
      ['issuer', 'javascript:alert(1)'],
      ['clientID', 'x'.repeat(513)],
      ['clientSecret', ''],
      ['clientSecret', 'x'.repeat(1025)],
      ['scopes', ['two words']],
      ['verifiedClaim', ''],
      ['verifiedClaim', 'two words'],
      ['groupsClaim', 'x'.repeat(201)],
      ['groups', [{ group: '', team: 'x' }]],
      ['groups', [{ group: 'x', team: 'none' }]],
      ['groups', [{ group: 'x', team: team.id }]],
      ['defaultTeam', team.id],
      ['defaultRole', 'owner'],
    ] as const)
      for (const answer of [
        await admin.http.post(path(organization), { label: 'Example', [field]: value }),
        await admin.http.patch(path(organization, id), { [field]: value }),
      ]) {
        const at = JSON.stringify([field, value]).slice(0, 60)
        expect(answer.status, at).toBe(400)
        expect(answer.body.error.issues[0].path.startsWith(field), at).toBe(true)
      }
  })

  test('listOIDCProvidersInOrganizationById, deleteOrganizationOIDCProvider: oldest first, until deleted', async () => {
    const { organization, admin } = await server.found()
    const create = async (label: string) => (await admin.http.post(path(organization), { label })).body.id as string
    const [one, two] = [await create('One'), await create('Two')]
    const ids = async () => (await admin.http.get(path(organization))).body.items.map(({ id }: { id: string }) => id)
    expect(await ids()).toEqual([one, two])
    expect((await admin.http.delete(path(organization, one))).status).toBe(204)
    expect((await admin.http.get(path(organization, one))).status).toBe(404)
    expect(await ids()).toEqual([two])
  })

  test('listSSOProviderLoginsInOrganization: lists active providers of both kinds', async () => {
    const { organization, admin } = await server.found()
    await admin.http.post(path(organization), { label: 'Pending' })
    const active = (await admin.http.post(path(organization), { label: 'Active', ...complete })).body
    const saml = { entityID: 'https://idp.example', certificate: 'MIIC', ssoURL: 'https://idp.example/sign-in' }
    const other = (await admin.http.post(`/v1/orgs/${organization}/saml`, { label: 'SAML', ...saml })).body
    expect((await admin.http.get(`/v1/orgs/${organization}/sso`)).body.items).toEqual([
      { id: other.id, label: 'SAML', startURL: other.service.startURL },
      { id: active.id, label: 'Active', startURL: active.service.startURL },
    ])
  })
})

test.each([
  ['https://login.example', 'https://login.example'],
  ['https://login.example/', 'https://login.example/'],
  ['https://login.example/realms/one', 'https://login.example/realms/one'],
  ['https://login.example/one/.well-known/openid-configuration', 'https://login.example/one'],
  ['http://localhost:9000', 'http://localhost:9000'],
  ['http://10.0.0.1', undefined],
  ['https://login.example/#x', undefined],
  ['https://login.example/.well-known/other', undefined],
  ['login.example', undefined],
])('the issuer of %s is %s', (text, issuer) => {
  expect(toIssuer(text)).toBe(issuer)
})
