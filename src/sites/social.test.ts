// @only-sqlite
// Pictures that stand for pages where their links are shared.
import { imageSize } from 'image-size'
import { beforeAll, expect, test } from 'vitest'
import { SECRETS } from '../../test/support/conditional-site.ts'
import { documentOf, edit } from '../../test/support/edits.ts'
import { startedServer } from '../../test/support/server.ts'
import { newSite, type TestSite } from '../../test/support/sites.ts'
import { startedWebsite } from '../../test/support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const elsewhere = startedWebsite()
let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry 🎉' })
  await edit(server, { space: site.spaces[0]! }, [
    {
      operation: 'insert_page',
      id: 'odd',
      slug: 'odd',
      title: '#set page() "] 你好 🎉',
      description: '$x$ <b>',
      document: documentOf('Text'),
    },
  ])
})

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })

async function pictureOf(page: string): Promise<string> {
  const text = await (await get(page)).text()
  const address = /<meta property="og:image" content="([^"]*)">/.exec(text)![1]!.replaceAll('&amp;', '&')
  expect(text).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(text).toContain('<meta property="og:image:width" content="1200">')
  return address
}

test('a page without a picture of its own has one that is made of its texts', async () => {
  const address = await pictureOf(`${site.url}odd`)
  const answer = await get(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(imageSize(bytes)).toMatchObject({ type: 'png', width: 1200, height: 630 })
  const again = await get(address, { 'if-none-match': answer.headers.get('etag')! })
  expect(again.status).toBe(304)
  const head = await fetch(address, { method: 'HEAD' })
  expect(Number(head.headers.get('content-length'))).toBe(bytes.length)
})

test('its address changes with what it shows', async () => {
  const before = await pictureOf(`${site.url}odd`)
  const { body } = await site.admin.http.get(`${site.path}/customization`)
  const styling = { ...body.styling, primaryColor: { light: '#006600', dark: '#99ff99' } }
  await site.admin.http.put(`${site.path}/customization`, { ...body, styling })
  const after = await pictureOf(`${site.url}odd`)
  expect(after).not.toBe(before)
  // Who still has the former address gets the picture of today, and asks again.
  const old = await get(before)
  expect(old.headers.get('cache-control')).toBe('public, no-cache')
  expect(await old.arrayBuffer()).toEqual(await (await get(after)).arrayBuffer())
})

test('only who may read a page gets its picture', async () => {
  const closed = await newSite(server, await server.found(), { visibility: 'visitor-auth' })
  const page = `guide-${closed.spaces[0]}`
  expect((await get(`${closed.url}~lectern/social?page=${page}`)).status).toBe(403)
  await edit(server, { space: site.spaces[0]! }, [
    { operation: 'insert_page', id: 'gone', title: SECRETS[0]!, document: documentOf('Text') },
    { operation: 'delete_page', page: 'gone' },
  ])
  for (const id of ['gone', '', 'nothing'])
    expect((await get(`${site.url}~lectern/social?page=${id}`)).status).toBe(404)
})

test('it shows the logo of the site, and goes without one that cannot be had or drawn', async () => {
  const draw = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="${fill}"/></svg>`
  elsewhere.pages['/red.svg'] = { type: 'text/plain', body: draw('#f00') }
  elsewhere.pages['/blue.svg'] = { type: 'image/svg+xml', body: draw('#00f') }
  elsewhere.pages['/page'] = '<p>No picture</p>'
  const { body } = await site.admin.http.get(`${site.path}/customization`)
  const bytesWith = async (name?: string) => {
    const logo = name === undefined ? undefined : { light: `${elsewhere.url}${name}`, dark: `${elsewhere.url}${name}` }
    await site.admin.http.put(`${site.path}/customization`, { ...body, header: { ...body.header, logo } })
    const answer = await get(await pictureOf(`${site.url}odd`))
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer()).toString('base64')
  }
  const [none, red, blue] = [await bytesWith(), await bytesWith('/red.svg'), await bytesWith('/blue.svg')]
  expect(new Set([none, red, blue]).size).toBe(3)
  expect(await bytesWith('/page')).toBe(none)
  expect(await bytesWith('/missing')).toBe(none)
  await bytesWith('/red.svg')
  expect(elsewhere.asked.filter((path) => path === '/red.svg')).toHaveLength(1)
})
