// External links among the sections of a site.
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newBook, newSite, type TestSite, visit } from '../../../test/support/sites.ts'
import { listFaults } from '../../backup/integrity.ts'

const server = startedServer()

interface Part {
  object: string
  id: string
  title: string
  children?: Part[]
}

const link = (title: string, more: object = {}) => ({ title, url: 'https://example.com/', ...more })
const add = async (site: TestSite, title: string, more: object = {}): Promise<Part> =>
  (await site.admin.http.post(`${site.path}/external-links`, link(title, more))).body

const lineOf = ({ title, object, children }: Part): string =>
  `${title}${object === 'site-external-link' ? '>' : ''}${children ? `{${children.map(lineOf).join(' ')}}` : ''}`

/** `Docs` is a section, `Blog>` a link, `More{…}` a group. */
const outline = async (site: TestSite, http = site.admin.http, path = 'structure') => {
  const { body } = await http.get(`${site.path}/${path}`)
  const { structure } = path === 'structure' ? body : body.structure
  return structure.map(lineOf).join(' ')
}

const addGroup = async (site: TestSite, title: string, sections: string[] = []): Promise<string> =>
  (await site.admin.http.post(`${site.path}/section-groups`, { title, sections })).body.id

describe('external links of a site', () => {
  test('addExternalLinkToSite, updateSiteExternalLinkById, deleteSiteExternalLinkById: the life of a link', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const given = { description: 'News', icon: 'rss', draft: true, condition: 'visitor.claims.unsigned.beta' }
    const { status, body: made } = await http.post(`${site.path}/external-links`, link('Blog', given))
    expect(status).toBe(201)
    expect(made).toEqual({ object: 'site-external-link', id: expect.any(String), ...link('Blog'), ...given })
    // The spaces of the site are in a section now.
    expect(await outline(site)).toBe('Docs Blog>')
    const path = `${site.path}/external-links/${made.id}`
    const patch = { title: 'The blog', url: 'https://example.com/blog', draft: false }
    const { description: _, condition: __, ...rest } = { ...made, ...patch }
    expect((await http.patch(path, { ...patch, description: null, condition: null })).body).toEqual(rest)
    expect(await statusOf(http.delete(path))).toBe(205)
    expect(await statusOf(http.delete(path))).toBe(404)
    expect(await outline(site)).toBe('Docs')
  })

  test('addExternalLinkToSite: refuses an invalid URL, condition or group', async () => {
    const site = await newSite(server, await server.found())
    const other = await newSite(server, site, { title: 'Other' })
    const parent = await addGroup(other, 'Theirs')
    for (const wrong of [{ url: 'javascript:alert(1)' }, { condition: 'visitor.(' }, { parent }, { title: 'x' }]) {
      const { status, body } = await site.admin.http.post(`${site.path}/external-links`, link('Blog', wrong))
      expect([status, body.error.issues[0].path]).toEqual([400, Object.keys(wrong)[0]])
    }
    const { id } = await add(site, 'Blog')
    expect(await statusOf(site.admin.http.patch(`${site.path}/external-links/${id}`, { parent }))).toBe(400)
    expect(await statusOf(site.admin.http.delete(`${other.path}/external-links/${id}`))).toBe(404)
  })

  test('updateSiteExternalLinkById, sortSiteStructure: links move into and out of groups, beside any part', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const spaceId = await newBook(server, site, 'API')
    const section = (await http.post(`${site.path}/sections`, { spaceId, title: 'Reference' })).body.id
    const group = await addGroup(site, 'More', [section])
    const [blog, chat] = [await add(site, 'Blog', { parent: group }), await add(site, 'Chat')]
    expect(await outline(site)).toBe('Docs More{Reference Blog>} Chat>')
    expect((await http.get(`${site.path}/section-groups`)).body.items).toMatchObject([
      {
        sections: [{ title: 'Reference' }],
        children: [{ title: 'Reference' }, { title: 'Blog', sectionGroup: group }],
      },
    ])
    const sort = (item: object, position: object) => http.patch(`${site.path}/structure/sort`, { item, position })
    const [aBlog, aChat] = [blog, chat].map(({ id }) => ({ type: 'site-external-link', id }))
    const aSection = { type: 'site-section', id: section }
    expect((await sort(aChat!, { before: aSection })).body).toMatchObject({ title: 'Chat', sectionGroup: group })
    expect(await outline(site)).toBe('Docs More{Chat> Reference Blog>}')
    await sort(aSection, { after: aBlog })
    await sort(aChat!, { after: { type: 'site-section-group', id: group } })
    expect(await outline(site)).toBe('Docs More{Blog> Reference} Chat>')
    await sort({ type: 'site-section-group', id: group }, { after: aChat })
    await http.patch(`${site.path}/external-links/${blog.id}`, { parent: null })
    expect(await outline(site)).toBe('Docs Chat> More{Reference} Blog>')
    await http.patch(`${site.path}/external-links/${chat.id}`, { parent: group })
    // Without their group, they take its position.
    await http.delete(`${site.path}/section-groups/${group}`)
    expect(await outline(site)).toBe('Docs Reference Chat> Blog>')
    expect(await server.database.snapshot((db) => listFaults(db))).toEqual([])
  })

  test('addSpaceToSite: the first space of a site with links is in a section', async () => {
    const site = await newSite(server, await server.found(), { spaces: [], published: false })
    await add(site, 'Blog')
    expect(await outline(site)).toBe('Blog>')
    const spaceId = await newBook(server, site, 'API')
    await site.admin.http.post(`${site.path}/site-spaces`, { spaceId })
    expect(await outline(site)).toBe('Blog> Docs')
    expect(await server.database.snapshot((db) => listFaults(db))).toEqual([])
  })

  test('getPublishedContentSite: visitors see the links meant for them, without the conditions', async () => {
    const site = await newSite(server, await server.found())
    await adapt(site, {}, { staff: { type: 'boolean' } })
    const parent = await addGroup(site, 'Inside')
    const condition = 'visitor.claims.unsigned.staff'
    await add(site, 'Wiki', { parent, condition })
    await add(site, 'Blog')
    const draft = await add(site, 'Soon', { draft: true })
    const seen = async (claims: object = {}) => {
      const reader = await visit(server, site.url, { unsignedClaims: claims })
      expect((await reader.get(`${site.path}/published`)).text).not.toContain(condition)
      return outline(site, reader, 'published?schema=next')
    }
    expect(await seen()).toBe('Docs Blog>')
    expect(await seen({ staff: true })).toBe('Inside{Wiki>} Docs Blog>')
    expect(await outline(site, site.admin.http, 'published?schema=next')).toBe('Inside{Wiki>} Docs Blog>')
    expect(await outline(site)).toBe('Inside{Wiki>} Docs Blog> Soon>')
    await site.admin.http.patch(`${site.path}/external-links/${draft.id}`, { draft: false })
    expect(await seen()).toBe('Docs Blog> Soon>')
  })

  test('getPublishedContentSite: public renderers get no unsupported parts', async () => {
    const site = await newSite(server, await server.found())
    const parent = await addGroup(site, 'Inside')
    await add(site, 'Wiki', { parent })
    await add(site, 'Blog')
    const reader = await visit(server, site.url)
    for (const http of [reader, site.admin.http]) expect(await outline(site, http, 'published')).toBe('Docs')
  })
})
