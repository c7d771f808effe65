// @slow
import { expect, test } from 'vitest'
import { install, publish } from '../../../test/support/integrations.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

const namesOf = (items: { name: string }[]) => items.map(({ name }) => name)

async function organizationWith(...publications: object[]) {
  const { admin, organization } = await server.found()
  const names: string[] = []
  for (const more of publications) names.push(await publish(admin, organization, more))
  return { admin, organization, names }
}

const join = async (admin: Person, organization: string, role: string | null): Promise<Person> => {
  const person = await server.join()
  await admin.http.post(`/v1/orgs/${organization}/invites`, { emails: [person.email], role })
  return person
}

test('listOrganizationIntegrations: lists public, owned and installed integrations', async () => {
  const owner = await organizationWith({ visibility: 'public' }, { visibility: 'unlisted' }, {})
  const [open, unlisted, hidden] = owner.names as [string, string, string]
  const user = await organizationWith({})
  const list = async ({ admin, organization }: { admin: Person; organization: string }) => {
    const { body } = await admin.http.get(`/v1/orgs/${organization}/integrations?limit=1000`)
    return namesOf(body.items).filter((name) => [...owner.names, ...user.names].includes(name))
  }
  expect(await list(owner)).toEqual([open, unlisted, hidden].sort())
  expect(await list(user)).toEqual([open, ...user.names].sort())
  await install(user.admin, user.organization, unlisted)
  expect(await list(user)).toEqual([open, unlisted, ...user.names].sort())
  const guest = await join(user.admin, user.organization, null)
  expect((await guest.http.get(`/v1/orgs/${user.organization}/integrations`)).status).toBe(403)
  const found = await user.admin.http.get(`/v1/orgs/${user.organization}/integrations?search=${open}&blocks=false`)
  expect(namesOf(found.body.items)).toEqual([open])
})

test('listOrganizationInstallations, listOrganizationIntegrationsStatus, getOrganizationIntegrationStatus: show installations and their status', async () => {
  const asking = { account: { properties: { key: { type: 'string' } }, required: ['key'] } }
  const { admin, organization, names } = await organizationWith(
    { title: 'Alpha' },
    { title: 'Beta', configurations: asking },
    {},
  )
  const [alpha, beta, never] = names as [string, string, string]
  const ids = { [alpha]: await install(admin, organization, alpha), [beta]: await install(admin, organization, beta) }
  const { body } = await admin.http.get(`/v1/orgs/${organization}/installations`)
  expect(
    body.items.map(({ integration, installation }: { integration: { name: string }; installation: { id: string } }) => [
      integration.name,
      installation.id,
    ]),
  ).toEqual(Object.entries(ids).sort())
  expect((await admin.http.get(`/v1/orgs/${organization}/installations?search=beta`)).body).toMatchObject({
    count: 1,
    items: [{ installation: { id: ids[beta] } }],
  })
  const reader = await join(admin, organization, 'read')
  expect((await reader.http.get(`/v1/orgs/${organization}/installations`)).status).toBe(403)
  const statuses = (await reader.http.get(`/v1/orgs/${organization}/integrations/installations-status`)).body
  expect(
    Object.fromEntries(
      statuses.items.map(({ integration, status }: { integration: { name: string }; status: string }) => [
        integration.name,
        status,
      ]),
    ),
  ).toEqual({ [alpha]: 'active', [beta]: 'pending' })
  const statusOf = async (name: string) => {
    const { status, body } = await reader.http.get(`/v1/orgs/${organization}/integrations/${name}/installation_status`)
    return status === 200 ? body.status : status
  }
  expect([await statusOf(alpha), await statusOf(beta), await statusOf(never), await statusOf('none')]).toEqual([
    'active',
    'pending',
    404,
    404,
  ])
  const first = await admin.http.get(`/v1/orgs/${organization}/installations?limit=1`)
  const second = await admin.http.get(`/v1/orgs/${organization}/installations?limit=1&page=${first.body.next.page}`)
  expect([...first.body.items, ...second.body.items].map(({ integration }) => integration.name)).toEqual(
    [alpha, beta].sort(),
  )
})

test('listSpaceIntegrations, listSpaceIntegrationsBlocks, listSiteIntegrations: list only active integrations', async () => {
  const blocks = [{ id: 'chart', title: 'Chart' }]
  const { admin, organization, names } = await organizationWith({ blocks }, { target: 'organization', blocks }, {}, {})
  const [chosen, everywhere, waiting, elsewhere] = names as [string, string, string, string]
  const make = async (what: string, body: object): Promise<string> =>
    (await admin.http.post(`/v1/orgs/${organization}/${what}`, body)).body.id
  const space = await make('spaces', {})
  const site = await make('sites', { title: 'A site', spaces: [space] })
  const at: Record<string, string> = {}
  for (const name of names)
    at[name] = `/v1/integrations/${name}/installations/${await install(admin, organization, name)}`
  for (const name of [chosen, waiting]) {
    await admin.http.post(`${at[name]}/spaces`, { space })
    await admin.http.post(`${at[name]}/sites`, { siteId: site })
  }
  const asking = { properties: { key: { type: 'string' } }, required: ['key'] }
  await admin.http.post(`/v1/integrations/${waiting}`, {
    organization,
    title: 'Waiting',
    description: '',
    scopes: [],
    script: 'x',
    configurations: { account: asking },
  })
  const inSpace = async (query = '') =>
    namesOf((await admin.http.get(`/v1/spaces/${space}/integrations${query}`)).body.items)
  const onSite = async () =>
    namesOf((await admin.http.get(`/v1/orgs/${organization}/sites/${site}/integrations`)).body.items)
  expect(await inSpace()).toEqual([chosen, everywhere].sort())
  expect(await onSite()).toEqual([chosen, everywhere].sort())
  expect(await inSpace(`?search=${chosen}`)).toEqual([chosen])
  await admin.http.patch(at[elsewhere]!, { space_selection: 'all' })
  expect(await inSpace()).toEqual([chosen, everywhere, elsewhere].sort())
  const { body } = await admin.http.get(`/v1/spaces/${space}/integration-blocks`)
  expect(body).toEqual([chosen, everywhere].sort().map((name) => ({ name, blocks })))
  await admin.http.delete(`${at[chosen]}/spaces/${space}`)
  expect(await inSpace()).toEqual([everywhere, elsewhere].sort())
  expect(await onSite()).toEqual([chosen, everywhere].sort())
})
