// @only-sqlite @slow
// Large texts and documents: parsed in worker threads with the same result as small ones, or refused with advice.
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../../test/support/content.ts'
import { startedServer } from '../../../../test/support/server.ts'

const server = startedServer()

const write = (space: string, changes: object[]) => server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
const insert = (title: string, document: object) => ({ operation: 'insert_page', title, document })
const read = async (space: string, path: string, format: string) =>
  (await server.admin.http.get(`/v1/spaces/${space}/content/path/${path}?format=${format}`)).body

const LINE =
  'Words, *more*, [a page](small.md), [a ref](batch), [elsewhere](https://example.com/), ![](picture.png).\n\n'
const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})
const documentOf = (count: number, text: string) => ({
  object: 'document',
  data: {},
  nodes: Array.from({ length: count }, () => paragraph(text)),
})

describe('updateSpaceContent: a large page', () => {
  test('of markdown has the same content and references as a small one', async () => {
    const { id: space } = await createSpace(server)
    await write(space, [insert('Small', { markdown: 'Small.' })])
    const written = await write(space, [
      { ...insert('One', { markdown: LINE }), ref: 'batch' },
      insert('Many', { markdown: LINE.repeat(300) }),
    ])
    expect(written.status).toBe(200)
    const nodesOf = async (path: string) =>
      (await read(space, path, 'document')).document.nodes.map(({ nodes }: { nodes: { data?: object }[] }) =>
        nodes.flatMap(({ data }) => (data && 'ref' in data ? [data.ref] : [])),
      )
    const [one] = await nodesOf('one')
    expect(one).toHaveLength(4)
    expect(await nodesOf('many')).toEqual(Array.from({ length: 300 }, () => one))
    const [small, large] = [
      (await read(space, 'one', 'markdown')).markdown,
      (await read(space, 'many', 'markdown')).markdown,
    ]
    expect(
      large
        .split('\n\n')
        .slice(1, 3)
        .map((text: string) => text.trim()),
    ).toEqual(Array(2).fill(small.split('\n\n')[1].trim()))
  })

  test('as a document is validated like a small one', async () => {
    const { id: space } = await createSpace(server)
    expect((await write(space, [insert('Many', { document: documentOf(3000, 'x') })])).status).toBe(200)
    const broken = documentOf(3000, 'x')
    broken.nodes[2999] = { ...paragraph('x'), type: '' }
    const { status, body } = await write(space, [insert('Broken', { document: broken })])
    expect([status, body.error.issues]).toEqual([
      400,
      [{ path: 'changes.0.document.document.nodes.2999.type', message: 'must name a type' }],
    ])
  })

  test.each<[string, object[], { path: string; message: RegExp }]>([
    [
      'markdown of too many parts',
      [insert('P', { markdown: '*a*\n\n'.repeat(20_000) })],
      { path: 'changes.0.document.markdown', message: /more than 50,000 parts.*split the page/ },
    ],
    [
      'a document of too many parts',
      [insert('P', { document: documentOf(20_000, 'x') })],
      { path: 'changes.0.document.document', message: /more than 50,000 parts/ },
    ],
    [
      'a document of too many characters',
      [insert('P', { document: documentOf(3, 'x'.repeat(700_000)) })],
      { path: 'changes.0.document.document', message: /more than 2,000,000 characters/ },
    ],
    [
      'too many parts together',
      Array.from({ length: 3 }, () => insert('P', { document: documentOf(5500, 'x') })),
      { path: 'changes', message: /in total: split them into several requests/ },
    ],
  ])('updateSpaceContent: %s is a 400 that says what to do', async (_what, changes, issue) => {
    const { id: space } = await createSpace(server)
    const { status, body } = await write(space, changes)
    expect([status, body.error?.issues]).toEqual([
      400,
      [{ path: issue.path, message: expect.stringMatching(issue.message) }],
    ])
  })
})

test('postCommentInSpace: a long comment is parsed in a worker thread and returned unchanged', async () => {
  const { id: space } = await createSpace(server)
  const markdown = Array.from({ length: 400 }, () => '**Bold**, [a link](https://example.com/) and `code`.').join(
    '\n\n',
  )
  const { status, body } = await server.admin.http.post(`/v1/spaces/${space}/comments?format=markdown`, {
    body: { markdown },
  })
  expect([status, body.body.markdown]).toEqual([200, markdown])
})
