// @only-sqlite
// What pages say about themselves to programs, and the feeds of their updates.
import { beforeAll, describe, expect, test } from 'vitest'
import { parseStringPromise } from 'xml2js'
import { newConditionalSite, SECRETS } from '../../../test/support/conditional-site.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite } from '../../../test/support/sites.ts'

const server = startedServer()
const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => readUrl(server, url, headers)

const HOSTILE = '</script><script>alert(1)</script> & "q" <!--'

const UPDATES = `{% updates format="full" %}
{% update date="2026-01-05" %}
## Older

First words.
{% endupdate %}

{% update date="2026-03-01" %}
## Newer & <better>

Second words, see [below](#older).
{% endupdate %}
{% endupdates %}`

let site: TestSite
let space: string

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry' })
  space = site.spaces[0]!
  await edit(server, { space }, [
    { operation: 'insert_page', id: 'news', title: 'News', document: documentOf(UPDATES) },
    {
      operation: 'insert_page',
      id: 'odd',
      title: HOSTILE,
      slug: 'odd',
      description: 'About it',
      into: 'news',
      document: documentOf('Text.'),
    },
    { operation: 'insert_page', id: 'kept', title: 'Kept', noRobotsIndex: true, document: documentOf('Text.') },
  ])
})

const dataIn = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!)['@graph']

const metaIn = (text: string, name: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(text)?.[1]

describe('the head of a page', () => {
  test('has what those who preview links look for', async () => {
    const { text } = await get(`${site.url}news/odd`)
    expect(metaIn(text, 'og:title')).toBe(
      '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot; &lt;!--',
    )
    expect(metaIn(text, 'og:description')).toBe('About it')
    expect(metaIn(text, 'og:url')).toBe(`${site.url}news/odd`)
    expect(metaIn(text, 'og:site_name')).toBe('Ferry')
    expect(metaIn(text, 'og:image')).toMatch(/~lectern\/social\?page=odd&amp;v=/)
    const { body } = await site.admin.http.get(`${site.path}/customization`)
    const socialPreview = { url: 'https://example.com/picture.png' }
    await site.admin.http.put(`${site.path}/customization`, { ...body, socialPreview })
    const next = (await get(`${site.url}news/odd`)).text
    expect(metaIn(next, 'og:image')).toBe(socialPreview.url)
    expect(metaIn(next, 'twitter:card')).toBe('summary_large_image')
  })

  test('has structured data that no text can end', async () => {
    const { text } = await get(`${site.url}news/odd`)
    const [article, trail] = dataIn(text)
    expect(article).toMatchObject({ '@type': 'TechArticle', headline: HOSTILE, url: `${site.url}news/odd` })
    expect(trail.itemListElement.map(({ name, item }: { name: string; item: string }) => [name, item])).toEqual([
      ['Ferry', site.url],
      ['News', `${site.url}news`],
      [HOSTILE, `${site.url}news/odd`],
    ])
    expect(text.match(/<script(?! defer src=)/g)).toHaveLength(1)
  })

  test('keeps search engines away where the author says so, in every format', async () => {
    for (const path of ['kept', 'kept.md']) expect((await get(site.url + path)).headers['x-robots-tag']).toBe('noindex')
    expect((await get(`${site.url}kept`)).text).not.toContain('ld+json')
    expect((await get(`${site.url}news`)).headers['x-robots-tag']).toBeUndefined()
  })

  test('names another page as canonical where the author says so', async () => {
    const metaLinks = { canonical: { kind: 'page', page: 'news' } }
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'copy', title: 'Copy', metaLinks, document: documentOf('Text.') } as never,
    ])
    const { text } = await get(`${site.url}copy`)
    expect(text).toContain(`<link rel="canonical" href="${site.url}news">`)
  })

  test('headers lead to everything that is offered', async () => {
    const { headers } = await get(`${site.url}news`)
    const links = [...String(headers.link).matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, url, rel]) => [rel, url])
    expect(links).toEqual([
      ['alternate', `${site.url}news.md`],
      ['alternate', `${site.url}news/rss.xml`],
      ['alternate', `${site.url}news/atom.xml`],
      ['llms-txt', `${site.url}llms.txt`],
      ['llms-full-txt', `${site.url}llms-full.txt`],
      ['mcp', `${site.url}~lectern/mcp`],
      ['sitemap', `${site.url}sitemap.xml`],
    ])
    for (const [rel, url] of links) if (rel !== 'mcp') expect((await get(url!)).status, url).toBe(200)
    expect((await get(`${site.url}news.md`)).headers.link).toContain(`<${site.url}news>; rel="canonical"`)
  })

  test('names the same page in other languages', async () => {
    const titles = ['English', 'Deutsch', 'Notes']
    const many = await newSite(server, await server.found(), { title: 'Many', spaces: titles })
    const [english, german] = many.spaces as [string, string]
    await many.admin.http.patch(`/v1/spaces/${english}`, { language: 'en' })
    await many.admin.http.patch(`/v1/spaces/${german}`, { language: 'de' })
    await edit(server, { space: english }, [
      { operation: 'insert_page', id: 'alone', title: 'Alone', document: documentOf('Text.') },
    ])
    const languagesOf = async (url: string) =>
      [...(await get(url)).text.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, name, href]) => [name, href])
    const pair = (path: string) => [
      ['en', `${many.url}${path}`],
      ['de', `${many.url}deutsch/${path}`],
      ['x-default', `${many.url}${path}`],
    ]
    expect(await languagesOf(`${many.url}guide`)).toEqual(pair('guide'))
    expect(await languagesOf(`${many.url}deutsch/guide`)).toEqual(pair('guide'))
    expect(await languagesOf(many.url)).toEqual(pair(''))
    expect(await languagesOf(`${many.url}alone`)).toEqual([])
    expect(await languagesOf(`${many.url}notes/guide`)).toEqual([])
  })

  test('says nothing of what a condition hides', async () => {
    const full = await newConditionalSite(server, true)
    const { text, headers } = await get(`${full.url}open`)
    expect(text).toContain(`<link rel="canonical" href="${full.url}open">`)
    expect(SECRETS.filter((secret) => (text + JSON.stringify(headers)).includes(secret))).toEqual([])
  })
})

describe('the feed of a page', () => {
  test('has its updates, newest first, as RSS', async () => {
    const { headers, text } = await get(`${site.url}news/rss.xml`)
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const [channel] = (await parseStringPromise(text)).rss.channel
    expect(channel.title).toEqual(['News · Ferry'])
    expect(channel.item.map(({ title }: { title: string[] }) => title[0])).toEqual(['Newer & <better>', 'Older'])
    const [newer] = channel.item
    expect(newer.link[0]).toMatch(new RegExp(`^${site.url}news#newer`))
    expect(newer.pubDate).toEqual(['Sun, 01 Mar 2026 00:00:00 GMT'])
    expect(newer.description[0]).toContain('Second words')
    expect(newer.description[0]).toContain(`href="${site.url}news#older"`)
  })

  test('has its updates as Atom', async () => {
    const { headers, text } = await get(`${site.url}news/atom.xml`)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const { feed } = await parseStringPromise(text)
    expect(feed.updated).toEqual(['2026-03-01T00:00:00.000Z'])
    expect(feed.entry).toHaveLength(2)
    expect(new Set(feed.entry.map(({ id }: { id: string[] }) => id[0])).size).toBe(2)
  })

  test('is fresh with the next request, and not there without updates', async () => {
    const url = `${site.url}news/rss.xml`
    const etag = String((await get(url)).headers.etag)
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
    const changed = UPDATES.replace('Second words', 'Third words')
    await edit(server, { space }, [{ operation: 'update_page', page: 'news', document: documentOf(changed) }])
    expect((await get(url, { 'if-none-match': etag })).text).toContain('Third words')
    for (const path of ['guide/rss.xml', 'nothing/rss.xml', 'rss.xml', 'atom.xml'])
      expect((await get(site.url + path)).status, path).toBe(404)
  })
})
