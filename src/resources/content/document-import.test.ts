// @only-sqlite
// Imports from Word, Google Docs, the wiki of a repository, and uploads.
import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { markdown, newSpace } from '../../../test/support/pages.ts'
import { startedRepositories } from '../../../test/support/repositories.ts'
import { startedServer } from '../../../test/support/server.ts'
import { startedWebsite } from '../../../test/support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const site = startedWebsite()
const git = startedRepositories()
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let space: string
beforeEach(async () => {
  space = (await createSpace(server)).id
})

const importWith = (body: object) => server.admin.http.post(`/v1/spaces/${space}/content/import`, body)
const read = async (path: string) => (await server.admin.http.get(`/v1/spaces/${space}/content${path}`)).body
const markdownOf = async (path: string) => (await read(`/path/${path}?format=markdown`)).markdown as string
const titles = async () => (await read('/pages')).pages.map(({ title }: { title: string }) => title)

const zipped = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, body]) => [name, typeof body === 'string' ? strToU8(body) : body]),
    ),
  )

const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
  xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
  xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
  xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const paragraph = (style: string, runs: string) =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`
const run = (text: string, marks = '') =>
  `<w:r>${marks && `<w:rPr>${marks}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const picture = `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="dot" descr="A dot"/><a:graphic><a:graphicData>
  <pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

const docx = () =>
  zipped({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/>
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="r" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Type="${RELATIONS}/image" Target="media/image1.png"/>
      <Relationship Id="rId2" Type="${RELATIONS}/hyperlink" Target="https://example.com/" TargetMode="External"/></Relationships>`,
    'word/styles.xml': `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
      <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/media/image1.png': PNG,
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${[
      paragraph('Title', run('The report')),
      paragraph('', run('Plain and ') + run('bold', '<w:b/>') + run(' &lt;b&gt;')),
      paragraph('Heading1', run('A part')),
      paragraph('', `<w:hyperlink r:id="rId2">${run('A link')}</w:hyperlink>`),
      paragraph('', picture),
      paragraph('', picture),
    ].join('')}</w:body></w:document>`,
  })

describe('a Word document', () => {
  test('importContent: keeps headings, marks, links and pictures', async () => {
    site.pages['/The%20report.docx'] = { type: 'application/octet-stream', body: docx() }
    const { body } = await importWith({ source: 'docx', url: `${site.url}/The%20report.docx` })
    expect(body).toMatchObject({ importedResources: 2, totalResources: 2, failures: [] })
    const markdown = await markdownOf('the-report')
    expect(markdown).toContain('Plain and **bold** \\<b>')
    expect(markdown).toContain('## A part')
    expect(markdown).toContain('[A link](https://example.com/)')
    expect(markdown.match(/<img src="files\/\w+\/file.png" alt="A dot">/g)).toHaveLength(2)
  })

  test('importContent: may be uploaded first', async () => {
    const bytes = docx()
    const file = { name: 'report.docx', type: 'application/octet-stream', size: bytes.length }
    const upload = await server.admin.http.post(`/v1/orgs/${server.organization}/storage/upload`, {
      file,
      kind: 'import_file',
    })
    await fetch(upload.body.url, { method: 'PUT', body: bytes })
    expect((await importWith({ source: 'docx', key: upload.body.key })).status).toBe(201)
    expect(await titles()).toEqual(['The report'])
    const other = await server.found()
    const theirs = (await createSpace(other)).id
    const body = { source: 'docx', key: upload.body.key }
    expect((await other.admin.http.post(`/v1/spaces/${theirs}/content/import`, body)).status).toBe(400)
  })
})

describe('a document of Google Docs', () => {
  const exported = `<html><head><title>Plan</title><style>ol{margin:0}.c1{font-weight:700}.c2{font-style:italic}</style></head><body>
    <p class="c0 title"><span>The plan</span></p><p><span class="c1">Bold</span><span> and </span><span class="c2">not</span></p>
    <ul class="lst-kix_abc-0 start"><li><span>one</span></li></ul><ul class="lst-kix_abc-1 start"><li><span>two</span></li></ul>
    <ul class="lst-kix_abc-0"><li><span>three</span></li></ul>
    <p><a href="https://www.google.com/url?q=https://example.com/x&amp;sa=D">out</a> <img src="images/image1.png"></p></body></html>`

  test('importContent: is imported from its HTML export, with formatting from its classes', async () => {
    site.pages['/document/d/abc_123/export?format=zip'] = {
      type: 'application/zip',
      body: zipped({ 'Plan.html': exported, 'images/image1.png': PNG }),
    }
    const { body } = await importWith({
      source: 'google-docs',
      url: `${site.url}/document/d/abc_123/edit?usp=sharing#heading`,
    })
    expect(body).toMatchObject({ importedResources: 2, totalResources: 2 })
    const markdown = await markdownOf('the-plan')
    expect(markdown).toContain('**Bold** and _not_')
    expect(markdown).toContain('* one\n  * two\n* three')
    expect(markdown).toMatch(/\[out\]\(https:\/\/example.com\/x\) !\[\]\(files\/\w+\/image1.png\)/)
  })

  test('importContent: also from a page that was exported before', async () => {
    site.pages['/plan.html'] = exported
    site.pages['/images/image1.png'] = { type: 'image/png', body: PNG }
    expect((await importWith({ source: 'google-docs', url: `${site.url}/plan.html` })).status).toBe(201)
    expect(await titles()).toEqual(['The plan'])
  })
})

describe('the wiki of a repository', () => {
  test('importContent: follows the order of its sidebar and resolves wiki links', async () => {
    git.add('owner/repo.wiki.git', {
      'Home.md':
        'Welcome. See [[Getting Started]], [[the second|Second Page#more]], `[[code]]` and ![](images/dot.png)',
      'Getting-Started.md': '# Getting started\n\n[Home](Home)',
      'Second-Page.md': `Plain text, [start](${git.url}/owner/repo/wiki/Getting-Started)`,
      'Left-Out.md': 'Not in the sidebar',
      '_Sidebar.md': '* [[Home]]\n* [[Second Page]]\n  * [[Getting Started]]\n',
      '_Footer.md': 'Footer',
      'images/dot.png': PNG,
    })
    const { body } = await importWith({ source: 'github-wiki', url: `${git.url}/owner/repo/wiki` })
    expect(body).toMatchObject({ importedResources: 5, totalResources: 5, failures: [] })
    expect(await titles()).toEqual(['Home', 'Second Page', 'Left Out'])
    const home = await markdownOf('home')
    expect(home).toContain(
      '[Getting Started](second-page/getting-started.md), [the second](second-page.md#more), `[[code]]`',
    )
    expect(home).toMatch(/!\[\]\(files\/\w+\/dot.png\)/)
    expect(await markdownOf('second-page')).toContain('[start](second-page/getting-started.md)')
  })
})

test('importContentInPageById: a page exported as markdown and imported into itself is unchanged', async () => {
  const pages = await newSpace(server)
  const into = await pages.insert('Guides')
  const { insertedFiles } = (
    await pages.write({ operation: 'insert_files', files: [{ base64: PNG.toString('base64'), name: 'dot.png' }] })
  ).body
  const text = `[up](/guides.md) [own](start.md#x)\n\n![](/files/${insertedFiles[0].id}/dot.png)`
  const page = await pages.insert('Start', { into })
  await pages.write({ operation: 'update_page', page, ...markdown(text) })
  const bytes = Buffer.from(await pages.markdown(page))
  const file = { name: 'start.md', type: 'text/markdown', size: bytes.length }
  const path = `/v1/orgs/${server.organization}/storage/upload`
  const { url, key } = (await server.admin.http.post(path, { file, kind: 'import_file' })).body
  await fetch(url, { method: 'PUT', body: bytes })
  const revision = await pages.revision()
  const { body } = await server.admin.http.post(`${pages.path}/page/${page}/import`, { source: 'markdown', key })
  expect([await pages.revision(), await pages.markdown(page)]).toEqual([revision, bytes.toString()])
  expect(body.revision).toBe(revision)
})
