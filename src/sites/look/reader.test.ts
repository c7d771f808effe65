// @only-sqlite
// What readers choose on a site, the fonts it brings, and the parts of it they switch between. None of it needs script.
import { beforeAll, describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newBook, newSite, type TestSite } from '../../../test/support/sites.ts'

const server = startedServer()

let site: TestSite
let path: string

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry', spaces: ['First', 'Second'] })
  path = new URL(site.url).pathname
})

const get = (url: string, headers: Record<string, string> = {}) =>
  readUrl(server, url, { accept: 'text/html', ...headers })

const customize = (settings: object) => site.admin.http.put(`${site.path}/customization`, settings)

const choose = (query: string, referer = `${site.url}guide?x=1`) =>
  get(`${site.url}~lectern/choose?at=${encodeURIComponent(path)}&${query}`, { referer })

describe('a reader', () => {
  test('chooses light or dark, and it stays', async () => {
    await customize({})
    const plain = await get(`${site.url}guide`)
    expect(plain.text).toMatch(/<html(?![^>]* data-theme)/)
    const chosen = await choose('theme=dark')
    expect(chosen).toMatchObject({ status: 303, headers: { location: `${path}guide?x=1` } })
    const [cookie] = chosen.headers['set-cookie'] as string[]
    expect(cookie).toMatch(new RegExp(`^lectern-theme=dark; Path=${path}; Max-Age=\\d+; SameSite=Lax$`))
    const dark = await get(`${site.url}guide`, { cookie: 'lectern-theme=dark' })
    expect(dark.text).toMatch(/<html[^>]* data-theme="dark"/)
    expect(dark.text).toContain('value="dark" aria-pressed="true"')
    expect(dark.headers.etag).not.toBe(plain.headers.etag)
    await customize({ themes: { default: 'light', toggeable: false } })
    const fixed = await get(`${site.url}guide`, { cookie: 'lectern-theme=dark' })
    expect(fixed.text).toMatch(/<html[^>]* data-theme="light"/)
  })

  test('dismisses an announcement for good, until there is another', async () => {
    const announcement = { enabled: true, message: 'We moved', style: 'info' }
    await customize({ announcement })
    const { text } = await get(`${site.url}guide`)
    const name = /name="dismissed" value="([\w-]+)"/.exec(text)![1]!
    const [cookie] = (await choose(`dismissed=${name}`)).headers['set-cookie'] as string[]
    const kept = { cookie: cookie!.split(';')[0]! }
    expect((await get(`${site.url}guide`, kept)).text).not.toContain('We moved')
    await customize({ announcement: { ...announcement, message: 'We moved again' } })
    expect((await get(`${site.url}guide`, kept)).text).toContain('We moved again')
  })

  test('is led nowhere else, and nothing else is kept', async () => {
    const far = await choose('theme=purple', 'https://evil.example/')
    expect(far).toMatchObject({ status: 303, headers: { location: path } })
    expect([far.headers['set-cookie'] ?? []].flat()).toEqual([])
    const odd = await get(`${site.url}~lectern/choose?at=//evil.example/&theme=dark`, {
      referer: 'https://x//evil.example/',
    })
    expect(odd.headers.location).toBe('/')
    expect(String(odd.headers['set-cookie'])).toContain('; Path=/;')
  })
})

describe('the switch between variants', () => {
  test('stays on the page, by path or by id, and leads to the first page where there is none', async () => {
    await customize({})
    const [first, second] = site.spaces as [string, string]
    await edit(server, { space: first }, [
      { operation: 'insert_page', id: 'only', title: 'Only here', document: documentOf('Text.') },
      { operation: 'insert_page', id: 'both', title: 'Both', slug: 'one', document: documentOf('Text.') },
    ])
    await edit(server, { space: second }, [
      { operation: 'insert_page', id: 'both', title: 'Both', slug: 'two', document: documentOf('Text.') },
    ])
    const switched = async (page: string) => {
      const { text } = await get(site.url + page)
      const href = /<a href="([^"]*)"(?![^>]*aria-current)[^>]*><span>Second/.exec(text)![1]!
      const { status, headers } = await get(href)
      return status === 307 ? headers.location : href
    }
    expect(await switched('')).toBe(`${site.url}second/`)
    expect(await switched('guide')).toBe(`${site.url}second/guide`)
    expect(await switched('one')).toBe(`${site.url}second/two`)
    expect(await switched('only-here')).toBe(`${site.url}second/`)
  })
})

describe('sections', () => {
  test('are tabs; groups of them are menus, with links among them', async () => {
    const own = await newSite(server, await server.found(), { title: 'Sections' })
    const { http } = own.admin
    const make = async (title: string) =>
      (await http.post(`${own.path}/sections`, { spaceId: await newBook(server, own, title), title })).body.id
    const sections = [await make('API'), await make('CLI')]
    await http.post(`${own.path}/section-groups`, { title: 'Reference', sections })
    await http.post(`${own.path}/external-links`, { title: 'Blog', url: 'https://blog.example/', icon: 'rss' })
    const { text } = await get(`${own.url}api/guide`)
    const [tabs] = /<nav class="tabline".*?<\/nav>/s.exec(text)!
    expect(tabs).toMatch(/<details class="drop current" name="header"><summary>Reference/)
    expect(tabs).toContain(`<a href="${own.url}api/" aria-current="true"><span>API</span>`)
    expect(tabs).toContain(`<a href="${own.url}cli/"><span>CLI</span>`)
    expect(tabs).toMatch(/<a href="https:\/\/blog\.example\/"><svg class="icon".*?Blog<svg class="i i-away"/)
  })
})

describe('a font of the organization', () => {
  test('comes from the site itself, and changes with the next request', async () => {
    const { http } = site.admin
    const upload = async (bytes: string): Promise<string> => {
      const file = { name: 'own "font".woff2', type: 'font/woff2', size: bytes.length }
      const announced = { file, kind: 'customization_font' }
      const { body } = await http.post(`/v1/orgs/${site.organization}/storage/upload`, announced)
      await fetch(body.url, { method: 'PUT', body: bytes })
      return body.key
    }
    const fonts = `/v1/orgs/${site.organization}/fonts`
    const faces = [{ weight: 400, storageKey: await upload('wOF2 one') }]
    const { body: font } = await http.put(fonts, { fontFamily: 'Evil"}</style>', fontFaces: faces })
    const { permissions: _permissions, ...definition } = font
    await customize({ styling: { font: definition } })
    const fileIn = async () => {
      const { text } = await get(`${site.url}guide`)
      expect(text).not.toContain('Evil')
      expect(text).toContain('--serif:"Custom",sans-serif')
      const url = /font-weight:400;font-display:optional;src:url\("([^"]*)"\)/.exec(text)![1]!
      expect(url.startsWith(`${site.url}~lectern/files/`)).toBe(true)
      expect((await get(url.replace(/signature=./, 'signature=-'))).status).toBe(404)
      return (await get(url)).text
    }
    expect(await fileIn()).toBe('wOF2 one')
    await http.post(`${fonts}/${font.id}`, { fontFaces: [{ weight: 400, storageKey: await upload('wOF2 two') }] })
    expect(await fileIn()).toBe('wOF2 two')
  })
})

describe('the styles of a page', () => {
  test('are at most 20 KB, whatever is chosen', async () => {
    await customize({ styling: { theme: 'gradient', font: 'IBMPlexSerif', monospaceFont: 'IBMPlexMono' } })
    const { text, headers } = await get(`${site.url}guide`)
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)">/g)].map(([, href]) => href!)
    expect(sheets.length).toBe(3)
    let bytes = /<style>(.*?)<\/style>/.exec(text)![1]!.length
    for (const sheet of sheets) {
      const { pathname, host } = new URL(sheet)
      const { rawPayload } = await server.app.http.inject({ url: pathname, headers: { host, 'accept-encoding': 'br' } })
      bytes += rawPayload.length
    }
    expect(bytes).toBeLessThanOrEqual(20 * 1024)
    expect(headers['content-security-policy']).toMatch(/style-src 'self' [^;]*'sha256-/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })
})
