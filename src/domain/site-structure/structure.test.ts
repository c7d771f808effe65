// @only-sqlite @slow
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { listFaults } from '../../backup/integrity.ts'

const server = startedServer()

interface Scene {
  organization: string
  admin: Person
  site: string
}

interface Item {
  id: string
  object: string
  title: string
  path: string
  default: boolean
  urls: { published?: string }
  siteSpaces: Item[]
  sections: Item[]
}

async function scene(...titles: string[]): Promise<Scene> {
  const { organization, admin } = await server.found()
  const spaces = []
  for (const title of titles) spaces.push((await createSpace({ organization, admin }, { title })).id)
  const { body } = await admin.http.post(`/v1/orgs/${organization}/sites`, { title: 'Docs', spaces })
  return { organization, admin, site: `/v1/orgs/${organization}/sites/${body.id}` }
}

const space = async (scene: Scene, title: string): Promise<string> => (await createSpace(scene, { title })).id

const structureOf = async ({ admin, site }: Scene): Promise<{ type: string; structure: Item[] }> =>
  (await admin.http.get(`${site}/structure`)).body

/** The structure as one line: `A* B` are site spaces, `[A* B]` a section, `{…}` a group; a star marks defaults. */
async function outline(scene: Scene): Promise<string> {
  const { structure } = await structureOf(scene)
  return structure.map(lineOf).join(' ')
}

function lineOf(item: Item): string {
  const star = item.default ? '*' : ''
  if (item.object === 'site-space') return item.title + star
  if (item.object === 'site-section') return `${item.title}${star}[${item.siteSpaces.map(lineOf).join(' ')}]`
  return `${item.title}{${item.sections.map(lineOf).join(' ')}}`
}

const addSpace = async (scene: Scene, title: string, sectionId?: string): Promise<Item> =>
  (await scene.admin.http.post(`${scene.site}/site-spaces`, { spaceId: await space(scene, title), sectionId })).body

const addSection = async (scene: Scene, title: string): Promise<Item> =>
  (await scene.admin.http.post(`${scene.site}/sections`, { spaceId: await space(scene, `${title} one`), title })).body

describe('site spaces', () => {
  test('addSpaceToSite, listSiteSpaces: the first is the default, paths come from titles', async () => {
    const here = await scene('Guide', 'Guide')
    const added = await addSpace(here, 'Handbook')
    expect(added).toMatchObject({ path: 'handbook', default: false, title: 'Handbook', urls: {} })
    expect(await outline(here)).toBe('Guide* Guide Handbook')
    const { body } = await here.admin.http.get(`${here.site}/site-spaces`)
    expect(body.items.map(({ path }: Item) => path)).toEqual(['guide', 'guide-1', 'handbook'])
    const only = async (value: boolean) =>
      (await here.admin.http.get(`${here.site}/site-spaces?default=${value}`)).body.items.map(({ path }: Item) => path)
    expect(await only(true)).toEqual(['guide'])
    expect(await only(false)).toEqual(['guide-1', 'handbook'])
    const again = { spaceId: body.items[0].space.id }
    expect(await statusOf(here.admin.http.post(`${here.site}/site-spaces`, again))).toBe(409)
  })

  test('listSiteSpaces, listSiteSections: paging continues after a removed item', async () => {
    const here = await scene('A', 'B', 'C')
    const first = (await here.admin.http.get(`${here.site}/site-spaces?limit=2`)).body
    expect([first.items.map(({ title }: Item) => title), first.count]).toEqual([['A', 'B'], 3])
    await here.admin.http.delete(`${here.site}/site-spaces/${first.items[1].id}`)
    const rest = (await here.admin.http.get(`${here.site}/site-spaces?limit=2&page=${first.next.page}`)).body
    expect([rest.items.map(({ title }: Item) => title), rest.next]).toEqual([['C'], undefined])
    const other = `${here.site}/sections?page=${first.next.page}`
    expect(await statusOf(here.admin.http.get(other))).toBe(400)
  })

  test('updateSiteSpaceById: paths are unique, conditions can be set and removed, the space can be replaced', async () => {
    const here = await scene('A', 'B')
    const [a, b] = (await structureOf(here)).structure
    const patch = (body: object) => here.admin.http.patch(`${here.site}/site-spaces/${b!.id}`, body)
    expect(await statusOf(patch({ path: a!.path }))).toBe(409)
    expect(await statusOf(patch({ path: 'a/b' }))).toBe(400)
    expect((await patch({ path: 'v1.2', condition: 'visitor.claims.beta' })).body).toMatchObject({
      path: 'v1.2',
      condition: 'visitor.claims.beta',
    })
    expect((await patch({ condition: null })).body.condition).toBeUndefined()
    const spaceId = await space(here, 'Other')
    expect((await patch({ spaceId })).body).toMatchObject({ title: 'Other', space: { id: spaceId }, path: 'v1.2' })
  })

  test('deleteSiteSpaceById: another becomes the default; the last one of a published site cannot be deleted', async () => {
    const here = await scene('A', 'B', 'C')
    const [a, b, c] = (await structureOf(here)).structure
    const remove = (item: Item) => statusOf(here.admin.http.delete(`${here.site}/site-spaces/${item.id}`))
    expect(await remove(a!)).toBe(205)
    expect(await outline(here)).toBe('B* C')
    expect(await remove(a!)).toBe(404)
    await here.admin.http.post(`${here.site}/publish`)
    expect(await remove(b!)).toBe(205)
    expect(await remove(c!)).toBe(409)
    await here.admin.http.post(`${here.site}/unpublish`)
    expect(await remove(c!)).toBe(205)
    expect(await structureOf(here)).toEqual({ type: 'siteSpaces', structure: [] })
  })

  test('moveSiteSpace, sortSiteStructure: move to an exact position', async () => {
    const here = await scene('A', 'B', 'C')
    const [a, b, c] = (await structureOf(here)).structure
    const move = (item: Item, position: object) =>
      statusOf(here.admin.http.post(`${here.site}/site-spaces/${item.id}/move`, { position }))
    const beside = ({ id }: Item) => ({ type: 'site-space', siteSpace: id })
    expect(await move(c!, { before: beside(a!) })).toBe(200)
    expect(await outline(here)).toBe('C A* B')
    expect(await move(a!, { after: beside(b!) })).toBe(200)
    expect(await outline(here)).toBe('C B A*')
    expect(await move(b!, { before: beside(b!) })).toBe(200)
    expect(await move(c!, {})).toBe(200)
    expect(await outline(here)).toBe('B A* C')
    const sort = (item: object, position: object) =>
      statusOf(here.admin.http.patch(`${here.site}/structure/sort`, { item, position }))
    const pointer = ({ id }: Item) => ({ type: 'site-space', id })
    expect(await sort(pointer(c!), { before: pointer(a!) })).toBe(200)
    expect(await outline(here)).toBe('B C A*')
    expect(await sort(pointer(c!), { before: { type: 'site-section', id: a!.id } })).toBe(400)
  })

  test('duplicateSiteSpace: the copy is placed directly after the original', async () => {
    const here = await scene('A', 'B')
    const [a] = (await structureOf(here)).structure
    const { status, body } = await here.admin.http.post(`${here.site}/site-spaces/${a!.id}/duplicate`)
    expect([status, body.default, body.path]).toEqual([201, false, 'copy-of-a'])
    expect(await outline(here)).toBe('A* Copy of A B')
  })
})

describe('sections', () => {
  test('addSectionToSite, getSiteStructure: existing site spaces become the first section', async () => {
    const here = await scene('A', 'B')
    const added = await addSection(here, 'API')
    expect(added).toMatchObject({ object: 'site-section', title: 'API', path: 'api', default: false })
    expect((await structureOf(here)).type).toBe('sections')
    expect(await outline(here)).toBe('Docs*[A* B] API[API one*]')
    await addSpace(here, 'C')
    await addSpace(here, 'D', added.id)
    expect(await outline(here)).toBe('Docs*[A* B C] API[API one* D]')
  })

  test('updateSiteSectionById, updateSiteById: title, path, icon and defaults', async () => {
    const here = await scene('A')
    const section = await addSection(here, 'API')
    const d = await addSpace(here, 'D', section.id)
    const patch = (body: object) => here.admin.http.patch(`${here.site}/sections/${section.id}`, body)
    const { body } = await patch({ title: 'Reference', path: 'reference', icon: 'gear', description: 'All of it' })
    expect(body).toMatchObject({ title: 'Reference', path: 'reference', icon: 'gear', description: 'All of it' })
    expect(await statusOf(patch({ path: 'docs' }))).toBe(409)
    await patch({ defaultSiteSpace: d.id, icon: null, description: null })
    expect(await outline(here)).toBe('Docs*[A*] Reference[API one D*]')
    const [docs] = (await structureOf(here)).structure
    expect(await statusOf(patch({ defaultSiteSpace: docs!.siteSpaces[0]!.id }))).toBe(404)
    const update = (body: object) => statusOf(here.admin.http.patch(here.site, body))
    expect(await update({ defaultSiteSection: section.id })).toBe(200)
    expect(await outline(here)).toBe('Docs[A*] Reference*[API one D*]')
    expect(await update({ defaultSiteSpace: docs!.siteSpaces[0]!.id })).toBe(400)
    expect(await update({ defaultSiteSpace: body.siteSpaces[0].id })).toBe(200)
    expect(await outline(here)).toBe('Docs[A*] Reference*[API one* D]')
  })

  test('deleteSiteSectionById, deleteSiteSpaceById: an empty section is removed, and another becomes the default', async () => {
    const here = await scene('A')
    const api = await addSection(here, 'API')
    const more = await addSection(here, 'More')
    const [docs] = (await structureOf(here)).structure
    await here.admin.http.delete(`${here.site}/site-spaces/${docs!.siteSpaces[0]!.id}`)
    expect(await outline(here)).toBe('API*[API one*] More[More one*]')
    await here.admin.http.post(`${here.site}/publish`)
    expect(await statusOf(here.admin.http.delete(`${here.site}/sections/${api.id}`))).toBe(204)
    expect(await outline(here)).toBe('More*[More one*]')
    expect(await statusOf(here.admin.http.delete(`${here.site}/sections/${more.id}`))).toBe(409)
  })

  test('moveSiteSection, moveSiteSpace: move between groups and sections', async () => {
    const here = await scene('A')
    const api = await addSection(here, 'API')
    const more = await addSection(here, 'More')
    const [docs] = (await structureOf(here)).structure
    const beside = ({ id }: Item) => ({ type: 'site-section', siteSection: id })
    await here.admin.http.post(`${here.site}/sections/${more.id}/move`, { position: { before: beside(docs!) } })
    expect(await outline(here)).toBe('More[More one*] Docs*[A*] API[API one*]')
    await here.admin.http.post(`${here.site}/section-groups`, { title: 'Group', sections: [api.id] })
    await here.admin.http.post(`${here.site}/sections/${more.id}/move`, { position: { after: beside(api) } })
    expect(await outline(here)).toBe('Docs*[A*] Group{API[API one*] More[More one*]}')
    const moved = more.siteSpaces[0]!
    const position = { before: { type: 'site-space', siteSpace: api.siteSpaces[0]!.id } }
    await here.admin.http.post(`${here.site}/site-spaces/${moved.id}/move`, { position })
    expect(await outline(here)).toBe('Docs*[A*] Group{API[More one API one*]}')
  })
})

describe('section groups', () => {
  test('addSectionGroupToSite, updateSiteSectionGroupById, listSiteSectionGroups, deleteSiteSectionGroupById, addSectionToGroup, removeSectionFromGroup, moveSiteSectionGroup: a group holds sections and keeps their place', async () => {
    const here = await scene('A')
    const [one, two, three] = [
      await addSection(here, 'One'),
      await addSection(here, 'Two'),
      await addSection(here, 'Three'),
    ]
    const groups = `${here.site}/section-groups`
    const { status, body: group } = await here.admin.http.post(groups, { title: 'Group', sections: [two.id, one.id] })
    expect([status, group.sections.map(({ title }: Item) => title)]).toEqual([201, ['Two', 'One']])
    const short = async () => (await outline(here)).replaceAll(/\[[^\]]*\]/g, '')
    expect(await short()).toBe('Docs* Group{Two One} Three')
    expect(await statusOf(here.admin.http.post(`${groups}/${group.id}/sections`, { sectionId: three.id }))).toBe(201)
    expect(await statusOf(here.admin.http.delete(`${groups}/${group.id}/sections/${two.id}`))).toBe(205)
    expect(await short()).toBe('Docs* Group{One Three} Two')
    expect(await statusOf(here.admin.http.delete(`${groups}/${group.id}/sections/${two.id}`))).toBe(404)
    const { body: renamed } = await here.admin.http.patch(`${groups}/${group.id}`, { title: 'Renamed', icon: 'book' })
    expect(renamed).toMatchObject({ title: 'Renamed', icon: 'book' })
    const to = (position: object) => statusOf(here.admin.http.post(`${groups}/${group.id}/move`, { position }))
    expect(await to({ after: { type: 'site-section', id: two.id } })).toBe(200)
    expect(await short()).toBe('Docs* Two Renamed{One Three}')
    expect(await to({ after: { type: 'site-section', id: one.id } })).toBe(400)
    expect(await to({ before: { type: 'site-section', id: two.id } })).toBe(200)
    expect((await here.admin.http.get(groups)).body).toMatchObject({ count: 1, items: [{ title: 'Renamed' }] })
    expect(await statusOf(here.admin.http.delete(`${groups}/${group.id}`))).toBe(205)
    expect(await short()).toBe('Docs* One Three Two')
  })
})

describe('published structure', () => {
  test('getSiteStructure, getSpaceById: every part and its space have a published URL', async () => {
    const here = await scene('A', 'B')
    const api = await addSection(here, 'API')
    await addSpace(here, 'D', api.id)
    const { urls } = (await here.admin.http.post(`${here.site}/publish`)).body
    const [docs, section] = (await structureOf(here)).structure
    const base = urls.published
    const addresses = [docs, ...docs!.siteSpaces, section, ...section!.siteSpaces].map((item) => item!.urls.published)
    expect(addresses).toEqual([base, base, `${base}docs/b/`, `${base}api/`, `${base}api/`, `${base}api/d/`])
    const [a] = docs!.siteSpaces as (Item & { space: { id: string } })[]
    const { body } = await here.admin.http.get(`/v1/spaces/${a!.space.id}`)
    expect(body).toMatchObject({ visibility: 'public', urls: { published: base, public: base } })
    await here.admin.http.patch(here.site, { visibility: 'visitor-auth' })
    const { body: closed } = await here.admin.http.get(`/v1/spaces/${a!.space.id}`)
    expect(closed).toMatchObject({ visibility: 'visitor-auth', visitorAuth: { backend: 'custom' } })
    expect(closed.urls.public).toBeUndefined()
    await here.admin.http.post(`${here.site}/unpublish`)
    const { body: hidden } = await here.admin.http.get(`/v1/spaces/${a!.space.id}`)
    expect([hidden.visibility, hidden.urls.published]).toEqual(['private', undefined])
  })

  test('getSiteStructure, listSiteSpaces, listSiteSections: readers see only spaces they have access to', async () => {
    const here = await scene('Open')
    const closed = await addSection(here, 'Closed')
    const [id] = (closed.siteSpaces as (Item & { space: { id: string } })[]).map((siteSpace) => siteSpace.space.id)
    await here.admin.http.patch(`/v1/spaces/${id}`, { defaultLevel: null })
    const reader = await enter(server, here, 'read')
    expect(await outline({ ...here, admin: reader })).toBe('Docs*[Open*]')
    expect((await reader.http.get(`${here.site}/site-spaces`)).body.count).toBe(1)
    expect((await reader.http.get(`${here.site}/sections`)).body.count).toBe(1)
    expect(await outline(here)).toBe('Docs*[Open*] Closed[Closed one*]')
  })
})

describe('any sequence of operations', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('space', 'section', 'group', 'sort', 'sort', 'sort', 'remove', 'remove-section', 'default'),
      one: fc.nat(99),
      other: fc.nat(99),
      side: fc.constantFrom('before', 'after'),
    }),
    { minLength: 10, maxLength: 30 },
  )

  test('sortSiteStructure, addSectionToSite, deleteSiteSpaceById: the structure stays consistent', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        const here = await scene('A', 'B')
        for (const [at, { kind, one, other, side }] of todo.entries()) {
          const items = flatten((await structureOf(here)).structure)
          const pick = (among: Item[], which: number) => among[which % Math.max(1, among.length)]
          const pointer = (item: Item | undefined) => item && { type: item.object, id: item.id }
          const of = (object: string) => items.filter((item) => item.object === object)
          if (kind === 'space') await addSpace(here, `S${at}`, pick(of('site-section'), one)?.id)
          if (kind === 'section') await addSection(here, `T${at}`)
          if (kind === 'group') {
            const sections = [pick(of('site-section'), one)].flatMap((section) => (section ? [section.id] : []))
            await here.admin.http.post(`${here.site}/section-groups`, { title: `G${at}`, sections })
          }
          if (kind === 'sort' && items.length > 0) {
            const body = { item: pointer(pick(items, one)), position: { [side]: pointer(pick(items, other)) } }
            expect([200, 400]).toContain(await statusOf(here.admin.http.patch(`${here.site}/structure/sort`, body)))
          }
          if (kind === 'remove')
            await here.admin.http.delete(`${here.site}/site-spaces/${pick(of('site-space'), one)?.id}`)
          if (kind === 'remove-section')
            await here.admin.http.delete(`${here.site}/sections/${pick(of('site-section'), one)?.id}`)
          if (kind === 'default')
            await here.admin.http.patch(here.site, { defaultSiteSection: pick(of('site-section'), one)?.id })
          expectSound(await structureOf(here))
        }
      }),
      { numRuns: 8 },
    )
    expect(await listFaults(server.database.read)).toEqual([])
  }, 120_000)

  test('addSpaceToSite, addSectionToSite, moveSiteSpace: concurrent writes keep it consistent', async () => {
    const here = await scene('A')
    const work = Array.from({ length: 6 }, async (_, at) => {
      await addSpace(here, `S${at}`)
      await addSection(here, `T${at}`)
      const { body } = await here.admin.http.get(`${here.site}/site-spaces`)
      const item = body.items[at % body.items.length]
      await here.admin.http.post(`${here.site}/site-spaces/${item.id}/move`, {})
    })
    await Promise.all(work)
    expectSound(await structureOf(here))
    expect((await here.admin.http.get(here.site)).body.siteSpaces).toBe(13)
    expect(await listFaults(server.database.read)).toEqual([])
  })
})

const flatten = (items: Item[]): Item[] =>
  items.flatMap((item) => [item, ...flatten(item.sections ?? []), ...flatten(item.siteSpaces ?? [])])

function expectSound({ type, structure }: { type: string; structure: Item[] }): void {
  const all = flatten(structure)
  const sections = all.filter(({ object }) => object === 'site-section')
  if (type === 'sections') expect(sections.filter((section) => section.default).length).toBe(1)
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length)
  const places = type === 'sections' ? sections.map(({ siteSpaces }) => siteSpaces) : [structure]
  for (const siteSpaces of places.filter((place) => place.length > 0 || type === 'sections')) {
    expect(siteSpaces.filter((siteSpace) => siteSpace.default).length).toBe(1)
    expect(new Set(siteSpaces.map(({ path }) => path)).size).toBe(siteSpaces.length)
  }
}
