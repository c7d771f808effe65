// @only-sqlite
import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
const path = (organization: string, id = '') => `/v1/orgs/${organization}/saml${id && `/${id}`}`
const complete = { entityID: 'https://idp.example', certificate: 'MIIC', ssoURL: 'https://idp.example/sign-in' }

describe('SAML providers', () => {
  test('createOrganizationSAMLProvider, getOrganizationSAMLProviderById: pending until complete', async () => {
    const { organization, admin } = await server.found()
    const { data } = await admin.client.orgs.createOrganizationSamlProvider(organization, { label: 'Example' })
    expect(data).toMatchObject({ object: 'saml-provider', label: 'Example', status: 'pending', defaultRole: 'read' })
    expect(data).toMatchObject({ ssoURL: '', entityID: '', certificate: '' })
    const base = `${server.url}/saml/${data.id}`
    expect(data.service).toEqual({
      startURL: `${base}/start`,
      acsURL: `${base}/acs`,
      entityID: `${base}/metadata`,
    })
    expect((await admin.http.get(path(organization, data.id))).body).toEqual(data)
    for (const [field, value] of Object.entries(complete)) {
      expect((await admin.http.get(path(organization, data.id))).body.status).toBe('pending')
      const { body } = await admin.http.patch(path(organization, data.id), { [field]: value })
      expect(body[field]).toBe(value)
    }
    expect((await admin.http.get(path(organization, data.id))).body.status).toBe('active')
    expect((await admin.http.patch(path(organization, data.id), { certificate: '' })).body.status).toBe('pending')
  })

  test('updateOrganizationSAMLProvider: omitted fields stay unchanged, null removes the team', async () => {
    const { organization, admin } = await server.found()
    const team = (await admin.http.put(`/v1/orgs/${organization}/teams`, { title: 'Team', members: [admin.id] })).body
    const whole = { label: 'One', ...complete, defaultTeam: team.id, defaultRole: null }
    const { body } = await admin.http.post(path(organization), whole)
    expect(body).toMatchObject({ defaultTeam: team, defaultRole: null, status: 'active' })
    const renamed = await admin.http.patch(path(organization, body.id), { label: 'Two' })
    expect(renamed.body).toEqual({ ...body, label: 'Two' })
    const changed = await admin.http.patch(path(organization, body.id), { defaultTeam: null, defaultRole: 'edit' })
    expect(changed.body).not.toHaveProperty('defaultTeam')
    expect(changed.body.defaultRole).toBe('edit')
    await admin.http.patch(path(organization, body.id), { defaultTeam: team.id })
    await admin.http.delete(`/v1/orgs/${organization}/teams/${team.id}`)
    expect((await admin.http.get(path(organization, body.id))).body).not.toHaveProperty('defaultTeam')
  })

  test('createOrganizationSAMLProvider, updateOrganizationSAMLProvider: limits', async () => {
    const { organization, admin } = await server.found()
    const largest = {
      label: 'x'.repeat(30),
      entityID: 'x'.repeat(1024),
      certificate: 'x'.repeat(10_000),
      ssoURL: `https://idp.example/${'x'.repeat(2048 - 20)}`,
    }
    const { status, body } = await admin.http.post(path(organization), largest)
    expect(status).toBe(201)
    for (const bad of [
      { label: '' },
      ...Object.entries(largest).map(([field, text]) => ({ [field]: `${text}x` })),
      { ssoURL: 'javascript:alert(1)' },
      { ssoURL: 'idp.example' },
      { defaultRole: 'owner' },
      { defaultTeam: 'none' },
    ]) {
      const [field] = Object.keys(bad)
      for (const answer of [
        await admin.http.post(path(organization), { label: 'Example', ...bad }),
        await admin.http.patch(path(organization, body.id), bad),
      ])
        expect([answer.status, answer.body.error.issues[0].path], JSON.stringify(bad).slice(0, 40)).toEqual([
          400,
          field,
        ])
    }
    expect((await admin.http.post(path(organization), {})).status).toBe(400)
  })

  test('listSAMLProvidersInOrganizationById, deleteOrganizationSAMLProvider: oldest first, until deleted', async () => {
    const { organization, admin } = await server.found()
    const create = async (label: string) => (await admin.http.post(path(organization), { label })).body.id as string
    const [one, two] = [await create('One'), await create('Two')]
    const { data } = await admin.client.orgs.listSamlProvidersInOrganizationById(organization)
    expect(data.items.map(({ id }) => id)).toEqual([one, two])
    expect((await admin.http.delete(path(organization, one))).status).toBe(204)
    expect((await admin.http.get(path(organization, one))).status).toBe(404)
    expect((await admin.http.get(path(organization))).body.count).toBe(1)
  })

  test('createOrganizationSAMLProvider: only admins see and change them', async () => {
    const { id } = (await server.admin.http.post(path(server.organization), { label: 'Example' })).body
    for (const role of ['create', 'read', null] as const) {
      const { http } = await server.join(role)
      expect((await http.get(path(server.organization))).status).toBe(403)
      expect((await http.get(path(server.organization, id))).status).toBe(403)
      expect((await http.post(path(server.organization), { label: 'Mine' })).status).toBe(403)
      expect((await http.patch(path(server.organization, id), { label: 'Mine' })).status).toBe(403)
      expect((await http.delete(path(server.organization, id))).status).toBe(403)
    }
  })

  test('listSSOProviderLoginsInOrganization: any valid token can list the active ones', async () => {
    const { organization, admin } = await server.found()
    await admin.http.post(path(organization), { label: 'Pending' })
    const active = (await admin.http.post(path(organization), { label: 'Active', ...complete })).body
    const stranger = await server.join()
    const { data } = await stranger.client.orgs.listSsoProviderLoginsInOrganization(organization)
    expect(data).toEqual({ items: [{ id: active.id, label: 'Active', startURL: active.service.startURL }] })
    expect((await stranger.http.get('/v1/orgs/none/sso')).status).toBe(404)
  })
})
