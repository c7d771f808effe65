// All read operations, on the content of a space, a change request and a revision.
import { beforeAll, describe, expect, test } from 'vitest'
import { markdown, newChangeRequest, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

/** The path of each; all have the same content. */
const bases: Record<string, () => string> = {
  space: () => space.path,
  'change request': () => changeRequest.path,
  'change request by number': () => changeRequest.path.replace(changeRequest.id, String(changeRequest.number)),
  revision: () => revision,
  'space, with revision': () => space.path,
}

let space: Pages & { id: string }
let changeRequest: Pages & { id: string; number: number }
let revision: string
let guides: string
let install: string
let snippet: string

beforeAll(async () => {
  space = await newSpace(server)
  guides = await space.insert('Guides', { type: 'group' })
  install = await space.insert('Install', {
    into: guides,
    ...markdown('Use <code class="expression">space.vars.tool</code> now.\n\n## On Linux\n\nRun it.'),
    variables: { flavor: 'plain' },
  })
  await space.insert('Ünïcode & more', { into: install })
  await space.insert('Elsewhere', { type: 'link', target: { kind: 'url', url: 'https://example.com/' } })
  const { body } = await space.write(
    { operation: 'insert_reusable_content', title: 'Snippet', ...markdown('Reused.') },
    { operation: 'set_variables', variables: { tool: 'a spade' } },
    { operation: 'insert_files', files: [{ base64: Buffer.from('hello').toString('base64'), name: 'hello.txt' }] },
  )
  snippet = body.changes[0].ids[0]
  changeRequest = await newChangeRequest(server, space.id)
  revision = `/v1/spaces/${space.id}/revisions/${body.revision}`
})

const get = (path: string) => server.admin.http.get(path)

describe.each(Object.entries(bases))('%s', (name, base) => {
  const query = () => (name === 'space, with revision' ? `revision=${revision.split('/').at(-1)}&` : '')
  const read = (path: string, more = '') => get(`${base()}${path}?${query()}${more}`)

  test('getPageById, getPageInChangeRequestById, getPageInRevisionById: return the text as HTML', async () => {
    const { body, headers } = await read(`/page/${install}`, 'format=html&evaluated=true')
    expect(body.html).toMatch(
      /^<p data-key="\w+">Use a spade now\.<\/p><h2 data-key="\w+" id="on-linux">.*On Linux<\/h2><p data-key="\w+">Run it\.<\/p>$/,
    )
    expect(headers.get('etag')).toBeNull()
    expect((await read(`/page/${install}`, 'format=html')).body.html).toContain('space.vars.tool')
  })

  test('getCurrentRevision, getRevisionOfChangeRequestById, getRevisionById: return the complete revision', async () => {
    const { body, headers } = await read('')
    expect(body).toMatchObject({
      object: 'revision',
      type: 'edits',
      pages: [{ title: 'Guides' }, { title: 'Elsewhere' }],
      files: [{ name: 'hello.txt', contentType: 'text/plain', size: 5, downloadURL: expect.stringContaining('http') }],
      reusableContents: [{ id: snippet, title: 'Snippet', document: expect.any(String) }],
      variables: { tool: 'a spade' },
    })
    expect(headers.get('etag')).toContain(body.id)
  })

  test('listPages, listPagesInChangeRequest, listPagesInRevisionById: show the tree, with paths', async () => {
    const { body } = await read('/pages')
    expect(body.pages).toMatchObject([
      {
        type: 'group',
        kind: 'group',
        path: 'guides',
        pages: [{ id: install, path: 'guides/install', pages: [{ path: 'guides/install/uenicode-and-more' }] }],
      },
      { type: 'link', kind: 'link', target: { kind: 'url' } },
    ])
  })

  test('getPageById, getPageInChangeRequestById, getPageInRevisionById: return a page in the requested format', async () => {
    const { body } = await read(`/page/${install}`)
    expect(body).toMatchObject({
      id: install,
      path: 'guides/install',
      pages: [{ path: 'guides/install/uenicode-and-more' }],
    })
    expect(body).not.toHaveProperty('markdown')
    expect((await read(`/page/${install}`, 'format=markdown')).body.markdown).toContain('## On Linux')
    const { document } = (await read(`/page/${install}`, 'format=document')).body
    expect(document.nodes[1]).toMatchObject({ type: 'heading-1', key: expect.any(String), meta: { id: 'on-linux' } })
    expect((await read('/page/nothing')).status).toBe(404)
  })

  test('getPageByPath, getPageInChangeRequestByPath, getPageInRevisionByPath: find a page by any spelling of its path', async () => {
    for (const path of ['guides/install', 'guides/install/', 'guides%2Finstall', 'GUIDES/Install'])
      expect((await read(`/path/${path}`)).body.id, path).toBe(install)
    expect((await read('/path/guides')).body.id).toBe(guides)
    for (const path of ['install', 'guides/install/none', 'guides//%20'])
      expect((await read(`/path/${path}`)).status).toBe(404)
  })

  test('getReusableContentById, getReusableContentInChangeRequestById, getReusableContentInRevisionById: show it', async () => {
    const { body } = await read(`/reusable-contents/${snippet}`)
    expect(body).toEqual({ id: snippet, title: 'Snippet', document: expect.any(String) })
    expect((await read('/reusable-contents/nothing')).status).toBe(404)
  })

  test('getPageById, getPageInChangeRequestById, getPageInRevisionById: evaluate variables on request', async () => {
    const text = async (more: string) => (await read(`/page/${install}`, `format=markdown&${more}`)).body.markdown
    expect(await text('')).toContain('space.vars.tool')
    expect(await text('evaluated=false')).toContain('space.vars.tool')
    expect(await text('evaluated=true')).toContain('Use a spade now.')
    expect(await text('evaluated=deterministic-only')).toContain('Use a spade now.')
    expect((await read(`/page/${install}`, 'evaluated=perhaps')).status).toBe(400)
  })

  test('getPageById, getPageInChangeRequestById, getPageInRevisionById: reply 304 to a current ETag', async () => {
    const path = `${base()}/page/${install}?${query()}format=markdown`
    const etag = (await get(path)).headers.get('etag')!
    expect((await server.admin.http.get(path, { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('documents', () => {
  test('getPageDocumentInRevisionById: shows the document of a page, evaluated or not', async () => {
    const plain = (await get(`${revision}/page/${install}/document`)).body
    expect(plain.nodes[0].nodes.map((node: { type?: string }) => node.type)).toContain('expression')
    const evaluated = (await get(`${revision}/page/${install}/document?evaluated=true`)).body
    expect(JSON.stringify(evaluated)).toContain('a spade')
    for (const page of [guides, 'nothing']) expect((await get(`${revision}/page/${page}/document`)).status).toBe(404)
  })

  test('getReusableContentDocumentInRevisionById: shows the document of a reusable content', async () => {
    const { body } = await get(`${revision}/reusable-contents/${snippet}/document`)
    expect(JSON.stringify(body)).toContain('Reused.')
    expect((await get(`${revision}/reusable-contents/nothing/document`)).status).toBe(404)
  })

  test('getDocumentById: shows what a revision of the space refers to, also an older one or one of a change request', async () => {
    const documentOf = async (pages: Pages) => (await pages.get(`/page/${install}`)).body.documentId as string
    const change = await newChangeRequest(server, space.id)
    await change.write({ operation: 'update_page', page: install, ...markdown('Proposed.') })
    const proposed = await documentOf(change)
    const other = await newSpace(server)
    const foreign = (await other.get(`/page/${await other.insert('Secret', markdown('Secret.'))}`)).body.documentId
    const show = (id: string) => get(`/v1/spaces/${space.id}/documents/${id}`)
    expect((await show(foreign)).status).toBe(404)
    expect(JSON.stringify((await show(await documentOf(space))).body)).toContain('On Linux')
    expect(JSON.stringify((await show(proposed)).body)).toContain('Proposed.')
    expect((await show('nothing')).status).toBe(404)
  })

  test('getDocumentById: shows documents only, not the nodes of the tree', async () => {
    const { root } = await server.database.read
      .selectFrom('revisions')
      .select('root')
      .where('id', '=', await space.revision())
      .executeTakeFirstOrThrow()
    expect((await get(`/v1/spaces/${space.id}/documents/${root}`)).status).toBe(404)
  })
})

test('getRevisionById: a revision of another space is 404', async () => {
  const other = await newSpace(server)
  expect((await get(`/v1/spaces/${other.id}/revisions/${await space.revision()}`)).status).toBe(404)
  expect((await other.get(`?revision=${await space.revision()}`)).status).toBe(404)
})

test('listPages: shows nothing of git without metadata', async () => {
  expect(JSON.stringify((await space.get('/pages?metadata=false')).body)).not.toContain('"git"')
  expect((await space.get('/pages?metadata=perhaps')).status).toBe(400)
})

test('getPageById: has another ETag after a new revision', async () => {
  const etag = async () => (await space.get(`/page/${install}`)).headers.get('etag')!
  const before = await etag()
  await space.insert('Something new')
  const { status } = await space.get(`/page/${install}`, { 'if-none-match': before })
  expect([status, await etag()]).toEqual([200, expect.not.stringContaining(before)])
})

test('getPageById, getRevisionById: an unknown revision is 404 even with a matching ETag', async () => {
  const etag = (await space.get(`/page/${install}`)).headers.get('etag')!
  const unknown = { 'if-none-match': etag.replace(await space.revision(), 'nothing') }
  expect((await space.get(`/page/${install}?revision=nothing`, unknown)).status).toBe(404)
  expect((await server.admin.http.get(`/v1/spaces/${space.id}/revisions/nothing`, unknown)).status).toBe(404)
})

test('getPageById: cached replies are not sent to callers without access', async () => {
  const path = `/v1/spaces/${space.id}/content/page/${install}?format=markdown`
  const stranger = await server.join()
  expect((await get(path)).status).toBe(200)
  expect((await stranger.http.get(path)).status).toBe(404)
})
