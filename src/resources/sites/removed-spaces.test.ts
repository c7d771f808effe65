import { expect, test } from 'vitest'
import { createCollection, createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { labelOf } from '../../../test/support/names.ts'
import { startedServer } from '../../../test/support/server.ts'
import { listFaults } from '../../backup/integrity.ts'
import { insertMember } from '../../domain/people/organizations.ts'

const server = startedServer()

async function scene(collection = false) {
  const { organization, admin } = await server.found()
  const parent = collection ? (await createCollection({ organization, admin }, { title: 'C' })).id : undefined
  const one = await createSpace({ organization, admin }, { title: 'One', parent })
  const two = await createSpace({ organization, admin }, { title: 'Two' })
  const { body } = await admin.http.post(`/v1/orgs/${organization}/sites`, { title: 'Docs', spaces: [one.id, two.id] })
  const site = `/v1/orgs/${organization}/sites/${body.id}`
  await admin.http.post(`${site}/publish`)
  const titles = async () =>
    (await admin.http.get(`${site}/site-spaces`)).body.items.map(
      ({ title, default: isDefault }: { title: string; default: boolean }) => title + (isDefault ? '*' : ''),
    )
  return { organization, admin, parent, one, two, site, titles }
}

test('deleteSpaceById, restoreSpace: a deleted space is removed from its sites; the last one of a published site cannot be deleted', async () => {
  const { admin, one, two, site, titles } = await scene()
  expect(await statusOf(admin.http.delete(`/v1/spaces/${one.id}`))).toBe(205)
  expect(await titles()).toEqual(['Two*'])
  expect(await statusOf(admin.http.delete(`/v1/spaces/${two.id}`))).toBe(409)
  await admin.http.post(`/v1/spaces/${one.id}/restore`)
  expect(await titles()).toEqual(['Two*'])
  await admin.http.post(`${site}/unpublish`)
  expect(await statusOf(admin.http.delete(`/v1/spaces/${two.id}`))).toBe(205)
  expect(await listFaults(server.database.read)).toEqual([])
})

test('transferSpace, transferCollection: transferred content is removed from the sites of the former organization', async () => {
  const here = await scene(true)
  const there = await server.found()
  await server.database.write((db) =>
    insertMember(db, { organization_id: there.organization, user_id: here.admin.id, role: 'create' }),
  )
  const organization = there.organization
  expect(await statusOf(here.admin.http.post(`/v1/collections/${here.parent}/transfer`, { organization }))).toBe(200)
  expect(await here.titles()).toEqual(['Two*'])
  expect(await statusOf(here.admin.http.post(`/v1/spaces/${here.two.id}/transfer`, { organization }))).toBe(409)
  await here.admin.http.post(`${here.site}/unpublish`)
  expect(await statusOf(here.admin.http.post(`/v1/spaces/${here.two.id}/transfer`, { organization }))).toBe(200)
  expect(await listFaults(server.database.read)).toEqual([])
})

test('updateOrganizationById: the default content is a site of the organization, as long as it exists', async () => {
  const { organization, admin, site } = await scene()
  const id = site.split('/').at(-1)!
  const update = (defaultContent: unknown) => admin.http.patch(`/v1/orgs/${organization}`, { defaultContent })
  const shown = async () => (await admin.http.get(`/v1/orgs/${organization}`)).body.defaultContent
  expect((await update({ type: 'site', site: id })).body.defaultContent).toEqual({ type: 'site', site: id })
  await update(null)
  expect(await shown()).toBeUndefined()
  await update({ type: 'site', site: id })
  await admin.http.delete(site)
  expect(await shown()).toBeUndefined()
  expect(await statusOf(admin.http.patch(`/v1/orgs/${organization}`, { hostname: 'docs' }))).toBe(409)
})

test('getCustomHostname, dnsRevalidateCustomHostname, removeCustomHostname, getSubdomain: hostnames and subdomains of sites', async () => {
  const here = await scene()
  const reader = await enter(server, here, 'read')
  const stranger = await server.join()
  const hostname = `docs.${labelOf(here.one.id)}.example.com`
  await here.admin.http.patch(here.site, { hostname })
  const path = `/v1/custom-hostnames/${hostname}`
  const { body } = await reader.http.get(path)
  expect(body).toMatchObject({ hostname, target: { type: 'site', site: here.site.split('/').at(-1) }, isActive: false })
  expect(await statusOf(stranger.http.get(path))).toBe(404)
  expect(await statusOf(reader.http.patch(path))).toBe(403)
  expect(await statusOf(here.admin.http.patch(path))).toBe(204)
  expect(await statusOf(reader.http.delete(path))).toBe(403)
  expect(await statusOf(here.admin.http.delete(path))).toBe(204)
  expect(await statusOf(here.admin.http.get(path))).toBe(404)
  const subdomain = labelOf(here.organization)
  await here.admin.http.patch(`/v1/orgs/${here.organization}`, { hostname: subdomain })
  const { body: found } = await reader.http.get(`/v1/subdomains/${subdomain}`)
  expect(found).toMatchObject({ subdomain, target: { organization: here.organization }, isActive: true })
  expect(await statusOf(stranger.http.get(`/v1/subdomains/${subdomain}`))).toBe(404)
  expect((await here.admin.http.get(here.site)).body.urls.published).toBe(`${server.url}/${subdomain}/docs/`)
})

test('listPermissionsAggregateInSite: lists exactly those who can get the site, with their role', async () => {
  const here = await scene(true)
  const reader = await enter(server, here, 'read')
  const direct = await enter(server, here, null)
  const through = await enter(server, here, null)
  const teamed = await enter(server, here, null)
  const outside = await enter(server, here, null)
  await here.admin.http.post(`/v1/spaces/${here.two.id}/permissions`, { role: 'edit', users: [direct.id] })
  await here.admin.http.post(`/v1/collections/${here.parent}/permissions`, { role: 'read', users: [through.id] })
  const { body: team } = await here.admin.http.put(`/v1/orgs/${here.organization}/teams`, {
    title: 'Team',
    members: [teamed.id],
  })
  await here.admin.http.post(`/v1/spaces/${here.one.id}/permissions`, { role: 'read', teams: [team.id] })
  const { body } = await here.admin.http.get(`${here.site}/permissions/aggregate`)
  const listed = new Map<string, { permission: string; origin: { type: string; space?: string } }>(
    body.items.map((item: { user: { id: string } }) => [item.user.id, item]),
  )
  const everybody = [here.admin, reader, direct, through, teamed, outside]
  for (const person of everybody) {
    const can = (await statusOf(person.http.get(here.site))) === 200
    expect(listed.has(person.id)).toBe(can)
  }
  expect(body.count).toBe(5)
  expect(listed.get(here.admin.id)).toMatchObject({ permission: 'admin', origin: { type: 'organization' } })
  expect(listed.get(direct.id)).toMatchObject({ permission: 'read', origin: { type: 'space', space: here.two.id } })
  expect(listed.get(through.id)?.origin.space).toBe(here.one.id)
})
