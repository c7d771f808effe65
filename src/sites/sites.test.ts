// @only-sqlite
// Published sites as a browser gets them.
import { fromHtml } from 'hast-util-from-html'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../test/support/edits.ts'
import { everyBlock } from '../../test/support/every-block.ts'
import { PIXEL } from '../../test/support/pixel.ts'
import { startedServer } from '../../test/support/server.ts'
import { newSite, type TestSite, vouchFor } from '../../test/support/sites.ts'
import { saveRedirects } from '../domain/page-paths/index.ts'
import type { Document } from '../engine/document.ts'

const server = startedServer({ sitesHost: 'sites.example' })

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Sends a request to a URL of any host, without following redirects. */
async function get(url: string, headers: Record<string, string> = {}) {
  const { host, pathname, search } = new URL(url)
  const answer = await server.app.http.inject({ url: pathname + search, headers: { ...BROWSER, host, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload }
}

const hrefsIn = (text: string): string[] =>
  [...text.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

let site: TestSite
let space: string

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry' })
  space = site.spaces[0]!
  await edit(server, { space }, [
    { operation: 'insert_page', id: 'group', type: 'group', title: 'Deliver' },
    {
      operation: 'insert_page',
      id: 'retries',
      title: 'Retries',
      into: 'group',
      description: 'Again and again',
      document: documentOf('See the [guide](/url).\n\n## One\n\nText\n\n## Two\n\n### Three'),
    },
    { operation: 'insert_page', id: 'parked', title: 'Parked', into: 'retries', document: documentOf('Waiting.') },
    { operation: 'insert_page', id: 'deep', title: 'Deep', into: 'parked', document: documentOf('Below.') },
    { operation: 'insert_page', id: 'all', title: 'Every block', slug: 'every-block', document: everyBlock() },
  ])
})

describe('a page of a public site', () => {
  test('is a whole HTML page with tree, breadcrumbs, outline, text and neighbours', async () => {
    const { status, headers, text } = await get(`${site.url}deliver/retries`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).toContain('<title>Retries · Ferry</title>')
    expect(text).toContain('<h1>Retries</h1>')
    expect(text).toContain('<p class="lead">Again and again</p>')
    expect(text).toContain('<li>Deliver</li>')
    expect(text).toContain('aria-current="page">Retries')
    expect(text).toContain(
      '<li><a href="#one">One</a></li><li><a href="#two">Two</a><ul><li><a href="#three">Three</a>',
    )
    expect(text).toContain(`rel="prev"><span>`)
    expect(hrefsIn(text)).toEqual(
      expect.arrayContaining([site.url, `${site.url}guide`, `${site.url}deliver/retries/parked`]),
    )
    // Branches that are not open are one click away.
    expect(text).not.toContain('/deliver/retries/parked/deep')
    expect(fromHtml(text).children.length).toBeGreaterThan(1)
  })

  test('runs our own script alone, and says so', async () => {
    const { headers, text } = await get(`${site.url}every-block`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain(`script-src ${site.url}~lectern/;`)
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com')
    const rest = text.replaceAll('<script type="application/ld+json">', '').replace(/<script defer src="[^"]+">/, '')
    expect(rest).not.toMatch(/<script|<style| style=| on\w+=/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('the first page is at the address of the site, and only there', async () => {
    const { status, text } = await get(site.url)
    expect(status).toBe(200)
    expect(text).toContain('<h1>Welcome</h1>')
    expect(text).toContain(`<link rel="canonical" href="${site.url}">`)
    expect(await get(`${site.url}welcome`)).toMatchObject({ status: 307, headers: { location: site.url } })
    expect(await get(site.url.replace(/\/$/, ''))).toMatchObject({ status: 308, headers: { location: site.url } })
  })

  test('has one address: case and slashes lead there, a group leads to its first page', async () => {
    const location = `${site.url}deliver/retries`
    expect(await get(`${site.url}Deliver/RETRIES?x=1`)).toMatchObject({
      status: 308,
      headers: { location: `${location}?x=1` },
    })
    expect(await get(`${site.url}deliver/retries/`)).toMatchObject({ status: 308, headers: { location } })
    expect(await get(`${site.url}deliver`)).toMatchObject({ status: 307, headers: { location } })
  })

  test('is there as markdown too', async () => {
    const { headers, text } = await get(`${site.url}deliver/retries.md`)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(text).toMatch(/^# Retries\n/)
    expect((await get(`${site.url}deliver/retries`, { accept: 'text/markdown' })).text).toBe(text)
    expect((await get(`${site.url}deliver/retries`)).headers.vary).toContain('Accept')
    expect((await get(`${site.url}nothing.md`)).status).toBe(404)
    // The first page of a space has the address of the space.
    for (const path of ['.md', 'index.md']) {
      const home = await get(site.url + path)
      expect([home.status, home.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(home.text).toMatch(/^# /)
    }
    await site.admin.http.post(`${site.path}/redirects`, {
      source: '/index.md',
      destination: { kind: 'external', url: 'https://old.example/' },
    })
    expect((await get(`${site.url}index.md`)).headers.location).toBe('https://old.example/')
  })

  test('as markdown has links to files that open', async () => {
    const file = { base64: Buffer.from('The timetable.').toString('base64'), name: 'times.txt' }
    const changes = [{ operation: 'insert_files', files: [file] }]
    const { body } = await site.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    const ref = { kind: 'file' as const, file: body.insertedFiles[0].id }
    const block = { object: 'block', type: 'file', isVoid: true, data: { ref } }
    const document = { object: 'document', data: {}, nodes: [block] } as unknown as Document
    await edit(server, { space }, [{ operation: 'insert_page', id: 'times', title: 'Times', document }])
    const [, link] = /src="(http[^"]*)"/.exec((await get(`${site.url}times.md`)).text)!
    expect((await get(link!.replaceAll('&amp;', '&'))).text).toBe('The timetable.')
  })

  test('as markdown has links to the files of every block that open', async () => {
    const names = ['light', 'dark', 'target', 'inline', 'picture', 'night', 'cell', 'update', 'column', 'linked']
    const files = names.map((name) => ({ base64: PIXEL.toString('base64'), name: `${name}.png` }))
    const changes = [{ operation: 'insert_files', files }]
    const { body } = await site.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    const at = (name: string) => `files/${body.insertedFiles[names.indexOf(name)].id}/${name}.png`
    const markdown = `An ![](${at('inline')}) in a line and a [link](${at('linked')}).

<picture><source srcset="${at('night')}" media="(prefers-color-scheme: dark)"><img src="${at('picture')}" alt=""></picture>

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th><th data-hidden data-card-cover-dark data-type="image"></th><th data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href="${at('target')}">x</a></td><td><a href="${at('light')}">x</a></td><td><a href="${at('dark')}">x</a></td><td><a href="${at('cell')}">x</a></td></tr></tbody></table>

{% updates format="full" %}
{% update date="2026-01-05" %}
![](${at('update')})
{% endupdate %}
{% endupdates %}

{% columns %}
{% column %}
![](${at('column')})
{% endcolumn %}
{% column %}
Text.
{% endcolumn %}
{% endcolumns %}
`
    const page = [{ operation: 'insert_page', title: 'Shown', document: { markdown } }]
    await site.admin.http.post(`/v1/spaces/${space}/content`, { changes: page })
    for (const address of ['shown.md', 'llms-full.txt']) {
      const { text } = await get(site.url + address)
      for (const name of names) {
        const [link] = new RegExp(`http[^"<>()\\s]*/${name}\\.png[^"<>()\\s]*`).exec(text) ?? []
        expect(link, `${name} in ${address}`).toBeDefined()
        expect((await get(link!.replaceAll(/&#x26;|\\&/g, '&'))).status, name).toBe(200)
      }
      expect(text).not.toMatch(/["(<]files\//)
    }
  })

  test('an address without a page is a 404 with the closest pages', async () => {
    const { status, text } = await get(`${site.url}deliver/retires`)
    expect(status).toBe(404)
    expect(text).toContain('Page not found')
    expect(text.indexOf(`${site.url}deliver/retries"`)).toBeGreaterThan(0)
    expect(text).toContain('<meta name="robots" content="noindex">')
    // A page of that name elsewhere in the space.
    expect((await get(`${site.url}guides/parked.html`)).text).toContain(`<a href="${site.url}deliver/retries/parked">`)
  })

  test('moved pages and redirects lead on, pages first', async () => {
    await site.admin.http.post(`${site.path}/redirects`, {
      source: '/old-guide',
      destination: { kind: 'external', url: 'https://example.com/new' },
    })
    expect(await get(`${site.url}old-guide`)).toMatchObject({
      status: 307,
      headers: { location: 'https://example.com/new' },
    })
    await edit(server, { space }, [{ operation: 'update_page', page: 'deep', slug: 'deeper' }])
    const location = `${site.url}deliver/retries/parked/deeper`
    expect(await get(`${site.url}deliver/retries/parked/deep`)).toMatchObject({ status: 307, headers: { location } })
  })

  test('a path is settled as a page, a redirect of the site, one of the repository, a former path, in this order', async () => {
    const own = await newSite(server, await server.found())
    const [book] = own.spaces
    const insert = (slug: string) =>
      edit(server, { space: book! }, [
        { operation: 'insert_page', id: slug, title: slug, slug, document: documentOf('') },
      ])
    for (const slug of ['ferry', 'pier', 'quay']) await insert(slug)
    // The former path of one page, in the table of contents of the repository another, on the site a third.
    await edit(server, { space: book! }, [{ operation: 'update_page', page: 'ferry', slug: 'boat' }])
    const leadsTo = async () => (await get(`${own.url}ferry`)).headers.location
    expect(await leadsTo()).toBe(`${own.url}boat`)
    await server.database.write((db) => saveRedirects(db, book!, 'git', new Map([['ferry', 'pier']])))
    expect(await leadsTo()).toBe(`${own.url}pier`)
    const destination = { kind: 'external', url: 'https://example.com/ferry' }
    await own.admin.http.post(`${own.path}/redirects`, { source: '/ferry', destination })
    expect(await leadsTo()).toBe('https://example.com/ferry')
    await edit(server, { space: book! }, [{ operation: 'update_page', page: 'quay', slug: 'ferry' }])
    expect((await get(`${own.url}ferry`)).status).toBe(200)
    expect((await get(`${own.url}raft`)).status).toBe(404)
  })

  test('is fresh with the next request, and not sent again while it is the same', async () => {
    const page = `${site.url}guide`
    const first = await get(page)
    const { etag } = first.headers as { etag: string }
    expect(await get(page, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    await edit(server, { space }, [
      { operation: 'update_page', page: `guide-${space}`, document: documentOf('Changed words.') },
    ])
    const second = await get(page, { 'if-none-match': etag })
    expect(second.status).toBe(200)
    expect(second.text).toContain('Changed words.')
    await site.admin.http.patch(site.path, { title: 'Renamed' })
    expect((await get(page)).text).toContain('· Renamed</title>')
  })

  test('lets browsers fetch its pages ahead, and nothing else', async () => {
    const { headers } = await get(`${site.url}guide`)
    const url = JSON.parse(String(headers['speculation-rules']))
    const rules = await get(url)
    expect(rules.headers['content-type']).toContain('application/speculationrules+json')
    expect(JSON.parse(rules.text).prefetch).toHaveLength(1)
    expect(new URL('.', url).href).toBe(site.url)
  })

  test('is compressed, as is its stylesheet, which browsers keep for a year', async () => {
    const { text } = await get(`${site.url}every-block`)
    const page = await get(`${site.url}every-block`, { 'accept-encoding': 'gzip, br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(page.bytes.length).toBeLessThan(text.length / 2)
    const styles = hrefsIn(text).find((href) => href.endsWith('.css'))!
    const sheet = await get(styles, { 'accept-encoding': 'br' })
    expect(sheet).toMatchObject({
      status: 200,
      headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(sheet.bytes.length).toBeLessThan(20_000)
    const font = /url\("\.\/([\w.-]+\.woff2)"\)/.exec((await get(styles)).text)![1]!
    expect((await get(new URL(font, styles).href)).headers['content-type']).toBe('font/woff2')
  })

  test('links stay within the site, across its spaces', async () => {
    const two = await newSite(server, await server.found(), { title: 'Two', spaces: ['First', 'Second'] })
    const [one, other] = two.spaces as [string, string]
    const link = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'page', page: `guide-${other}`, space: other } },
      nodes: [],
    }
    const document = { object: 'document', data: {}, nodes: [{ object: 'block', type: 'paragraph', nodes: [link] }] }
    await edit(server, { space: one }, [
      { operation: 'update_page', page: `guide-${one}`, document: document as Document },
    ])
    const { text } = await get(`${two.url}guide`)
    expect(text).toContain(`<p><a href="${two.url}second/guide"`)
    const switched = hrefsIn(text).find((href) => href.startsWith(`${two.url}second/guide?`))!
    expect(await get(switched)).toMatchObject({ status: 307, headers: { location: `${two.url}second/guide` } })
    expect((await get(`${two.url}second/guide`)).text).toContain('More about Second.')
  })
})

describe('where a site is', () => {
  test('at its own hostname, where nothing else is served', async () => {
    const own = await newSite(server, await server.found(), { title: 'Own' })
    await vouchFor(server, own, 'docs.own.example')
    await own.admin.http.patch(own.path, { hostname: 'docs.own.example' })
    const { status, text } = await get('http://docs.own.example/guide')
    expect(status).toBe(200)
    expect(hrefsIn(text)).toContain('http://docs.own.example/')
    expect((await get('http://docs.own.example/docs')).text).toContain('Page not found')
    expect((await get('http://docs.own.example/v1/user')).status).toBe(404)
    // Until the name resolves, both addresses work; links lead to the name.
    expect(hrefsIn((await get(`${own.url}guide`)).text)).toContain('http://docs.own.example/')
  })

  test('at a subdomain of the host of sites', async () => {
    const named = await newSite(server, await server.found(), { title: 'Named' })
    await named.admin.http.patch(`/v1/orgs/${named.organization}`, { hostname: 'acme' })
    const { urls } = (await named.admin.http.get(named.path)).body
    expect(urls.published).toMatch(/^http:\/\/acme\.sites\.example\//)
    expect((await get(urls.published)).text).toContain('<h1>Welcome</h1>')
    expect((await get('http://nobody.sites.example/x')).status).toBe(404)
    // Crawlers look for it at the root of a host.
    const robots = await get('http://acme.sites.example/robots.txt')
    expect(robots.text).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${urls.published}sitemap.xml\n`)
    await named.admin.http.patch(named.path, { visibility: 'unlisted' })
    expect((await get('http://acme.sites.example/robots.txt')).text).toBe('User-agent: *\nAllow: /\n')
  })

  test('the API and the pages of the server stay where they are', async () => {
    expect((await get(`${server.url}/docs`)).status).toBe(200)
    expect((await get(`${server.url}/v1/nothing`)).headers['content-type']).toContain('application/json')
    expect((await get(`${server.url}/no/such/site`)).status).toBe(404)
    const robots = (await get(`${server.url}/robots.txt`)).text
    expect(robots).toContain('Disallow: /app\n')
    expect(robots).not.toContain('Sitemap')
  })
})

describe('who may read', () => {
  test('an unpublished site is not there', async () => {
    const hidden = await newSite(server, await server.found(), { published: false })
    expect((await get(hidden.url)).status).toBe(404)
    const { urls } = (await hidden.admin.http.post(`${hidden.path}/publish`)).body
    expect((await get(urls.published)).status).toBe(200)
    await hidden.admin.http.post(`${hidden.path}/unpublish`)
    expect((await get(urls.published)).status).toBe(404)
  })

  test('a site with share links opens with a key alone', async () => {
    const shared = await newSite(server, await server.found(), { visibility: 'share-link' })
    const { urls } = (await shared.admin.http.post(`${shared.path}/share-links`, { name: 'x' })).body
    expect((await get(shared.url)).status).toBe(404)
    const { status, text, headers } = await get(urls.published)
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('private')
    expect(hrefsIn(text)).toContain(`${urls.published}guide`)
  })

  test('a PDF that was asked for with a key is there as long as the key works', async () => {
    const shared = await newSite(server, await server.found(), { visibility: 'share-link' })
    const link = (await shared.admin.http.post(`${shared.path}/share-links`, { name: 'x' })).body
    const pdf = (await get(`${link.urls.published}~lectern/pdf`)).headers.location!
    const first = await fetch(pdf)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect((await fetch(pdf.replace(/shareLink=[^&]*&/, ''))).status).toBe(404)
    const turn = (active: boolean) => shared.admin.http.patch(`${shared.path}/share-links/${link.id}`, { active })
    await turn(false)
    expect((await fetch(pdf)).status).toBe(404)
    await turn(true)
    expect((await fetch(pdf)).status).toBe(200)
    await shared.admin.http.delete(`${shared.path}/share-links/${link.id}`)
    expect((await fetch(pdf)).status).toBe(404)
  })
})
