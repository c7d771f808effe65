// The visibility of a space. Every change is one event with the previous visibility.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCollection, createSpace, type Scene } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite } from '../../../test/support/sites.ts'

const server = startedServer()

const visibilityOf = async ({ admin }: Scene, space: string) =>
  (await admin.http.get(`/v1/spaces/${space}`)).body.visibility as string

/** The visibility events of the space: from, to. */
async function toldOf(space: string): Promise<[string, string][]> {
  const rows = await server.database.read
    .selectFrom('events')
    .select(['data', 'organization_id'])
    .where('action', '=', 'space.visibility.updated')
    .where('target_id', '=', space)
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => {
    const { previousVisibility, visibility } = JSON.parse(data)
    return [previousVisibility, visibility]
  })
}

async function ok(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${status}: ${text}`)
}

/** A published site with two spaces; operations on it change the first. */
async function published(visibility = 'public'): Promise<TestSite & { space: string }> {
  const site = await newSite(server, await server.found(), { visibility, spaces: ['One', 'Two'] })
  return { ...site, space: site.spaces[0]! }
}

async function after(scene: Scene & { space: string }, act: Promise<{ status: number; text: string }>) {
  const before = (await toldOf(scene.space)).length
  await ok(act)
  const told = (await toldOf(scene.space)).slice(before)
  return { told, shown: await visibilityOf(scene, scene.space).catch(() => undefined) }
}

describe('a space changes its visibility', () => {
  test('publishSite, unpublishSite: with the site that shows it', async () => {
    const site = await published('unlisted')
    expect(await toldOf(site.space)).toEqual([['private', 'unlisted']])
    expect(await after(site, site.admin.http.post(`${site.path}/unpublish`))).toEqual({
      told: [['unlisted', 'private']],
      shown: 'private',
    })
    expect(await after(site, site.admin.http.post(`${site.path}/unpublish`))).toMatchObject({ told: [] })
  })

  test('updateSiteById: with the visibility of the site, and with nothing else of it', async () => {
    const site = await published()
    const { http } = site.admin
    expect(await after(site, http.patch(site.path, { visibility: 'share-link', title: 'Shared' }))).toEqual({
      told: [['public', 'share-link']],
      shown: 'share-link',
    })
    expect(await after(site, http.patch(site.path, { title: 'Another' }))).toMatchObject({ told: [] })
  })

  test('addSpaceToSite, deleteSiteSpaceById, deleteSiteById: when it enters and leaves a site', async () => {
    const site = await published('visitor-auth')
    const { id } = await createSpace(site)
    const scene = { ...site, space: id }
    const added = site.admin.http.post(`${site.path}/site-spaces`, { spaceId: id })
    expect(await after(scene, added)).toEqual({ told: [['private', 'visitor-auth']], shown: 'visitor-auth' })
    const siteSpace = (await added).body.id
    expect(await after(scene, site.admin.http.delete(`${site.path}/site-spaces/${siteSpace}`))).toEqual({
      told: [['visitor-auth', 'private']],
      shown: 'private',
    })
    expect(await after(site, site.admin.http.delete(site.path))).toEqual({
      told: [['visitor-auth', 'private']],
      shown: 'private',
    })
  })

  test('addSectionToSite, deleteSiteSectionById: with its section', async () => {
    const site = await published()
    const { id } = await createSpace(site)
    const scene = { ...site, space: id }
    const added = site.admin.http.post(`${site.path}/sections`, { spaceId: id })
    expect(await after(scene, added)).toEqual({ told: [['private', 'public']], shown: 'public' })
    const section = (await added).body.id
    expect(await after(scene, site.admin.http.delete(`${site.path}/sections/${section}`))).toEqual({
      told: [['public', 'private']],
      shown: 'private',
    })
  })

  test('unpublishSite: to that of another site with the space', async () => {
    const site = await published('public')
    const { http } = site.admin
    const body = { title: 'Other', visibility: 'unlisted', spaces: [site.space] }
    const other = (await http.post(`/v1/orgs/${site.organization}/sites`, body)).body.id
    expect(await after(site, http.post(`/v1/orgs/${site.organization}/sites/${other}/publish`))).toEqual({
      told: [],
      shown: 'public',
    })
    expect(await after(site, http.post(`${site.path}/unpublish`))).toEqual({
      told: [['public', 'unlisted']],
      shown: 'unlisted',
    })
  })

  test('moveSpace, deleteCollectionById: when it enters and leaves collections, unless a site shows it', async () => {
    const scene = await server.found()
    const { http } = scene.admin
    const [outer, { id: space }] = [await createCollection(scene), await createSpace(scene)]
    const inner = await createCollection(scene, { parent: outer.id })
    const here = { ...scene, space }
    const move = (parent: string | null) => http.post(`/v1/spaces/${space}/move`, { parent })
    expect(await after(here, move(inner.id))).toEqual({ told: [['private', 'in-collection']], shown: 'in-collection' })
    expect(await after(here, http.delete(`/v1/collections/${inner.id}`))).toMatchObject({ told: [] })
    expect(await after(here, http.delete(`/v1/collections/${outer.id}`))).toEqual({
      told: [['in-collection', 'private']],
      shown: 'private',
    })
    const site = await published()
    const collection = await createCollection(site)
    const moved = site.admin.http.post(`/v1/spaces/${site.space}/move`, { parent: collection.id })
    expect(await after(site, moved)).toEqual({ told: [], shown: 'public' })
  })

  test('createSpace, duplicateSpace: begins with one', async () => {
    const scene = await server.found()
    const collection = await createCollection(scene)
    const { id, visibility } = await createSpace(scene, { parent: collection.id })
    expect([visibility, await toldOf(id)]).toEqual(['in-collection', []])
    const copy = (await scene.admin.http.post(`/v1/spaces/${id}/duplicate`)).body
    expect([copy.visibility, await toldOf(copy.id)]).toEqual(['in-collection', []])
  })

  test('deleteSpaceById, restoreSpace: leaves its sites, and is not back in them', async () => {
    const site = await published()
    expect(await after(site, site.admin.http.delete(`/v1/spaces/${site.space}`))).toEqual({
      told: [['public', 'private']],
      shown: 'private',
    })
    expect(await after(site, site.admin.http.post(`/v1/spaces/${site.space}/restore`))).toEqual({
      told: [],
      shown: 'private',
    })
  })

  test('transferSpace, transferCollection: is reset, with an event in the new organization', async () => {
    const site = await published()
    const target = await server.found()
    const { http } = site.admin
    await ok(
      target.admin.http.post(`/v1/orgs/${target.organization}/invites`, { emails: [site.admin.email], role: 'admin' }),
    )
    const collection = await createCollection(site)
    await ok(http.post(`/v1/spaces/${site.space}/move`, { parent: collection.id }))
    const to = { organization: target.organization }
    expect(await after(site, http.post(`/v1/collections/${collection.id}/transfer`, to))).toEqual({
      told: [['public', 'in-collection']],
      shown: 'in-collection',
    })
    const { organization_id } = await server.database.read
      .selectFrom('events')
      .select('organization_id')
      .where('target_id', '=', site.space)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(organization_id).toBe(target.organization)
    expect(
      await after(site, http.post(`/v1/spaces/${site.space}/transfer`, { organization: site.organization })),
    ).toEqual({ told: [['in-collection', 'private']], shown: 'private' })
  })
})

test('publishSite, unpublishSite: of two sites with the same space, concurrently', async () => {
  const site = await published('public')
  const { http } = site.admin
  const body = { title: 'Other', visibility: 'unlisted', spaces: [site.space] }
  const other = `/v1/orgs/${site.organization}/sites/${(await http.post(`/v1/orgs/${site.organization}/sites`, body)).body.id}`
  for (let round = 0; round < 10; round++) {
    const [one, two] = round % 2 === 0 ? (['unpublish', 'publish'] as const) : (['publish', 'unpublish'] as const)
    await Promise.all([ok(http.post(`${site.path}/${one}`)), ok(http.post(`${other}/${two}`))])
    const shown = await visibilityOf(site, site.space)
    expect(shown).toBe(round % 2 === 0 ? 'unlisted' : 'public')
    expect((await toldOf(site.space)).at(-1)![1]).toBe(shown)
  }
})

describe('any sequence of operations', () => {
  const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth']
  const step = fc.record({
    what: fc.constantFrom('publish', 'unpublish', 'open', 'add', 'remove', 'move', 'delete', 'restore', 'dissolve'),
    site: fc.nat(1),
    space: fc.nat(2),
    visibility: fc.constantFrom(...VISIBILITIES),
  })

  test('updateSiteById, moveSpace: the events add up to the actual visibility', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const scene = await server.found()
        const { http } = scene.admin
        const base = `/v1/orgs/${scene.organization}/sites`
        const spaces = [await createSpace(scene), await createSpace(scene), await createSpace(scene)].map(
          ({ id }) => id,
        )
        const make = async () => (await http.post(base, { spaces })).body.id as string
        const sites = [await make(), await make()]
        for (const { what, visibility, ...at } of steps) {
          const [site, space] = [`${base}/${sites[at.site]}`, spaces[at.space]!]
          const parents = async () => (await http.get(`/v1/orgs/${scene.organization}/collections`)).body.items
          if (what === 'publish' || what === 'unpublish') await http.post(`${site}/${what}`)
          if (what === 'open') await http.patch(site, { visibility })
          if (what === 'add') await http.post(`${site}/site-spaces`, { spaceId: space })
          if (what === 'remove') {
            const { items } = (await http.get(`${site}/site-spaces`)).body
            const shown = items.find((each: { space: { id: string } }) => each.space.id === space)
            if (shown) await http.delete(`${site}/site-spaces/${shown.id}`)
          }
          if (what === 'move') {
            const [parent] = await parents()
            await http.post(`/v1/spaces/${space}/move`, { parent: (parent ?? (await createCollection(scene))).id })
          }
          if (what === 'delete') await http.delete(`/v1/spaces/${space}`)
          if (what === 'restore') await http.post(`/v1/spaces/${space}/restore`)
          if (what === 'dissolve') for (const { id } of await parents()) await http.delete(`/v1/collections/${id}`)
        }
        for (const space of spaces) {
          const told = await toldOf(space)
          for (const [at, [from, to]] of told.entries()) {
            expect(from).toBe(at === 0 ? 'private' : told[at - 1]![1])
            expect(to).not.toBe(from)
          }
          expect(await visibilityOf(scene, space)).toBe(told.at(-1)?.[1] ?? 'private')
        }
      }),
      { numRuns: 25 },
    )
  }, 120_000)
})
