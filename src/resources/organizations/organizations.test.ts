import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'
import { trySso } from '../../../test/support/sso.ts'

const server = startedServer()

describe('organizations', () => {
  test('createOrganization, getOrganizationById: whoever creates one is its admin', async () => {
    const person = await server.join()
    const created = await person.http.post('/v1/orgs', { title: 'Press', emailDomains: ['Example.com', 'example.com'] })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ title: 'Press', emailDomains: ['example.com'], permissions: { admin: true } })
    const { data } = await person.client.orgs.getOrganizationById(created.body.id)
    expect(data).toEqual(created.body)
    expect((await server.admin.http.get(`/v1/orgs/${created.body.id}`)).status).toBe(404)
  })

  test('listOrganizationsForAuthenticatedUser: lists those you are in, guests too', async () => {
    const guest = await server.join(null)
    const own = await guest.http.post('/v1/orgs', { title: 'My own' })
    const { data } = await guest.client.orgs.listOrganizationsForAuthenticatedUser()
    expect(data.items.map(({ id }) => id)).toEqual([server.organization, own.body.id])
    expect(data.items[0]!.permissions).toMatchObject({ view: true, listMembers: false, createContent: false })
    expect(data.count).toBe(2)
  })

  test('updateOrganizationById: omitted fields stay unchanged', async () => {
    const { organization, admin } = await server.found()
    const patch = { title: 'Renamed', hostname: 'renamed-press', defaultRole: null, logo: 'https://example.com/l.png' }
    const { body } = await admin.http.patch(`/v1/orgs/${organization}`, { ...patch, ai: true, inviteLinks: false })
    expect(body).toMatchObject({ title: 'Renamed', hostname: 'renamed-press', ai: true, inviteLinks: false })
    expect(body.defaultRole).toBe(null)
    expect(body.urls.logo).toBe('https://example.com/l.png')
    const again = await admin.http.patch(`/v1/orgs/${organization}`, { logo: null })
    expect(again.body.urls).not.toHaveProperty('logo')
    expect(again.body.title).toBe('Renamed')
  })

  test('updateOrganizationById: a hostname is no path of the server itself', async () => {
    const { admin, organization } = await server.found()
    for (const hostname of ['join', 'sign-in', 'account', 'docs', 'files', 'scim', 'healthz', 'www'])
      expect((await admin.http.patch(`/v1/orgs/${organization}`, { hostname })).status, hostname).toBe(409)
  })

  test('updateOrganizationById: a hostname belongs to one organization', async () => {
    const [one, other] = [await server.found(), await server.found()]
    expect((await one.admin.http.patch(`/v1/orgs/${one.organization}`, { hostname: 'only-one' })).status).toBe(200)
    expect((await other.admin.http.patch(`/v1/orgs/${other.organization}`, { hostname: 'only-one' })).status).toBe(409)
    expect((await other.admin.http.patch(`/v1/orgs/${other.organization}`, { hostname: '-bad-' })).status).toBe(400)
  })

  test('updateOrganizationById: only admins may', async () => {
    for (const role of ['read', 'create'] as const) {
      const person = await server.join(role)
      expect((await person.http.patch(`/v1/orgs/${server.organization}`, { title: 'Mine' })).status).toBe(403)
    }
  })

  test('updateOrganizationById: with enforced SSO, only admins and SSO members have access', async () => {
    const { organization, admin } = await server.found()
    const member = await server.join()
    await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [member.email], role: 'edit' })
    expect((await member.http.get(`/v1/orgs/${organization}`)).status).toBe(200)
    await trySso(server, organization, admin)
    await admin.http.patch(`/v1/orgs/${organization}`, { sso: true })
    const refused = await member.http.get(`/v1/orgs/${organization}`)
    expect(refused.status).toBe(403)
    expect(refused.body.error.message).toContain('single sign-on')
    await admin.http.post(`/v1/orgs/${organization}/members/${member.id}/sso`)
    expect((await member.http.get(`/v1/orgs/${organization}`)).status).toBe(200)
  })

  test('getOrganizationsForEmailDomain: finds your organizations by a domain, whatever its case', async () => {
    const { organization, admin } = await server.found()
    await admin.http.patch(`/v1/orgs/${organization}`, { emailDomains: ['docs.example.org'] })
    const found = await admin.http.get('/v1/email-domains/DOCS.example.org/orgs')
    expect(found.body.organizations.map(({ id }: { id: string }) => id)).toEqual([organization])
    expect((await server.admin.http.get('/v1/email-domains/docs.example.org/orgs')).body.organizations).toEqual([])
  })

  test('getApiInformation: needs no token', async () => {
    const response = await fetch(`${server.url}/v1/`)
    expect(await response.json()).toMatchObject({ version: expect.any(String), build: expect.any(String) })
  })
})
