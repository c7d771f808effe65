// @only-sqlite
// What published sites offer to programs: lists of their pages, for search engines and assistants.
import { beforeAll, describe, expect, test } from 'vitest'
import { parseStringPromise } from 'xml2js'
import { newConditionalSite, SECRETS } from '../../../test/support/conditional-site.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { newBrowser, readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, signIn, type TestSite, vouchFor } from '../../../test/support/sites.ts'
import type { Change } from '../../engine/changes/change.ts'
import { createVault } from '../../lib/sealing.ts'
import { loadStaticFiles } from '../../server/static-files.ts'
import { createRenderedPages } from '../rendered-pages.ts'
import { settleVisit } from '../visit.ts'
import { openSpaces } from './listing.ts'
import { countSitemaps, writeIndex, writeSitemap } from './sitemap.ts'

const server = startedServer({ sitesHost: 'sites.example' })
const get = (url: string, headers?: Record<string, string>) => readUrl(server, url, headers)

const locationsIn = async (xml: string): Promise<string[]> => {
  const { urlset } = await parseStringPromise(xml)
  return (urlset.url ?? []).map(({ loc }: { loc: string[] }) => loc[0])
}

const linksIn = (markdown: string): string[] => [...markdown.matchAll(/\]\((http[^)\s]*)\)/g)].map(([, url]) => url!)

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const TITLES = ['A <b> & "c"', '[x](y) \\', 'Größe 東京', "It's (1)", 'Two\nlines']

/** Pages at all levels, some of them hidden in one of the ways there are. */
function pagesOf(space: string): Change[] {
  const into = (at: number) => (at % 4 === 0 ? {} : { into: `${space}-${at - (at % 4)}` })
  const rest = Array.from({ length: 40 }, (_, at): Change => {
    const title = `${TITLES[at % TITLES.length]} ${at}`
    const ref = `[there](${space}-${(at * 7) % 40}.md)`
    return {
      operation: 'insert_page',
      id: `${space}-${at}`,
      title,
      slug: `page-${at}`,
      ...(at % 3 === 0 && { description: `About ${title}` }),
      ...(at % 10 === 5 && { noIndex: true }),
      ...(at % 10 === 6 && { noRobotsIndex: true }),
      ...into(at),
      document: documentOf(`Text of ${at}. ${ref}`),
    }
  })
  const hidden = { operation: 'insert_page', id: `${space}-hidden`, title: 'zzhidden', hidden: true } as const
  return [
    ...rest,
    { ...hidden, document: documentOf('zzhidden') },
    { ...hidden, id: `${space}-below`, hidden: false, into: `${space}-hidden`, document: documentOf('zzhidden') },
  ]
}

let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry', spaces: ['First', 'Second'] })
  for (const space of site.spaces) await edit(server, { space }, pagesOf(space))
})

describe('the lists of a site', () => {
  test('every URL of the sitemap is a page that search engines may list, and every such page is there', async () => {
    const { status, headers, text } = await get(`${site.url}sitemap.xml`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const urls = await locationsIn(text)
    expect(urls).toHaveLength(2 * (2 + 40 - 4))
    expect(new Set(urls).size).toBe(urls.length)
    for (const url of urls) {
      const page = await get(url, { accept: 'text/html' })
      expect(page.status, url).toBe(200)
      expect(page.text, url).toContain(`<link rel="canonical" href="${url}">`)
      expect(page.text, url).not.toContain('content="noindex"')
    }
    const { urlset } = await parseStringPromise(text)
    for (const { lastmod } of urlset.url) expect(Number.isNaN(Date.parse(lastmod[0]))).toBe(false)
    expect(text).not.toContain('zzhidden')
  })

  test('every link of llms.txt is the markdown of a page', async () => {
    const { status, headers, text } = await get(`${site.url}llms.txt`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^# Ferry\n/)
    expect(text).toContain('\n## First\n')
    expect(text).toContain('\n## Second\n')
    const lines = text.split('\n').filter((line) => line.startsWith('- '))
    expect(lines).toHaveLength(2 * (2 + 40 - 4))
    for (const line of lines) {
      const [url] = linksIn(line) as [string]
      expect(await get(url), line).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/markdown; charset=utf-8' },
      })
    }
    expect(text).not.toContain('zzhidden')
    expect((await get(`${site.url}.well-known/llms.txt`)).text).toBe(text)
    const below = await get(`${site.url}second/llms.txt`)
    expect(below.text).not.toContain('## First')
    expect(linksIn(below.text)).toContain(`${site.url}second/llms-full.txt`)
    expect((await get(`${site.url}second/llms-full.txt`)).status).toBe(200)
  })

  test('llms-full.txt has the text of every page, and its links work', async () => {
    const [space] = site.spaces as [string]
    const link = { object: 'inline', type: 'link', data: { ref: { kind: 'page', page: `${space}-3` } }, nodes: [] }
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [link] }]
    await edit(server, { space }, [
      { operation: 'update_page', page: `${space}-2`, document: { object: 'document', data: {}, nodes } as never },
    ])
    const { text } = await get(`${site.url}llms-full.txt`)
    const sources = [...text.matchAll(/^Source: <(.*)>$/gm)].map(([, url]) => url!)
    expect(sources).toHaveLength(2 * (2 + 40 - 4))
    for (const url of sources.slice(0, 10)) expect((await get(url, { accept: 'text/html' })).status, url).toBe(200)
    expect(text).toContain('Text of 7.')
    expect(text).not.toMatch(/zzhidden|Text of 25\./)
    const links = linksIn(text)
    expect(links).toContain(`${site.url}page-0/page-3.md`)
    for (const url of new Set(links)) expect((await get(url)).status, url).toBe(200)
  })

  test('robots.txt names the sitemap', async () => {
    const { text } = await get(`${site.url}robots.txt`)
    expect(text).toContain(`Sitemap: ${site.url}sitemap.xml`)
    expect(text).not.toContain('Disallow')
  })

  test('they are fresh with the next request, and not sent again while they are the same', async () => {
    const [space] = site.spaces as [string]
    for (const name of ['llms.txt', 'llms-full.txt', 'sitemap.xml']) {
      const { headers } = await get(site.url + name)
      const etag = String(headers.etag)
      expect(await get(site.url + name, { 'if-none-match': etag }), name).toMatchObject({ status: 304, text: '' })
      const slug = `new-${name.replace(/\W/g, '-')}`
      const insert = { operation: 'insert_page' as const, id: `${space}-${slug}`, title: 'New', slug }
      await edit(server, { space }, [{ ...insert, document: documentOf('New.') }])
      const next = await get(site.url + name, { 'if-none-match': etag })
      expect(next.status, name).toBe(200)
      expect(next.text, name).toContain(`${site.url}${slug}`)
    }
  })

  test('they are compressed', async () => {
    const { headers } = await get(`${site.url}llms-full.txt`, { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
  })

  test('above the limit, the sitemap is an index of several', async () => {
    const services = {
      ...server,
      db: server.database.read,
      siteTokens: undefined as never,
      vault: createVault('x'),
      staticFiles: await loadStaticFiles(),
      postResponse: undefined as never,
      tryItFetcher: server.fetcher,
      pages: createRenderedPages(),
    }
    const visit = await settleVisit(services, {
      url: new URL(site.url),
      visitorOf: () => ({ jwtToken: undefined, source: 'cookie', unsignedClaims: {} }),
      isExchanging: false,
    })
    if (visit.kind !== 'page') throw new Error(visit.kind)
    const spaces = await openSpaces(services, visit.visited)
    const whole = await locationsIn((await get(`${site.url}sitemap.xml`)).text)
    const request = { spaces, base: site.url, max: 10 }
    const count = await countSitemaps(services, request)
    expect(count).toBe(Math.ceil(whole.length / 10))
    const { sitemapindex } = await parseStringPromise(await textOf(writeIndex(site.url, count)))
    expect(sitemapindex.sitemap).toHaveLength(count)
    const parts: string[] = []
    for (let file = 1; file <= count; file++) {
      const urls = await locationsIn(await textOf(writeSitemap(services, request, file)))
      expect(urls.length).toBeLessThanOrEqual(10)
      parts.push(...urls)
    }
    expect(parts).toEqual(whole)
    expect((await get(`${site.url}sitemap-1.xml`)).status).toBe(200)
    expect((await get(`${site.url}sitemap-2.xml`)).status).toBe(404)
  })
})

describe('where a site is', () => {
  test('at a host of its own and at the host of sites, links lead there', async () => {
    const named = await newSite(server, await server.found(), { title: 'Named' })
    await named.admin.http.patch(`/v1/orgs/${named.organization}`, { hostname: 'lists' })
    const { published } = (await named.admin.http.get(named.path)).body.urls
    expect(linksIn((await get(`${published}llms.txt`)).text)).toContain(`${published}guide.md`)
    await vouchFor(server, named, 'docs.lists.example')
    await named.admin.http.patch(named.path, { hostname: 'docs.lists.example' })
    const own = 'http://docs.lists.example/'
    expect(await locationsIn((await get(`${own}sitemap.xml`)).text)).toEqual([own, `${own}guide`])
    expect((await get(`${own}robots.txt`)).text).toContain(`Sitemap: ${own}sitemap.xml`)
  })
})

test('behind a proxy, links lead to the proxy', async () => {
  const behind = await newSite(server, await server.found(), { title: 'Behind' })
  await vouchFor(server, behind, 'proxy.lists.example')
  const { status } = await behind.admin.http.patch(behind.path, { proxy: 'proxy.lists.example/docs' })
  expect(status).toBe(200)
  const there = 'https://proxy.lists.example/docs/'
  expect(await locationsIn((await get(`${behind.url}sitemap.xml`)).text)).toEqual([there, `${there}guide`])
  expect(linksIn((await get(`${behind.url}llms.txt`)).text)).toContain(`${there}guide.md`)
})

describe('who may read', () => {
  test('a site that is not public asks search engines to stay away', async () => {
    const unlisted = await newSite(server, await server.found(), { visibility: 'unlisted' })
    expect((await get(`${unlisted.url}robots.txt`)).text).toContain(`Disallow: ${new URL(unlisted.url).pathname}`)
    expect((await get(`${unlisted.url}sitemap.xml`)).status).toBe(404)
    expect((await get(`${unlisted.url}llms.txt`)).status).toBe(200)
  })

  test('links of a shared site contain its key', async () => {
    const shared = await newSite(server, await server.found(), { visibility: 'share-link' })
    const { urls } = (await shared.admin.http.post(`${shared.path}/share-links`, { name: 'x' })).body
    expect((await get(`${shared.url}llms.txt`)).status).toBe(404)
    const { headers, text } = await get(`${urls.published}llms.txt`)
    expect(headers['cache-control']).toContain('private')
    expect(linksIn(text)).toContain(`${urls.published}guide.md`)
  })

  test('a site with sign-in answers those who are signed in', async () => {
    const closed = await newSite(server, await server.found(), { visibility: 'visitor-auth' })
    for (const name of ['llms.txt', 'llms-full.txt']) {
      expect((await get(closed.url + name)).status).toBe(403)
      const signedIn = `${closed.url}${name}?jwt_token=${await signIn(closed)}`
      expect((await newBrowser(server).open(signedIn)).text).toContain('Guide')
    }
  })

  test('what a condition hides is in none of them', async () => {
    const full = await newConditionalSite(server, true)
    const bare = await newConditionalSite(server, false)
    for (const name of ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'robots.txt']) {
      const [one, other] = [await get(full.url + name), await get(bare.url + name)]
      expect(one.status, name).toBe(200)
      expect(
        SECRETS.filter((secret) => one.text.includes(secret)),
        name,
      ).toEqual([])
      const plain = ({ text }: { text: string }, { hostname }: TestSite) =>
        text.replaceAll(hostname, 'HOSTNAME').replaceAll(/<lastmod>[^<]*/g, '')
      // The text has signed links to files, which differ.
      if (name !== 'llms-full.txt') expect(plain(one, full), name).toBe(plain(other, bare))
    }
  })
})

test('a site that excludes assistants offers them nothing, with the next request', async () => {
  const own = await newSite(server, await server.found(), { title: 'Quiet', spaces: ['Only'] })
  const set = (agentsContext: string) => own.admin.http.patch(own.path, { agentsContext })
  const statuses = async () =>
    Promise.all(['llms.txt', 'llms-full.txt', '~lectern/mcp'].map(async (path) => (await get(own.url + path)).status))
  const offered = await statuses()
  expect(offered.slice(0, 2)).toEqual([200, 200])
  expect((await get(`${own.url}guide`)).headers.link).toContain('llms.txt')
  expect((await get(`${own.url}robots.txt`)).text).not.toContain('GPTBot')
  await set('excluded')
  expect(await statuses()).toEqual([404, 404, 404])
  const { headers, text } = await get(`${own.url}guide`)
  expect(text).toContain('Quiet')
  expect(String(headers.link)).not.toMatch(/llms|mcp/)
  expect((await get(`${own.url}robots.txt`)).text).toMatch(
    /User-agent: GPTBot\n[\s\S]*Disallow: .*\n\nUser-agent: \*\nAllow:/,
  )
  await set('included')
  expect(await statuses()).toEqual(offered)
})
