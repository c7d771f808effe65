// The meta links of a page, which never reveal a target that the caller cannot see.
import { beforeAll, describe, expect, test } from 'vitest'
import { edit, editTree } from '../../../test/support/edits.ts'
import { newChangeRequest, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newSite, visit } from '../../../test/support/sites.ts'
import { writePage } from '../../engine/tree/edit-pages.ts'
import { findPage } from '../../engine/tree/pages.ts'

const server = startedServer()

const web = { kind: 'url', url: 'https://example.com/de' }

describe('meta links', () => {
  let space: Pages & { id: string }
  let page: string
  let other: string
  const linksOf = async (path: string) => (await server.admin.http.get(`${path}/page/${page}/meta-links`)).body

  beforeAll(async () => {
    space = await newSpace(server)
    page = await space.insert('Page')
    other = await space.insert('Other')
    const metaLinks = { canonical: { kind: 'page', page: other }, alternates: [web, { kind: 'page', page }] }
    await space.write({ operation: 'update_page', page, metaLinks })
  })

  test('listSpacePageMetaLinks, listChangeRequestPageMetaLinks, listRevisionPageMetaLinks: show those of each', async () => {
    const changeRequest = await newChangeRequest(server, space.id)
    const revision = `/v1/spaces/${space.id}/revisions/${await space.revision()}`
    const expected = { canonical: { kind: 'page', page: other }, alternates: [web, { kind: 'page', page }] }
    for (const path of [space.path, changeRequest.path, revision]) expect(await linksOf(path), path).toEqual(expected)
    await changeRequest.write({ operation: 'update_page', page, metaLinks: { alternates: [web] } })
    expect(await linksOf(changeRequest.path)).toEqual({ alternates: [web] })
    await changeRequest.write({ operation: 'update_page', page, metaLinks: null })
    expect(await linksOf(changeRequest.path)).toEqual({})
    expect(await linksOf(space.path)).toEqual(expected)
    expect((await space.get('/page/nothing/meta-links')).status).toBe(404)
  })

  test('listSpacePageMetaLinks: leaves out deleted pages and spaces that the caller cannot see', async () => {
    const [from, gone] = [await space.insert('From'), await space.insert('Gone')]
    const elsewhere = await newSpace(server)
    const there = { kind: 'page', page: await elsewhere.insert('There'), space: elsewhere.id }
    const metaLinks = { canonical: { kind: 'page', page: gone }, alternates: [there, { ...there, page: 'nothing' }] }
    await space.write({ operation: 'update_page', page: from, metaLinks })
    await space.write({ operation: 'delete_page', page: gone })
    expect((await space.get(`/page/${from}/meta-links`)).body).toEqual({ alternates: [there] })
    await server.admin.http.delete(`/v1/spaces/${elsewhere.id}`)
    expect((await space.get(`/page/${from}/meta-links`)).body).toEqual({ alternates: [] })
  })

  test('listSpacePageMetaLinks: of plain strings imported from a repository, only web URLs', async () => {
    const alternates = ['https://example.com/', 'lost.md', 'javascript:alert(1)', 7, null, { kind: 'url', url: 'x:y' }]
    const from = await space.insert('Imported')
    await editTree(server, { space: space.id }, function* (tree) {
      const found = (yield* findPage(tree, from))!
      writePage(tree, found, { ...found, metaLinks: { canonical: 'lost.md', alternates } })
    })
    expect((await space.get(`/page/${from}/meta-links`)).body).toEqual({
      alternates: [{ kind: 'url', url: 'https://example.com/' }],
    })
  })

  test('updateSpaceContent: reports each target that is neither a page nor a web URL', async () => {
    const alternates = [web, { kind: 'url', url: 'javascript:alert(1)' }, { kind: 'page' }]
    const metaLinks = { canonical: { kind: 'file', file: 'x' }, alternates }
    const { status, body } = await space.write({ operation: 'update_page', page, metaLinks })
    expect(status).toBe(400)
    expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual([
      'changes.0.metaLinks.canonical',
      'changes.0.metaLinks.alternates.1',
      'changes.0.metaLinks.alternates.2',
    ])
    const group = { operation: 'insert_page', title: 'Group', type: 'group', metaLinks: { alternates: [web] } }
    expect((await space.write(group)).body.error.issues).toMatchObject([{ path: 'changes.0.metaLinks' }])
  })

  test('updateSpaceContent: a target may be a page that the same batch inserts', async () => {
    const { body } = await space.write(
      { operation: 'insert_page', title: 'Later', ref: 'later' },
      { operation: 'update_page', page: other, metaLinks: { alternates: [{ kind: 'page', page: 'later' }] } },
    )
    const alternates = [{ kind: 'page', page: body.changes[0].page.id }]
    expect((await space.get(`/page/${other}/meta-links`)).body).toEqual({ alternates })
  })

  test('listRevisionPageMetaLinks: visitors get the targets that the site shows them', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    await adapt(site, {}, { staff: { type: 'boolean' } })
    const [one, two] = site.spaces as [string, string]
    const outside = { kind: 'page', page: other, space: space.id }
    const [hidden, guide] = [
      { kind: 'page', page: 'hidden' },
      { kind: 'page', page: `guide-${two}`, space: two },
    ]
    const condition = 'visitor.claims.unsigned.staff'
    await edit(server, { space: one }, [
      { operation: 'insert_page', id: 'hidden', title: 'Hidden', condition },
      {
        operation: 'update_page',
        page: `guide-${one}`,
        metaLinks: { canonical: hidden, alternates: [guide, outside, hidden] },
      },
    ])
    const ask = async (claims: object = {}) => {
      const reader = await visit(server, site.url, { unsignedClaims: claims })
      const { revision } = (await reader.get(`/v1/spaces/${one}`)).body
      return (await reader.get(`/v1/spaces/${one}/revisions/${revision}/page/guide-${one}/meta-links`)).body
    }
    expect(await ask()).toEqual({ alternates: [guide] })
    expect(await ask({ staff: true })).toEqual({ canonical: hidden, alternates: [guide, hidden] })
    await site.admin.http.patch(`${site.path}/site-spaces/${site.siteSpaces[1]}`, { condition })
    expect(await ask()).toEqual({ alternates: [] })
  })
})
