// @only-sqlite
// What readers do on a page, as requests: code in colours, searching, opening branches, rating a page.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newConditionalSite, SECRETS } from '../../test/support/conditional-site.ts'
import { enter } from '../../test/support/content.ts'
import { documentOf, edit, editTree } from '../../test/support/edits.ts'
import { startedServer } from '../../test/support/server.ts'
import { newSite, type TestSite } from '../../test/support/sites.ts'
import { findUser } from '../domain/people/index.ts'
import { beginSession, verifyAddress } from '../domain/sessions/index.ts'
import { writePage } from '../engine/tree/edit-pages.ts'
import { findPage } from '../engine/tree/pages.ts'

const server = startedServer()

async function get(url: string, headers: Record<string, string> = {}) {
  const { host, pathname, search } = new URL(url)
  const answer = await server.app.http.inject({
    url: pathname + search,
    headers: { accept: 'text/html,*/*;q=0.8', host, ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry' })
})

describe('code', () => {
  test('is drawn plain at first; when it is highlighted, the page and its ETag are new', async () => {
    const document = documentOf(`\`\`\`js\nconst boat = 'ferry ${Date.now()}'\n\`\`\``)
    await edit(server, { space: site.spaces[0]! }, [{ operation: 'insert_page', id: 'code', title: 'Code', document }])
    // The grammar has to be loaded, which takes longer than a page waits.
    const first = await get(`${site.url}code`)
    expect(first.text).toContain('const boat = ')
    expect(first.text).not.toContain('class="t-')
    const later = await vi.waitFor(
      async () => {
        const again = await get(`${site.url}code`, { 'if-none-match': String(first.headers.etag) })
        expect(again.status).toBe(200)
        return again
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(later.text).toContain('<span class="t-keyword">const </span>')
    // The grammar is loaded now, so the first reader of new code sees it in colors, unless the machine is very busy.
    const firstReading = async (at: number) => {
      const id = `new-${at}`
      const written = documentOf(`\`\`\`js\nconst boat${at} = ${at}\n\`\`\``)
      await edit(server, { space: site.spaces[0]! }, [{ operation: 'insert_page', id, title: id, document: written }])
      return (await get(site.url + id)).text
    }
    let tries = 0
    await vi.waitFor(async () => expect(await firstReading(++tries)).toContain('class="t-keyword"'), {
      timeout: 20_000,
      interval: 10,
    })
  })
})

describe('searching', () => {
  const linksIn = (text: string) =>
    [...text.slice(text.indexOf('class="found"')).matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)

  beforeAll(async () => {
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'boats', title: 'Boats', document: documentOf('A harbour is where boats wait.') },
      { operation: 'insert_page', id: 'harbour', title: 'Harbour', document: documentOf('Nothing else.') },
      {
        operation: 'insert_page',
        id: 'islands',
        slug: 'islands',
        title: 'Islands <&>',
        into: 'harbour',
        document: documentOf('Some.\n\n## The Größe of a harbour\n\nIt is "deep" & <wide>.'),
      },
    ])
  })

  test('a page without script has the exact title first, then sections with the words marked', async () => {
    const { status, text, headers } = await get(`${site.url}~lectern/search?q=harbour`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(linksIn(text).slice(0, 3)).toEqual([
      `${site.url}harbour`,
      `${site.url}harbour/islands`,
      `${site.url}harbour/islands#the-groesse-of-a-harbour`,
    ])
    expect(text).toContain('A <mark>harbour</mark> is where boats wait.')
    expect(text).toContain('The Größe of a <mark>harbour</mark>')
    expect(text).toContain('It is &quot;deep&quot; &amp; &lt;wide&gt;.')
    expect(text).toContain('<span class="where">Harbour</span>')
    expect((await get(`${site.url}~lectern/search?q=gro`)).text).toContain('The <mark>Größe</mark> of')
  })

  test('without words, or with strange ones, it is a page too', async () => {
    for (const query of [
      '',
      '?q=',
      '?q=%00%ff',
      `?q=${'a'.repeat(5000)}`,
      '?q=<script>&scope=there',
      '?options&q="\'*',
    ])
      expect(await get(`${site.url}~lectern/search${query}`), query).toMatchObject({ status: 200 })
    expect((await get(`${site.url}~lectern/search?q=<b>"x`)).text).toContain('value="&lt;b&gt;&quot;x"')
  })

  test('the dialog gets options', async () => {
    const { text } = await get(`${site.url}~lectern/search?options&q=harbour`)
    expect(text).toMatch(/^<div data-count="3 results"><a role="option" id="found-0"/)
    expect(text).toContain(`href="${site.url}harbour" data-space="${site.spaces[0]}" data-page="harbour"`)
  })

  test('looks here or everywhere on a site of several spaces', async () => {
    const two = await newSite(server, site, { title: 'Two', spaces: ['North', 'South'] })
    const found = async (scope: string) => linksIn((await get(`${two.url}~lectern/search?q=guide${scope}`)).text)
    expect(await found('')).toEqual([`${two.url}guide`])
    expect(await found('&scope=everywhere')).toEqual([`${two.url}guide`, `${two.url}south/guide`])
    const { text } = await get(`${two.url}south/~lectern/search?q=guide`)
    expect(linksIn(text)).toEqual([`${two.url}south/guide`])
    expect(text).toContain('type="radio" name="scope" value="here" checked')
  })

  test('finds nothing that a condition hides', async () => {
    const hidden = await newConditionalSite(server, true)
    for (const secret of SECRETS)
      for (const kind of ['', 'options&']) {
        const { status, text } = await get(
          `${hidden.url}~lectern/search?${kind}scope=everywhere&q=${encodeURIComponent(secret)}`,
        )
        expect(status).toBe(200)
        expect(text.replaceAll(/value="[^"]*"|<title>.*<\/title>/g, '')).not.toContain(secret)
        expect(text).toContain('No results')
      }
  })

  test('no redirect of the site takes it away', async () => {
    const body = { source: '/~lectern/search', destination: { kind: 'external', url: 'https://example.com/' } }
    await site.admin.http.post(`${site.path}/redirects`, body)
    expect((await get(`${site.url}~lectern/search?q=boats`)).status).toBe(200)
  })
})

describe('a branch of the page tree', () => {
  test('is closed in the page, whose link leads to it, and is there when it is asked for', async () => {
    const { text } = await get(`${site.url}boats`)
    expect(text).toContain('data-page="harbour" aria-expanded="false"')
    expect(text).not.toContain('harbour/islands')
    const branch = await get(`${site.url}~lectern/branch?page=harbour`)
    expect(branch.text).toBe(`<ul><li><a href="${site.url}harbour/islands">Islands &lt;&amp;&gt;</a></li></ul>`)
    const again = await get(`${site.url}~lectern/branch?page=harbour`, { 'if-none-match': String(branch.headers.etag) })
    expect(again.status).toBe(304)
  })

  test('with many pages is listed in parts, whose links lead on without script', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({
      operation: 'insert_page' as const,
      id: `many-${at}`,
      title: `Many ${at}`,
      ...(at > 0 && { into: 'many-0' }),
    }))
    await edit(server, { space: site.spaces[0]! }, many)
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'last', title: 'Last', into: 'many-0' },
    ])
    const { text } = await get(`${site.url}many-0/many-3`)
    expect(text).toContain(
      `<a class="rest" href="${site.url}many-0/many-51" data-part="page=many-0&amp;from=50">More pages</a>`,
    )
    const rest = await get(`${site.url}~lectern/branch?page=many-0&from=100`)
    expect(rest.text).toBe(`<ul><li><a href="${site.url}many-0/last">Last</a></li></ul>`)
    expect((await get(`${site.url}many-0/last`)).text).toContain(`many-0/many-100" data-part="page=many-0&amp;to=100"`)
    await edit(server, { space: site.spaces[0]! }, [{ operation: 'delete_page', page: 'many-0' }])
  })

  test('of a page that is not there is not there', async () => {
    for (const query of ['', '?page=', '?page=nothing', '?page=%00'])
      expect((await get(`${site.url}~lectern/branch${query}`)).status, query).toBe(404)
  })
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const OWN = { 'sec-fetch-site': 'same-origin', 'user-agent': FIREFOX }

const send = async (url: string, payload: string, headers: Record<string, string>) => {
  const { host, pathname, search } = new URL(url)
  const sent = { host, ...headers }
  const answer = await server.app.http.inject({ method: 'POST', url: pathname + search, payload, headers: sent })
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0])
  return { status: answer.statusCode, headers: answer.headers, cookie: cookies.join('; ') }
}

/** What the insights count, by type of event. */
async function counted(of: TestSite, column = 'eventsCount'): Promise<Record<string, unknown>> {
  const asked = {
    select: [{ column: 'eventType' }, { column }],
    groupBy: [{ column: 'eventType' }],
    range: 'last24Hours',
  }
  const { body } = await of.admin.http.post(`${of.path}/insights/events/aggregate`, asked)
  const [types, counts] = body.columns.map(({ values }: { values: unknown[] }) => values)
  return Object.fromEntries(types.map((type: string, at: number) => [type, counts[at]]))
}

const customize = (of: TestSite, settings: object) => of.admin.http.put(`${of.path}/customization`, settings)

describe('insights', () => {
  let own: TestSite
  let page: string
  beforeAll(async () => {
    own = await newSite(server, site, { title: 'Counted' })
    page = `guide-${own.spaces[0]}`
  })
  const view = (headers: Record<string, string>, more: object = {}) =>
    send(
      `${own.url}~lectern/events`,
      JSON.stringify({ type: 'page_view', page, url: `${own.url}guide`, ...more }),
      headers,
    )

  test('count views and searches of people, once for each reader with a cookie', async () => {
    const first = await view(OWN)
    expect(first.status).toBe(204)
    expect(first.cookie).toMatch(/^lectern-reader-[\w-]+=\w+; lectern-session-[\w-]+=\w+$/)
    expect((await view({ ...OWN, cookie: first.cookie })).cookie).toBe('')
    const query = { type: 'search_type_query', query: 'boats' }
    expect((await view({ ...OWN, cookie: first.cookie }, query)).status).toBe(204)
    const link = { target: { kind: 'url', url: 'https://tides.example/today' }, position: 'footer' }
    expect((await view({ ...OWN, cookie: first.cookie }, { type: 'link_click', link })).status).toBe(204)
    expect(await counted(own)).toEqual({ page_view: 2, search_type_query: 1, link_click: 1 })
    expect(await counted(own, 'visitorsCount')).toEqual({ page_view: 1, search_type_query: 1, link_click: 1 })
  })

  test('count no programs, no other origins, nobody who asks not to be, and no pages that are not there', async () => {
    const before = await counted(own)
    for (const headers of [
      { ...OWN, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
      { ...OWN, 'sec-gpc': '1' },
      { ...OWN, 'sec-fetch-site': 'cross-site' },
    ])
      expect(await view(headers)).toMatchObject({ status: 204, cookie: '' })
    expect((await view(OWN, { page: 'nothing' })).status).toBe(204)
    expect(await counted(own)).toEqual(before)
  })

  test('without the cookie, readers are told apart for a day alone', async () => {
    await customize(own, { insights: { trackingCookie: false } })
    expect((await view(OWN)).cookie).toBe('')
    expect((await view(OWN)).cookie).toBe('')
    expect(await counted(own, 'visitorsCount')).toMatchObject({ page_view: 2 })
    await customize(own, { insights: { trackingCookie: true } })
  })

  test('refuse what no page sends', async () => {
    const bodies = ['', 'x', '[]', 'null', '{"type":"page_view"}', `{"url":"${own.url}","type":"link_click"}`]
    const evil = { target: { kind: 'url', url: 'javascript:alert(1)' }, position: 'content' }
    bodies.push(JSON.stringify({ type: 'link_click', url: own.url, link: evil }))
    for (const body of [...bodies, JSON.stringify({ type: 'page_view', page, url: 'https://example.com/' })])
      expect((await send(`${own.url}~lectern/events`, body, OWN)).status, body).toBe(400)
    expect((await send(`${own.url}~lectern/events`, 'x'.repeat(20_000), OWN)).status).toBe(413)
  })

  test('have one rating for each reader and page, the last one', async () => {
    const rate = (rating: string, headers: Record<string, string> = {}) =>
      send(`${own.url}~lectern/feedback`, new URLSearchParams({ page, rating }).toString(), { ...OWN, ...headers })
    expect((await rate('good')).status).toBe(404)
    await customize(own, { feedback: { enabled: true } })
    const first = await rate('good')
    expect(first).toMatchObject({ status: 303, headers: { location: `${own.url}guide#lectern-thanks` } })
    await rate('bad', { cookie: first.cookie })
    await rate('ok', { 'user-agent': FIREFOX, 'sec-gpc': '1', accept: 'application/json' })
    expect(await counted(own)).toMatchObject({ page_post_feedback: 2 })
    expect((await counted(own, 'pageFeedbackRating')).page_post_feedback).toEqual({ bad: 1, ok: 1, good: 0 })
    expect((await rate('great')).status).toBe(400)
    expect((await rate('good', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('have one comment for each reader and page, after the rating', async () => {
    const say = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(`${own.url}~lectern/feedback`, new URLSearchParams({ page, ...fields }).toString(), { ...OWN, ...headers })
    const listed = async (query = '') => (await own.admin.http.get(`${own.path}/insights/feedback${query}`)).body
    const before = await listed()
    expect(before.items.map(({ rating }: { rating: string }) => rating)).toEqual(['ok', 'bad'])
    const { cookie } = await say({ rating: 'ok' })
    const wrote = await say({ comment: ' Where is\r\nthe pier? ' }, { cookie })
    expect(wrote).toMatchObject({ status: 303, headers: { location: `${own.url}guide#lectern-comment-thanks` } })
    await say({ comment: 'x'.repeat(600) }, { cookie })
    await say({ rating: 'bad' }, { cookie })
    await say({ rating: 'good', comment: 'Buy boats' }, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect((await listed()).count).toBe(before.count + 1)
    expect((await listed('?commented=true')).items).toEqual([
      {
        object: 'site-feedback',
        id: expect.any(String),
        rating: 'bad',
        comment: 'x'.repeat(512),
        space: own.spaces[0],
        page,
        url: `${own.url}guide`,
        givenAt: expect.any(String),
      },
    ])
    expect((await listed(`?rating=bad&pageId=${page}&commented=false`)).count).toBe(1)
    expect(await counted(own)).toMatchObject({ page_post_feedback: 3, page_post_feedback_comment: 1 })
    expect(await counted(own, 'pageFeedbackRating')).toMatchObject({ page_post_feedback: { bad: 2, ok: 1, good: 0 } })
    for (const comment of ['', ' ', 'a\0b']) expect((await say({ comment }, { cookie })).status).toBe(400)
    expect((await say({ comment: 'No rating' })).status).toBe(400)
    expect((await say({ comment: 'x'.repeat(9000) }, { cookie })).status).toBe(413)
  })
})

describe('page actions', () => {
  test('a PDF of the page or of all pages, where the site offers it', async () => {
    const { text } = await get(`${site.url}guide`)
    const [one, all] = [...text.matchAll(/href="([^"]+~lectern\/pdf[^"]*)"/g)].map(([, href]) => href!)
    expect((await get(one!)).headers.location).toMatch(/\/pdf\/\w+\/\w+\/Guide\.pdf\?page=.+&only=true&expires=/)
    expect((await get(all!)).headers.location).toContain('/Handbook.pdf?expires=')
    expect((await get(`${all}?page=nothing`)).status).toBe(404)
    await customize(site, { pdf: { enabled: false } })
    expect((await get(all!)).status).toBe(404)
    await customize(site, { pdf: { enabled: true } })
  })

  test('a PDF of a page with those below it', async () => {
    const [space] = site.spaces as [string]
    const id = `guide-${space}`
    expect((await get(`${site.url}guide`)).text).not.toContain('below=true')
    await edit(server, { space }, [{ operation: 'insert_page', id: 'inner', title: 'Inner', into: id }])
    const [, href] = /href="([^"]+below=true)"/.exec((await get(`${site.url}guide`)).text)!
    const { location } = (await get(href!.replaceAll('&amp;', '&'))).headers
    expect(location).toContain(`page=${id}`)
    expect(location).not.toContain('only=true')
    await edit(server, { space }, [{ operation: 'delete_page', page: 'inner' }])
  })

  test('a link into the console, for members who may edit the page alone', async () => {
    const [space] = site.spaces as [string]
    const sessionOf = (userId: string) =>
      server.database.write(async (db) => {
        const user = await verifyAddress(db, (await findUser(db, userId))!)
        const browser = { userAgent: undefined, address: '127.0.0.1', secret: undefined }
        return (await beginSession(db, user, 'password', browser))!.secret
      })
    const link = `/spaces/${space}/pages/guide-${space}" rel="nofollow">Edit in Lectern`
    const reader = await enter(server, site, 'read')
    const editor = await enter(server, site, 'edit')
    const stranger = await server.found()
    const cookieOf = async (id: string) => ({ cookie: `lectern_session=${await sessionOf(id)}` })
    for (let time = 0; time < 2; time++) {
      const shown = await get(`${site.url}guide`, await cookieOf(editor.id))
      expect(shown.text).toContain(link)
      expect(shown.headers['cache-control']).toBe('private, no-cache')
      for (const id of [reader.id, stranger.admin.id])
        expect((await get(`${site.url}guide`, await cookieOf(id))).text).not.toContain('Edit in Lectern')
      expect((await get(`${site.url}guide`)).text).not.toContain('Edit in Lectern')
    }
  })

  test('a link to the file of the page in its repository', async () => {
    await customize(site, { git: { showEditLink: true } })
    const [space] = site.spaces as [string]
    const id = `guide-${space}`
    await editTree(server, { space }, function* (tree) {
      const found = yield* findPage(tree, id)
      writePage(tree, found!, { ...found!, git: { oid: 'a'.repeat(40), path: 'docs/the guide.md' } })
    })
    await server.database.write((db) =>
      db
        .updateTable('spaces')
        .set({ git_sync: JSON.stringify({ url: 'https://github.com/ferry/docs/blob/main/' }) })
        .where('id', '=', space)
        .execute(),
    )
    expect((await get(`${site.url}guide`)).text).toContain(
      'href="https://github.com/ferry/docs/blob/main/docs/the%20guide.md" rel="nofollow">Edit this page',
    )
    expect((await get(`${site.url}boats`)).text).not.toContain('Edit this page')
  })
})

test('the script of a page is small, compressed ahead, and kept for a year', async () => {
  const { text } = await get(`${site.url}guide`)
  const scripts = [...text.matchAll(/<script defer src="([^"]+)"/g)].map(([, src]) => src!)
  expect(scripts).toHaveLength(1)
  const { headers } = await get(scripts[0]!, { 'accept-encoding': 'br' })
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(Number(headers['content-length'])).toBeLessThanOrEqual(15_000)
})
