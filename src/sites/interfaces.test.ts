// @only-sqlite
// Integrations on sites: the interfaces of their blocks are in the page, and readers can use them; their scripts run where
// they harm nobody.
import { beforeAll, describe, expect, test } from 'vitest'
import { exportOf } from '../../test/support/archives.ts'
import { edit } from '../../test/support/edits.ts'
import { install, publish } from '../../test/support/integrations.ts'
import { blockOf, counting } from '../../test/support/interfaces.ts'
import { readPdf } from '../../test/support/pdf.ts'
import { startedServer } from '../../test/support/server.ts'
import { newSite, type TestSite, vouchFor } from '../../test/support/sites.ts'

const server = startedServer()

let name: string
let site: TestSite
let page: string
let installation: string

beforeAll(async () => {
  const { admin, organization } = server
  name = await publish(admin, organization, await counting())
  installation = await install(admin, organization, name)
  site = await newSite(server, { organization, admin })
  const [space] = site.spaces
  await admin.http.post(`/v1/integrations/${name}/installations/${installation}/spaces`, { space })
  page = `guide-${space}`
  await write(
    blockOf(name, { framed: true }),
    blockOf(name, { title: '<script>alert(1)</script>' }),
    blockOf('unknown-one'),
  )
}, 180_000)

const write = (...nodes: object[]) =>
  edit(server, { space: site.spaces[0]! }, [
    { operation: 'update_page', page, document: { object: 'document', data: {}, nodes } } as never,
  ])

const read = async (path = 'guide') => {
  const reply = await fetch(`${site.url}${path}`, { headers: { accept: 'text/html' } })
  return { text: await reply.text(), policy: reply.headers.get('content-security-policy') ?? '' }
}

/** What comes too late for one reader is there for the next. */
const shows = (text: string) => expect.poll(async () => (await read()).text, { timeout: 60_000 }).toContain(text)

const ask = async (body: object, origin = new URL(site.url).origin) => {
  const reply = await fetch(`${site.url}~lectern/interface?page=${page}`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': origin === new URL(site.url).origin ? 'same-origin' : 'cross-site' },
    body: JSON.stringify({
      integration: name,
      block: 'counter',
      component: 'counter',
      prefix: 'ck-0',
      theme: 'light',
      props: {},
      ...body,
    }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: of every shape
  return { status: reply.status, body: (await reply.json()) as any }
}

describe('the interface of an integration', () => {
  test('is in the page, harmless, with its frame in a sandbox; without its integration the block is as before', async () => {
    await shows('Pressed 0 times by nobody, light')
    await shows('<b>&lt;script&gt;')
    const { text, policy } = await read()
    expect(text).toContain('<a class="btn" href="https://counter.example/" target="_blank" rel="noopener">Site</a>')
    expect(text).not.toContain('<script>alert')
    expect(text).toMatch(/<iframe class="ck-frame" src="[^"]*\/frame" sandbox="allow-scripts[^"]*"/)
    expect(text).not.toMatch(/sandbox="[^"]*allow-same-origin/)
    expect(policy).toContain(`frame-src ${server.url}/v1/integrations/${name}/`)
    expect(text).toContain('<p class="name">unknown-one / counter</p>')
    expect(text).toMatch(/interface-[A-Z0-9]+\.js/)
    expect((await read('')).text).not.toMatch(/interface-[A-Z0-9]+\.(js|css)/)
  })

  test('is a still picture where nobody can use it: in the reading view, in an export, on paper', async () => {
    await shows('Pressed 0 times by nobody, light')
    const space = site.spaces[0]!
    const { html } = (await server.admin.http.get(`/v1/spaces/${space}/content/page/${page}?format=html`)).body
    const exported = (await exportOf(server, site)).get('guide.html')!.toString()
    for (const text of [html, exported]) {
      expect(text).toContain('Pressed 0 times by nobody, light')
      expect(text).toContain('href="https://counter.example/" target="_blank" rel="noopener">Site</a>')
      // A frame is a link, and there is nothing to press.
      expect(text).toMatch(/<a href="[^"]*\/frame"/)
      expect(text).not.toMatch(/<iframe|<button[^>]*>Count<|lectern-interface|<script>alert/)
      expect(text).toContain('<p class="name">unknown-one / counter</p>')
    }
    expect(exported).toMatch(/interface-[A-Z0-9]+\.css/)
    const { body } = await server.admin.http.get(`/v1/spaces/${space}/pdf?page=${page}`)
    const { pages, links } = await readPdf(new Uint8Array(await (await fetch(body.url)).arrayBuffer()))
    expect(pages.join()).toContain('Pressed 0 times by nobody, light')
    expect(pages.join()).toContain('unknown-one / counter')
    expect(links.flat()).toContain('https://counter.example/')
  })

  test('answers what readers press, from the page alone, for blocks that the page has', async () => {
    const pressed = await ask({ state: { count: 4, name: 'Ada' }, action: { action: 'count' } })
    expect(pressed.body.state).toEqual({ count: 5, name: 'Ada' })
    expect(pressed.body.html).toContain('Pressed 5 times by Ada')
    const modal = await ask({ component: 'who', action: { action: '@ui.modal.open', componentId: 'who' } })
    expect(modal.body.html).toMatch(
      /data-title="Who presses\?".*<label for="(ck-0-modal-0)">Name<\/label><input id="\1"/,
    )
    const done = await ask({ component: 'who', state: { name: 'Ada' }, action: { action: 'done' } })
    expect(done.body).toEqual({ isComplete: true, returnValue: { name: 'Ada' } })
    expect((await ask({}, 'https://elsewhere.example')).status).toBe(403)
    expect((await ask({ integration: 'unknown-one' })).status).toBe(404)
    expect((await ask({ block: 'who' })).status).toBe(404)
    expect((await ask({ prefix: '"><b>' })).status).toBe(400)
    expect((await ask({ action: { action: 'fail' } })).status).toBe(502)
  })

  test('follows the block and the installation with the next request; an integration that hangs delays it a little', async () => {
    await write(blockOf(name, { from: 7 }))
    await shows('Pressed 7 times')
    await write(blockOf(name, { title: 'slow' }))
    await shows(`<p class="name">${name} / counter</p>`)
    await write(blockOf(name, { from: 8 }))
    await server.admin.http.delete(`/v1/integrations/${name}/installations/${installation}/spaces/${site.spaces[0]}`)
    await shows(`<p class="name">${name} / counter</p>`)
    expect((await ask({})).status).toBe(404)
  })
})

test('scripts of integrations run at the hostname of a site, never at the address of the server', async () => {
  const { admin, organization } = server
  const get = async (url: string) => {
    const { host, pathname } = new URL(url)
    const { headers, body } = await server.app.http.inject({ url: pathname, headers: { accept: 'text/html', host } })
    return { text: body, policy: String(headers['content-security-policy']) }
  }
  const name = await publish(admin, organization, {
    scopes: ['site:script:inject', 'site:script:cookies'],
    contentSecurityPolicy: "script-src https://cdn.example 'unsafe-inline'",
  })
  const own = await newSite(server, { admin, organization }, { title: 'Scripts' })
  const sites = `/v1/integrations/${name}/installations/${await install(admin, organization, name)}/sites`
  await admin.http.post(sites, { siteId: own.id })
  expect((await get(own.url)).text).not.toContain('lectern-script')
  await vouchFor(server, own, 'scripts.own.example')
  await admin.http.patch(own.path, { hostname: 'scripts.own.example' })
  const { text, policy } = await get('http://scripts.own.example/')
  const [, src = ''] = /<meta name="lectern-script" content="([^"]*)" data-cookies="">/.exec(text) ?? []
  expect(src).toMatch(new RegExp(`^${server.url}/v1/integrations/${name}/.*/script\\.js\\?version=`))
  expect(policy).toContain(`~lectern/ ${src.split('?')[0]} https://cdn.example;`)
  expect(policy).not.toContain('unsafe-inline')
  // The same page at the address of the server.
  const shared = await get(own.url)
  expect(shared.text).toContain('http://scripts.own.example/')
  expect(shared.text + shared.policy).not.toContain(name)
  await admin.http.delete(`${sites}/${own.id}`)
  expect((await get('http://scripts.own.example/')).text).not.toContain('lectern-script')
})
