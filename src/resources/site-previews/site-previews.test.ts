import { describe, expect, test } from 'vitest'
import { enter, statusOf } from '../../../test/support/content.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { newBrowser, readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newSite, type TestSite } from '../../../test/support/sites.ts'
import { findUser } from '../../domain/people/index.ts'
import { beginSession, verifyAddress } from '../../domain/sessions/index.ts'

const server = startedServer()

/** A change request whose guide says DRAFT. */
async function newDraft(site: TestSite): Promise<string> {
  const [space] = site.spaces as [string]
  const { id } = (await site.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Better words' })).body
  await edit(server, { space, changeRequest: id }, [
    { operation: 'update_page', page: `guide-${space}`, document: documentOf('The DRAFT.') },
    { operation: 'insert_page', id: 'fresh', title: 'Fresh', document: documentOf('A new page.') },
  ])
  return id
}

const create = async (site: TestSite, body: object = {}, http = site.admin.http) => {
  const { body: preview, status } = await http.post(`${site.path}/previews`, body)
  expect(status).toBe(201)
  return preview
}

const scene = async (visibility = 'public', published = true) =>
  newSite(server, await server.found(), { visibility, published })

test('createSitePreview, listSitePreviews, deleteSitePreviewById: a link, its creator alone gets it', async () => {
  const site = await scene()
  const changeRequest = await newDraft(site)
  const preview = await create(site, { changeRequest, claims: { unsigned: { beta: true } } })
  expect(preview).toMatchObject({ object: 'site-preview', changeRequest, customized: false, createdBy: site.admin.id })
  expect(preview.urls.preview).toMatch(new RegExp(`^${site.url}\\?lectern-preview=[0-9A-Za-z]{32}$`))
  expect((await site.admin.http.get(`${site.path}/previews`)).body).toEqual({ count: 1, items: [preview] })
  const rows = await server.database.read.selectFrom('site_previews').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(preview.urls.preview.split('=')[1])
  const editor = await enter(server, site, 'edit')
  expect((await editor.http.get(`${site.path}/previews`)).body.count).toBe(0)
  expect(await statusOf(editor.http.delete(`${site.path}/previews/${preview.id}`))).toBe(404)
  const own = await create(site, {}, editor.http)
  const { items } = (await site.admin.http.get(`${site.path}/previews`)).body
  expect(items.find(({ id }: { id: string }) => id === own.id).urls).toEqual({ app: own.urls.app })
  expect(await statusOf(site.admin.http.delete(`${site.path}/previews/${own.id}`))).toBe(204)
  expect(await statusOf(site.admin.http.delete(`${site.path}/previews/${preview.id}`))).toBe(204)
  expect((await newBrowser(server).open(preview.urls.preview)).status).toBe(404)
})

test('createSitePreview: refuses what cannot be shown', async () => {
  const site = await scene()
  const other = await scene()
  const changeRequest = await newDraft(other)
  const { revision } = (await other.admin.http.get(`/v1/spaces/${other.spaces[0]}`)).body
  const late = new Date(Date.now() + 86_400_000 * 100).toISOString()
  const past = new Date(Date.now() - 1000).toISOString()
  const bodies: [object, string][] = [
    [{ changeRequest }, 'changeRequest'],
    [{ changeRequest: 'nothing' }, 'changeRequest'],
    [{ revision }, 'revision'],
    [{ at: late }, 'at'],
    [{ at: past, revision: 'x' }, 'revision'],
    [{ expiresAt: past }, 'expiresAt'],
    [{ expiresAt: late }, 'expiresAt'],
    [{ claims: [] }, 'claims'],
    [{ siteSpace: 'nothing', customization: {} }, 'siteSpace'],
    [{ siteSpace: site.siteSpaces[0] }, 'siteSpace'],
    [{ customization: { header: { links: [{ title: 'x', to: null, links: [], condition: '(' }] } } }, 'customization'],
  ]
  for (const [body, path] of bodies) {
    const answer = await site.admin.http.post(`${site.path}/previews`, body)
    expect(answer.status, path).toBe(400)
    expect(JSON.stringify(answer.body.error.issues), path).toContain(path)
  }
  const editor = await enter(server, site, 'edit')
  const customization = { title: 'Mine' }
  expect(await statusOf(editor.http.post(`${site.path}/previews`, { customization }))).toBe(403)
})

test('updateSitePreviewById: shows other settings under the same link, and only the first are an event', async () => {
  const site = await scene()
  const preview = await create(site, { customization: { title: 'First' } })
  const browser = newBrowser(server)
  expect((await browser.open(preview.urls.preview)).text).toContain('· First</title>')
  const path = `${site.path}/previews/${preview.id}`
  const events = async () =>
    (await server.database.read.selectFrom('events').select('action').where('site_id', '=', site.id).execute()).length
  const before = await events()
  const changed = await site.admin.http.patch(path, { customization: { title: 'Second' } })
  expect([changed.status, changed.body]).toEqual([200, preview])
  expect((await browser.get(site.url)).text).toContain('· Second</title>')
  expect(await events()).toBe(before)
  const plain = await create(site, {})
  for (const title of ['Third', 'Fourth'])
    await site.admin.http.patch(`${site.path}/previews/${plain.id}`, { customization: { title } })
  // That it was made, and that it shows other settings.
  expect(await events()).toBe(before + 2)
  const links = [{ title: 'x', to: null, links: [], condition: '(' }]
  expect(await statusOf(site.admin.http.patch(path, { customization: { header: { links } } }))).toBe(400)
  const editor = await enter(server, site, 'edit')
  const own = await create(site, {}, editor.http)
  const customization = { title: 'Mine' }
  expect(await statusOf(editor.http.patch(`${site.path}/previews/${own.id}`, { customization }))).toBe(403)
  expect(await statusOf(editor.http.patch(path, { customization }))).toBe(404)
})

describe('the link of a preview', () => {
  test.each([
    ['public', true],
    ['public', false],
    ['share-link', true],
    ['visitor-auth', true],
    ['unlisted', false],
  ])('shows a change request on a site that is %s, published: %s', async (visibility, published) => {
    const site = await scene(visibility, published)
    const preview = await create(site, { changeRequest: await newDraft(site) })
    const browser = newBrowser(server)
    const opened = await browser.open(preview.urls.preview)
    expect(opened).toMatchObject({ status: 200, url: site.url })
    expect(opened.text).toContain('Preview of change request #1 · Better words')
    expect(opened.headers['x-robots-tag']).toBe('noindex')
    expect(opened.headers['cache-control']).toContain('private')
    expect(opened.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${server.url}`)
    expect((await browser.get(`${site.url}guide`)).text).toContain('The DRAFT.')
    expect((await browser.get(`${site.url}fresh`)).text).toContain('A new page.')
    expect((await browser.get(`${site.url}guide.md`)).text).toContain('The DRAFT.')
    const found = async (query: string, who = browser) =>
      (await who.get(`${site.url}~lectern/search?options&q=${query}`)).text
    expect(await found('draft')).toContain(`href="${site.url}guide"`)
    expect(await found('fresh')).toContain(`href="${site.url}fresh"`)
    expect(await found('details')).not.toContain('guide')
    expect(await found('welcome')).toContain('Welcome')
    expect(await found('draft', newBrowser(server))).not.toContain('guide')
    expect((await browser.get(`${site.url}sitemap.xml`)).status).toBe(404)
    const stranger = await newBrowser(server).get(`${site.url}guide`)
    expect(stranger.text).not.toContain('DRAFT')
    expect((await browser.get(`${site.url}guide`)).text).toContain('The DRAFT.')
    const left = await browser.open(`${site.url}?lectern-preview=leave`)
    expect(left.text).not.toContain('Preview of')
    expect((await browser.get(`${site.url}guide`)).text).not.toContain('DRAFT')
  })

  test('shows a revision, or a moment', async () => {
    const site = await scene()
    const [space] = site.spaces as [string]
    const { revision } = (await site.admin.http.get(`/v1/spaces/${space}`)).body
    await new Promise((resolve) => setTimeout(resolve, 5))
    const at = new Date().toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await edit(server, { space }, [
      { operation: 'update_page', page: `guide-${space}`, document: documentOf('LATER.'), slug: 'later' },
    ])
    expect((await newBrowser(server).get(`${site.url}later`)).text).toContain('LATER.')
    for (const [shown, words] of [
      [{ revision }, 'Preview of a revision'],
      [{ at }, `Preview of the site on ${at.slice(0, 16).replace('T', ' ')} UTC`],
    ] as const) {
      const browser = newBrowser(server)
      expect((await browser.open((await create(site, shown)).urls.preview)).text).toContain(words)
      expect((await browser.get(`${site.url}guide`)).text).toContain('More about Handbook.')
      expect((await browser.get(`${site.url}later`)).status).toBe(404)
    }
  })

  test('shows what a visitor with the claims sees, and other settings', async () => {
    const site = await scene()
    await adapt(site, {}, { beta: { type: 'boolean' } })
    const [space] = site.spaces as [string]
    const document = documentOf('For some.')
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'beta', title: 'Beta', document, condition: 'visitor.claims.unsigned.beta' },
    ])
    const claims = { unsigned: { beta: true, other: 1 } }
    const preview = await create(site, { claims, customization: { title: 'Another name' } })
    const browser = newBrowser(server)
    const { text } = await browser.open(preview.urls.preview)
    expect(text).toContain('Another name</title>')
    expect(text).toContain('beta: true')
    expect(text).not.toContain('other:')
    expect((await browser.get(`${site.url}beta`)).status).toBe(200)
    const plain = newBrowser(server)
    await plain.open((await create(site)).urls.preview)
    expect((await plain.get(`${site.url}beta`)).status).toBe(404)
    // The settings of one site space stand over those of the site, and those that are saved do not.
    const siteSpace = site.siteSpaces[0]!
    await site.admin.http.patch(`${site.path}/site-spaces/${siteSpace}/customization`, { title: 'Saved' })
    const ofSpace = await create(site, { siteSpace, customization: { title: 'Not saved' } })
    expect(ofSpace).toMatchObject({ siteSpace, customized: true })
    const other = newBrowser(server)
    expect((await other.open(ofSpace.urls.preview)).text).toContain('Not saved</title>')
  })

  test('has the rights of its creator at that moment, and ends when it is said to', async () => {
    const site = await scene()
    const [space] = site.spaces as [string]
    const changeRequest = await newDraft(site)
    const editor = await enter(server, site, 'edit')
    const preview = await create(site, { changeRequest }, editor.http)
    const browser = newBrowser(server)
    await browser.open(preview.urls.preview)
    expect((await browser.get(`${site.url}guide`)).text).toContain('DRAFT')
    await site.admin.http.patch(`/v1/spaces/${space}`, { defaultLevel: null })
    expect((await browser.get(`${site.url}guide`)).text).not.toContain('DRAFT')
    await site.admin.http.patch(`/v1/spaces/${space}`, { defaultLevel: 'read' })
    expect((await browser.get(`${site.url}guide`)).text).toContain('DRAFT')
    await site.admin.http.delete(`/v1/orgs/${site.organization}/members/${editor.id}`)
    expect((await browser.get(`${site.url}guide`)).text).not.toContain('DRAFT')
    const short = await create(site, { changeRequest, expiresAt: new Date(Date.now() + 60_000).toISOString() })
    await server.database.write((db) =>
      db
        .updateTable('site_previews')
        .set({ expires_at: '2020-01-01T00:00:00.000Z' })
        .where('id', '=', short.id)
        .execute(),
    )
    const late = await newBrowser(server).open(short.urls.preview)
    expect([late.status, late.text.includes('This preview has ended')]).toEqual([404, true])
    expect((await site.admin.http.get(`${site.path}/previews`)).text).not.toContain(short.id)
  })

  test('opens no other site, and is no token of the API', async () => {
    const [site, other] = [await scene(), await scene('public', false)]
    const preview = await create(site)
    const secret = preview.urls.preview.split('=')[1]
    expect((await newBrowser(server).open(`${other.url}?lectern-preview=${secret}`)).status).toBe(404)
    const { status } = await readUrl(server, `${server.url}/v1/spaces/${site.spaces[0]}`, {
      authorization: `Bearer ${secret}`,
    })
    expect(status).toBe(401)
  })
})

describe('members who are signed in', () => {
  const sessionOf = (userId: string) =>
    server.database.write(async (db) => {
      const user = await verifyAddress(db, (await findUser(db, userId))!)
      const browser = { userAgent: undefined, address: '127.0.0.1', secret: undefined }
      return (await beginSession(db, user, 'password', browser))!.secret
    })

  test('open a preview with their own rights', async () => {
    const site = await scene('public', false)
    const [space] = site.spaces as [string]
    const preview = await create(site, { changeRequest: await newDraft(site) })
    const reader = await enter(server, site, 'read')
    const browser = newBrowser(server)
    browser.keep('lectern_session', await sessionOf(reader.id), server.url)
    const opened = await browser.open(preview.urls.app)
    expect(opened).toMatchObject({ status: 200, url: site.url })
    expect((await browser.get(`${site.url}guide`)).text).toContain('DRAFT')
    await site.admin.http.patch(`/v1/spaces/${space}`, { defaultLevel: null })
    expect((await browser.get(`${site.url}guide`)).text).not.toContain('DRAFT')
    await site.admin.http.patch(`/v1/spaces/${space}`, { defaultLevel: 'read' })
    await site.admin.http.delete(`${site.path}/previews/${preview.id}`)
    expect((await browser.get(`${site.url}guide`)).status).toBe(404)
  })

  test('others are sent to sign in, or find nothing', async () => {
    const site = await scene()
    const preview = await create(site)
    const { headers } = await newBrowser(server).get(preview.urls.app)
    expect(headers.location).toBe(
      `${server.url}/sign-in?${new URLSearchParams({ returnTo: `/~preview/${preview.id}` })}`,
    )
    const stranger = newBrowser(server)
    stranger.keep('lectern_session', await sessionOf((await server.found()).admin.id), server.url)
    expect((await stranger.get(preview.urls.app)).status).toBe(404)
    expect((await stranger.get(`${server.url}/~preview/nothing`)).status).toBe(404)
  })
})
