// @only-sqlite @slow
// Imports over HTTP, from a website and files that this test serves.
import type { RequestListener } from 'node:http'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { startedWebsite } from '../../../test/support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const site = startedWebsite()
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const png = { type: 'image/png', body: PNG }

let space: string
beforeEach(async () => {
  space = (await createSpace(server)).id
  site.pages = {}
  site.asked.length = 0
})

const importInto = (path: string, body: object) => server.admin.http.post(`/v1/spaces/${space}${path}/import`, body)
const importFrom = (source: string, path: string) => importInto('/content', { source, url: site.url + path })

const read = async (path: string) => (await server.admin.http.get(`/v1/spaces/${space}/content${path}`)).body
const markdownOf = async (path: string) => (await read(`/path/${path}?format=markdown`)).markdown as string

interface Node {
  title: string
  type: string
  pages?: Node[]
}
/** The page tree as indented titles. */
const outline = (pages: Node[], indent = ''): string[] =>
  pages.flatMap(({ title, type, pages = [] }) => [
    `${indent}${type === 'group' ? '# ' : ''}${title}`,
    ...outline(pages, `${indent}  `),
  ])
const tree = async () => outline((await read('/pages')).pages)

const page = (title: string, main: string, nav = '') =>
  `<!doctype html><html><head><title>${title} | Example</title><meta name="description" content="About ${title}"></head>
  <body><header><a href="/">Example</a></header>${nav}<main><h1>${title}<a class="hash-link" href="#x">#</a></h1>${main}</main>
  <footer>All rights <script>alert(1)</script></footer></body></html>`

describe('a website', () => {
  const nav = `<nav class="sidebar"><ul>
    <li><a href="/docs/">Welcome</a></li>
    <li><span>Guides</span><ul>
      <li><a href="/docs/install">Install</a><ul><li><a href="/docs/install/linux.html">Linux</a></li></ul></li>
      <li><a href="/docs/use#top">Use it</a></li></ul></li>
    <li><a href="/blog">Blog</a></li></ul></nav>`

  const serveDocs = () => {
    site.pages = {
      '/docs/': page('Welcome', '<p>Hello <b>you</b>: <a href="install#steps">install</a> it.</p>', nav),
      '/docs/install': page(
        'Install',
        `<p><img src="/img/dot.png" alt="A dot"></p><h2 id="steps">The steps</h2><pre><code class="language-sh">npm i</code></pre>
         <p>Then <a href="../docs/use">use</a> it, see <a href="https://example.com/x">elsewhere</a>, <a href="javascript:x()">or not</a>.</p>`,
        nav,
      ),
      '/docs/install/linux.html': page('Linux', '<p><img src="../../img/dot.png"><img src="/img/gone.png"></p>', nav),
      '/docs/use': page(
        'Use it',
        '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Mind.</p></div>',
        nav,
      ),
      '/docs/extra': page('Extra', '<p>From the sitemap. <a href="guide.pdf">The guide</a></p>', nav),
      '/docs/use?utm=1': { status: 302, headers: { location: '/docs/use' } },
      '/docs/guide.pdf': { type: 'application/pdf', body: '%PDF-1.4 not much' },
      '/img/dot.png': png,
      '/sitemap.xml': {
        type: 'application/xml',
        body: `<urlset><url><loc>${site.url}/docs/extra</loc></url><url><loc>${site.url}/other</loc></url>
          <url><loc>${site.url}/docs/missing</loc></url><url><loc>${site.url}/docs/index.html</loc></url>
          <url><loc>${site.url}/docs/use?utm=1</loc></url></urlset>`,
      },
    }
  }

  test('importContent: imports pages in navigation order, with images, links and failures', async () => {
    serveDocs()
    const answer = await importFrom('website', '/docs/')
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${server.url}/v1/spaces/${space}/revisions/${answer.body.revision}`)
    expect(await tree()).toEqual(['Welcome', '# Guides', '  Install', '    Linux', '  Use it', 'Extra'])
    expect(answer.body.failures).toEqual([
      { url: `${site.url}/docs/missing`, reason: expect.stringContaining('status 404') },
      { url: `${site.url}/img/gone.png`, reason: expect.stringContaining('status 404') },
    ])
    expect(answer.body).toMatchObject({ importedResources: 7, totalResources: 9 })
    const files = (await read('/files')).items as { name: string }[]
    expect(files.map(({ name }) => name).sort()).toEqual(['dot.png', 'guide.pdf'])
    expect(await markdownOf('welcome')).toContain('Hello **you**: [install](guides/install.md#steps) it.')
    const install = await markdownOf('guides/install')
    expect(install).toContain('```sh\nnpm i\n```')
    expect(install).toContain('Then [use](use-it.md) it, see [elsewhere](https://example.com/x), or not.')
    expect(install).toMatch(/<img src="..\/files\/\w+\/dot.png" alt="A dot">/)
    expect(install).toContain('## The steps <a href="#steps" id="steps"></a>')
    expect(await markdownOf('guides/use-it')).toContain('{% hint style="warning" %}\nMind.\n{% endhint %}')
    expect(await markdownOf('extra')).toMatch(/\[The guide\]\(files\/\w+\/guide.pdf\)/)
    expect((await read('/path/welcome')).description).toBe('About Welcome')
  })

  test('importContent: fetches nothing outside the path or origin, and nothing twice', async () => {
    serveDocs()
    await importFrom('website', '/docs/')
    const pages = site.asked.filter((path) => !path.startsWith('/img') && path !== '/sitemap.xml')
    expect(pages.filter((path) => !path.startsWith('/docs'))).toEqual([])
    const once = pages.filter((path) => !path.includes('utm') && path !== '/docs/use' && path !== '/docs/guide.pdf')
    expect(new Set(once).size).toBe(once.length)
  })

  test('importContent: without a main element, imports the element with most of the text', async () => {
    const words = 'Words that matter, again and again. '.repeat(20)
    site.pages['/'] =
      `<body><div class="top"><a href="/x">Menu</a></div><div><div><p>${words}</p><p>${words}</p></div></div>
      <div class="bottom">Imprint</div></body>`
    expect((await importFrom('website', '/')).status).toBe(201)
    const [first] = (await read('/pages')).pages
    const markdown = await markdownOf(first.path)
    expect(markdown).toContain('Words that matter')
    expect(markdown).not.toMatch(/Menu|Imprint/)
  })

  test('importContent: uses the credentials in the URL', async () => {
    const guard =
      (html: string): RequestListener =>
      ({ headers }, response) =>
        headers.authorization === `Basic ${btoa('me:secret')}`
          ? response.setHeader('content-type', 'text/html').end(html)
          : response.writeHead(401).end()
    site.pages['/docs/'] = guard(page('One', '<p><a href="two">two</a></p>'))
    site.pages['/docs/two'] = guard(page('Two', '<p>b</p>'))
    const answer = await importInto('/content', {
      source: 'website',
      url: `${site.url.replace('://', '://me:secret@')}/docs/`,
    })
    expect(answer.body).toMatchObject({ importedResources: 2, totalResources: 2, failures: [] })
    expect((await importFrom('website', '/docs/')).status).toBe(422)
  })

  test('importContent: importing again does not store images again', async () => {
    serveDocs()
    await importFrom('website', '/docs/')
    const { count } = await read('/files')
    await importFrom('website', '/docs/')
    expect((await read('/files')).count).toBe(count)
    expect(await markdownOf('guides-1/install')).toMatch(/<img src="..\/files\/\w+\/dot.png"/)
  })
})

describe('one file', () => {
  test('importContent: HTML', async () => {
    site.pages['/a.html'] = `<title>Not this</title><h1>A page</h1><p>One <em>two</em></p>
      <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><ul><li>x</li><li>y</li></ul></td></tr></table>
      <details><summary>More</summary><p>Inside</p></details><ul><li>a<ul><li>b</li></ul></li></ul>
      <p>{% hint %} and <b>&lt;script></b></p><iframe src="https://www.youtube.com/watch?v=1"></iframe>`
    expect((await importFrom('html', '/a.html')).body).toMatchObject({
      importedResources: 1,
      totalResources: 1,
      failures: [],
    })
    const markdown = await markdownOf('a-page')
    expect(markdown).toContain('One _two_')
    expect(markdown).toContain('<ul><li>x</li><li>y</li></ul>')
    expect(markdown).toContain('<details>\n\n<summary>More</summary>\n\nInside\n\n</details>')
    expect(markdown).toContain('* a\n  * b')
    expect(markdown).toContain('{% embed url="https://www.youtube.com/watch?v=1" %}')
    expect(markdown).toContain('\\{% hint %} and **<script>**')
  })

  test('importContent: markdown with its images', async () => {
    site.pages['/docs/a.md'] = {
      type: 'text/markdown',
      body: '---\ndescription: Of it\n---\n# Title\n\n![](../dot.png) and [b](b.md)\n',
    }
    site.pages['/dot.png'] = png
    expect((await importFrom('markdown', '/docs/a.md')).body).toMatchObject({ importedResources: 2, totalResources: 2 })
    expect(await read('/path/title')).toMatchObject({ title: 'Title', description: 'Of it' })
    expect(await markdownOf('title')).toContain(`[b](${site.url}/docs/b.md)`)
  })

  test('importContentInPageById: a single page replaces the content of the page; several go below it', async () => {
    const changes = [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'old' } }]
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
    const id = body.changes[0].page.id
    site.pages['/a.md'] = { type: 'text/plain', body: '# Theirs\n\nnew' }
    site.pages['/b.zip'] = zipped({ 'one.md': '# One', 'two.md': '# Two' })
    const into = (source: string, path: string) => importInto(`/content/page/${id}`, { source, url: site.url + path })
    expect((await into('markdown', '/a.md')).status).toBe(201)
    expect(await tree()).toEqual(['Theirs'])
    expect(await markdownOf('mine')).toContain('new')
    expect((await into('zip', '/b.zip')).status).toBe(201)
    expect(await tree()).toEqual(['Theirs', '  One', '  Two'])
    expect((await importInto('/content/page/none', { source: 'markdown', url: `${site.url}/a.md` })).status).toBe(404)
  })

  test('importContentInChangeRequest, importContentInChangeRequestPageById: import into a change request until it is closed', async () => {
    site.pages['/a.md'] = { type: 'text/plain', body: '# Theirs\n\nnew' }
    const request = (await server.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Import' })).body
    const at = `/change-requests/${request.id}/content`
    const body = { source: 'markdown', url: `${site.url}/a.md` }
    const first = await importInto(at, body)
    expect(first.status).toBe(201)
    const { pages } = (await server.admin.http.get(`/v1/spaces/${space}${at}/pages`)).body
    expect(outline(pages)).toEqual(['Theirs'])
    expect(await tree()).toEqual([])
    expect((await importInto(`${at}/page/${pages[0].id}`, body)).status).toBe(201)
    await server.admin.http.patch(`/v1/spaces/${space}/change-requests/${request.id}`, { status: 'archived' })
    site.asked.length = 0
    expect((await importInto(at, body)).status).toBe(409)
    expect(site.asked).toEqual([])
  })
})

const zipped = (files: Record<string, string | Uint8Array>) => ({
  type: 'application/zip',
  body: zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, body]) => [name, typeof body === 'string' ? strToU8(body) : body]),
    ),
  ),
})

describe('an archive', () => {
  test('importContent: folders of markdown, with links between pages and files', async () => {
    site.pages['/a.zip'] = zipped({
      'repo/README.md':
        '# Start\n\nSee [the guide](guides/first%20steps.md#go), [all](guides/), [data](data.csv) and ![](img/dot.png).',
      'repo/guides/first steps.md': '# First steps\n\n[Back](../README.md) ![](../img/dot.png) ![](../img/none.png)',
      'repo/guides/10-last.md': 'No title here.',
      'repo/guides/README.md': '# All guides',
      'repo/other/alone.html': '<h1>Alone</h1><p>HTML in between</p>',
      'repo/img/dot.png': PNG,
      'repo/data.csv': 'a,b',
      '__MACOSX/repo/._README.md': 'junk',
    })
    const { body } = await importFrom('zip', '/a.zip')
    expect(await tree()).toEqual(['Start', 'All guides', '  10 last', '  First steps', '# Other', '  Alone'])
    expect(await markdownOf('start')).toMatch(
      /See \[the guide\]\(all-guides\/first-steps.md#go\), \[all\]\(all-guides.md\), \[data\]\(files\/\w+\/data.csv\) and/,
    )
    expect(await markdownOf('all-guides/first-steps')).toContain('[Back](../start.md)')
    expect(body).toMatchObject({ importedResources: 7, totalResources: 8 })
    expect(body.failures).toEqual([
      { url: 'repo/img/none.png', reason: expect.stringContaining('did not come with the page') },
    ])
  })

  test('importContent: follows the order of a summary if there is one', async () => {
    site.pages['/a.zip'] = zipped({
      'SUMMARY.md': '# Contents\n\n* [Intro](README.md)\n\n## Part\n\n* [B](b.md)\n  * [A](a.md)\n',
      'README.md': '# Intro',
      'a.md': '# A',
      'b.md': '# B',
      'c.md': '# C',
    })
    await importFrom('zip', '/a.zip')
    expect(await tree()).toEqual(['Intro', '# Part', '  B', '    A', 'C'])
  })

  test('importContent: a Confluence export', async () => {
    const page = (title: string, main: string) =>
      `<html><head><title>Team : ${title}</title></head><body><div id="main-header"><h1 id="title-heading">Team : ${title}</h1></div>
       <div id="content"><div class="page-metadata">Created by x</div><div id="main-content" class="wiki-content group">${main}</div></div></body></html>`
    site.pages['/c.zip'] = zipped({
      'T/index.html': `<html><body><div id="content" class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a>
        <ul><li><a href="How-to_2.html">How-to</a></li></ul></li></ul></div></body></html>`,
      'T/Home_1.html': page('Home', '<p>See <a href="How-to_2.html">how</a></p>'),
      'T/How-to_2.html': page(
        'How-to',
        `<div class="confluence-information-macro confluence-information-macro-note"><div class="confluence-information-macro-body"><p>Care</p></div></div>
         <p><img class="confluence-embedded-image" src="attachments/2/3.png"></p>`,
      ),
      'T/attachments/2/3.png': PNG,
    })
    expect((await importFrom('confluence', '/c.zip')).body).toMatchObject({ importedResources: 3, totalResources: 3 })
    expect(await tree()).toEqual(['Home', 'How-to'])
    expect(await markdownOf('home')).toContain('[how](how-to.md)')
    expect(await markdownOf('how-to')).toContain('{% hint style="info" %}\nCare')
  })

  test('importContent: a Notion export, including multipart archives', async () => {
    const id = '0123456789abcdef0123456789abcdef'
    const part = zipped({
      [`Home ${id}.md`]: `# Home\n\n[Sub](Home%20${id}/Sub%20${id}.md)`,
      [`Home ${id}/Sub ${id}.md`]: `# Sub\n\n![dot](Sub%20${id}/dot.png)\n\n<aside>\n💡 Ask early.\n\n</aside>\n\n> [!WARNING]\n> Hot.\n\n\`\`\`\na\n\n\nb\n\`\`\`\n`,
      [`Home ${id}/Sub ${id}/dot.png`]: PNG,
    }).body
    site.pages['/n.zip'] = zipped({ 'Export-Part-1.zip': part })
    expect((await importFrom('notion', '/n.zip')).body).toMatchObject({ importedResources: 3, totalResources: 3 })
    expect(await tree()).toEqual(['Home', 'Sub'])
    expect(await markdownOf('home')).toContain('[Sub](sub.md)')
    const sub = await markdownOf('sub')
    expect(sub).toContain('{% hint style="info" %}\n💡 Ask early.\n{% endhint %}')
    expect(sub).toContain('{% hint style="warning" %}\nHot.\n{% endhint %}')
    expect(sub).toContain('a\n\n\nb')
  })
})

describe('what cannot be imported', () => {
  const encrypted = () => {
    const bytes = Buffer.from(zipped({ 'a.md': '# A' }).body)
    // Sets the encryption flag in the local header and in the central directory.
    bytes[6]! |= 1
    bytes[bytes.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1
    return { type: 'application/zip', body: bytes }
  }
  const traversing = () => {
    const bytes = Buffer.from(zipped({ 'aaaaaaa.md': '# A' }).body)
    for (let at = bytes.indexOf('aaaaaaa.md'); at !== -1; at = bytes.indexOf('aaaaaaa.md'))
      bytes.write('../../b.md', at)
    return { type: 'application/zip', body: bytes }
  }
  const bomb = () => zipped({ 'a.md': '# A', 'zeros.png': new Uint8Array(30_000_000) })
  const liar = () => {
    const bytes = Buffer.from(zipped({ 'zeros.md': new Uint8Array(30_000_000) }).body)
    bytes.writeUInt32LE(10, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
    return { type: 'application/zip', body: bytes }
  }
  const ole = (text: string) => ({
    type: 'application/octet-stream',
    body: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500), Buffer.from(text, 'utf16le')]),
  })

  test.each<[string, string, () => object | string | undefined, RegExp]>([
    ['website', 'nothing there', () => undefined, /responded with status 404/],
    ['website', 'a PDF', () => ({ type: 'application/pdf', body: '%PDF-' }), /is not a web page/],
    ['website', 'a page without end', () => '<div>'.repeat(30_000), /nested too deeply/],
    ['html', 'a picture', () => png, /not HTML/],
    ['markdown', 'a page of HTML', () => '<p>a page</p>', /not Markdown/],
    ['markdown', 'too large', () => ({ type: 'text/plain', body: 'x'.repeat(6_000_000) }), /exceeds the size limit/],
    ['zip', 'text', () => 'not a zip', /not a ZIP archive/],
    ['zip', 'an archive that is cut off', () => ({ body: 'PK\x03\x04 cut off' }), /archive is damaged or incomplete/],
    ['zip', 'with a password', encrypted, /protected by a password/],
    ['zip', 'with names outside', traversing, /outside itself/],
    ['zip', 'a bomb', bomb, /excessive compression ratio/],
    ['zip', 'a bomb that lies about it', liar, /damaged/],
    ['zip', 'without pages', () => zipped({ 'a.txt': 'no page' }), /nothing to import/],
    ['docx', 'with a password', () => ole('EncryptedPackage'), /protected by a password/],
    ['docx', 'in the old format', () => ole('WordDocument'), /old \.doc format/],
    ['docx', 'an archive of something else', () => zipped({ 'a.md': 'x' }), /not a \.docx document/],
    ['docx', 'damaged', () => zipped({ 'word/document.xml': '<broken' }), /damaged/],
    ['github-wiki', 'nothing there', () => undefined, /no wiki to clone/],
    ['google-docs', 'a picture', () => png, /no Google Docs document/],
  ])('importContent: %s, %s', async (source, _what, serve, sentence) => {
    site.pages['/x'] = serve() as never
    const answer = await importFrom(source, '/x')
    expect([answer.status, answer.body.error?.issues]).toEqual([
      422,
      [{ path: 'url', message: expect.stringMatching(sentence) }],
    ])
    expect(await tree()).toEqual([])
  })

  test('importContent: rejects forbidden URLs and invalid bodies', async () => {
    const url = site.url.replace('127.0.0.1', '127.0.0.2')
    const refused = await importInto('/content', { source: 'html', url })
    expect([refused.status, refused.body.error.issues[0].message]).toEqual([
      400,
      expect.stringContaining('LECTERN_FETCH_ALLOW'),
    ])
    for (const body of [
      { source: 'html', url: 'file:///etc/passwd' },
      { source: 'html', url: 'ftp://example.com' },
      { source: 'html' },
      { source: 'html', url: site.url, key: 'x' },
      { source: 'html', key: 'missing' },
      { source: 'website', key: 'x' },
      { source: 'gopher', url: site.url },
    ])
      expect((await importInto('/content', body)).status, JSON.stringify(body)).toBe(400)
    const gone = await importInto('/content', { source: 'html', url: 'http://nothing.invalid/' })
    expect([gone.status, gone.body.error.issues[0].message]).toEqual([
      422,
      expect.stringContaining('cannot be resolved'),
    ])
  })
})
