// @only-sqlite
import { expect, test } from 'vitest'
import { createSpace, statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { DEFAULTS } from '../../domain/customization/settings.ts'

const server = startedServer()

async function scene() {
  const { organization, admin } = await server.found()
  const space = await createSpace({ organization, admin }, { title: 'Guide' })
  const { body } = await admin.http.post(`/v1/orgs/${organization}/sites`, { title: 'Docs', spaces: [space.id] })
  const site = `/v1/orgs/${organization}/sites/${body.id}`
  const [siteSpace] = (await admin.http.get(`${site}/site-spaces`)).body.items
  const look = `${site}/customization`
  return { organization, admin, site, look, ofSpace: `${site}/site-spaces/${siteSpace.id}/customization` }
}

const icon = { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' }

test('getSiteCustomizationById, updateSiteCustomizationById: all settings have a value, set or default', async () => {
  const { admin, site, look } = await scene()
  expect((await admin.http.get(look)).body).toEqual(DEFAULTS)
  const given = {
    title: 'Our docs',
    favicon: { icon },
    styling: { primaryColor: { light: '#f00', dark: '#00ff00' }, sidebar: { list: 'pill' } },
    header: { links: [{ title: 'Home', to: { kind: 'url', url: 'https://example.com/' }, links: [] }] },
    announcement: { enabled: true, message: 'Hello', style: 'info' },
  }
  const { status, body } = await admin.http.put(look, { ...given, unknown: { x: 1 } })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...DEFAULTS,
    ...given,
    styling: { ...DEFAULTS.styling, ...given.styling, sidebar: { background: 'default', list: 'pill' } },
    header: { ...DEFAULTS.header, ...given.header },
  })
  expect((await admin.http.get(look)).body).toEqual(body)
  expect((await admin.http.get(site)).body.icon).toEqual({ icon })
  expect((await admin.http.put(look, body)).body).toEqual(body)
  expect((await admin.http.put(look, {})).body).toEqual(DEFAULTS)
})

test.each([
  ['styling.primaryColor.light', { styling: { primaryColor: { light: 'red', dark: '#fff' } } }],
  ['styling.theme', { styling: { theme: 'shiny' } }],
  ['styling.font', { styling: { font: 'Comic' } }],
  ['favicon', { favicon: { icon, emoji: '1f600' } }],
  ['header.logo.dark', { header: { logo: { light: 'https://example.com/', dark: 'javascript:alert(1)' } } }],
  [
    'header.links.0.to.url',
    { header: { links: [{ title: 'x', links: [], to: { kind: 'url', url: 'javascript:x' } }] } },
  ],
  ['socialPreview.url', { socialPreview: { url: 'nowhere' } }],
  ['internationalization.locale', { internationalization: { locale: 'xx' } }],
  ['announcement.message', { announcement: { enabled: true, message: '', style: 'info' } }],
  ['title', { title: 'x' }],
])('updateSiteCustomizationById: names %s when it is wrong', async (path, body) => {
  const { admin, look } = await scene()
  const { status, body: answer } = await admin.http.put(look, body)
  expect(status).toBe(400)
  expect(answer.error.issues.map((issue: { path: string }) => issue.path)).toContain(path)
})

test('getSiteSpaceCustomizationById, overrideSiteSpaceCustomizationById, deleteSiteSpaceCustomizationById: overrides apply on top of the site', async () => {
  const { admin, look, ofSpace } = await scene()
  await admin.http.put(look, { styling: { theme: 'bold', corners: 'straight' }, title: 'The site' })
  const { body: before } = await admin.http.get(ofSpace)
  expect(before).toMatchObject({ title: 'The site', styling: { theme: 'bold' }, hasOverrides: false })
  const { body: after } = await admin.http.patch(ofSpace, { styling: { theme: 'muted' }, title: 'The space' })
  expect(after).toEqual({
    ...before,
    title: 'The space',
    styling: { ...before.styling, theme: 'muted' },
    hasOverrides: true,
  })
  await admin.http.put(look, { styling: { theme: 'gradient', corners: 'circular' }, title: 'The site' })
  expect((await admin.http.get(ofSpace)).body.styling).toMatchObject({ theme: 'muted', corners: 'circular' })
  const { body: partly } = await admin.http.patch(ofSpace, { styling: { theme: null } })
  expect(partly).toMatchObject({ title: 'The space', styling: { theme: 'gradient' }, hasOverrides: true })
  expect((await admin.http.patch(ofSpace, { title: null })).body).toMatchObject({
    title: 'The site',
    hasOverrides: false,
  })
  await admin.http.patch(ofSpace, { title: 'Again' })
  expect(await statusOf(admin.http.delete(ofSpace))).toBe(204)
  expect((await admin.http.get(ofSpace)).body).toMatchObject({ title: 'The site', hasOverrides: false })
})

test('getSiteCustomizationChoices, getSiteSpaceCustomizationChoices: only what somebody chose, layer by layer', async () => {
  const { admin, look, ofSpace } = await scene()
  const choices = async (of: string) => (await admin.http.get(`${of}/choices`)).body
  expect([await choices(look), await choices(ofSpace)]).toEqual([{}, {}])
  await admin.http.put(look, { styling: { theme: 'bold', sidebar: { list: 'pill' } }, title: 'The site' })
  await admin.http.patch(ofSpace, { styling: { theme: 'bold' }, pdf: { enabled: false } })
  expect(await choices(look)).toEqual({ styling: { theme: 'bold', sidebar: { list: 'pill' } }, title: 'The site' })
  expect(await choices(ofSpace)).toEqual({ styling: { theme: 'bold' }, pdf: { enabled: false } })
  await admin.http.put(look, await choices(look))
  expect(await choices(look)).toEqual({ styling: { theme: 'bold', sidebar: { list: 'pill' } }, title: 'The site' })
})

test('createCustomFont, getCustomFont, listCustomFonts, updateCustomFont, deleteCustomFont: a font of files, used by a site', async () => {
  const { organization, admin, look } = await scene()
  const fonts = `/v1/orgs/${organization}/fonts`
  const upload = async (bytes: string) => {
    const file = { name: 'a.woff2', type: 'font/woff2', size: bytes.length }
    const announced = { file, kind: 'customization_font' }
    const { body } = await admin.http.post(`/v1/orgs/${organization}/storage/upload`, announced)
    await fetch(body.url, { method: 'PUT', body: bytes })
    return body.key as string
  }
  const create = (fontFaces: object[]) => admin.http.put(fonts, { fontFamily: 'Own', fontFaces })
  const [regular, bold] = [await upload('wOF2 regular'), await upload('wOF2 bold')]
  expect((await create([{ weight: 700, storageKey: bold }])).status).toBe(412)
  expect((await create([{ weight: 400, storageKey: 'nothing' }])).status).toBe(412)
  const { status, body: font } = await create([
    { weight: 700, storageKey: bold },
    { weight: 400, storageKey: regular },
  ])
  expect([status, font.fontFaces.map(({ weight }: { weight: number }) => weight)]).toEqual([201, [400, 700]])
  expect(await (await fetch(font.fontFaces[0].sources[0].url)).text()).toBe('wOF2 regular')
  expect((await admin.http.get(`${fonts}/${font.id}`)).body).toEqual(font)
  expect((await admin.http.get(fonts)).body).toEqual({ count: 1, items: [font] })
  const { permissions: _permissions, ...definition } = font
  const { body: settings } = await admin.http.put(look, { styling: { font: definition } })
  expect(settings.styling.font).toEqual(definition)
  const { body: lighter } = await admin.http.post(`${fonts}/${font.id}`, {
    fontFaces: [{ weight: 700, storageKey: null }],
  })
  expect(lighter.fontFaces).toEqual([font.fontFaces[0]])
  expect((await admin.http.get(look)).body.styling.font.fontFaces).toEqual([font.fontFaces[0]])
  expect(await statusOf(admin.http.delete(`${fonts}/${font.id}`))).toBe(204)
  expect((await admin.http.get(look)).body.styling.font).toBe('Inter')
  expect((await admin.http.put(look, { styling: { font: definition } })).status).toBe(400)
})
