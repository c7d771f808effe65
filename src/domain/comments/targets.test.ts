import { beforeAll, expect, test } from 'vitest'
import { createSpace, type Scene, statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let scene: Scene

beforeAll(() => {
  scene = { organization: server.organization, admin: server.admin }
})

interface Node {
  key: string
  type: string
  data: { records: object; definition: object }
}

const TEXT = 'The first paragraph.\n\nThe second paragraph.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n'

async function write() {
  const { id: space } = await createSpace(scene)
  const http = scene.admin.http
  const change = async (...changes: object[]) => (await http.post(`/v1/spaces/${space}/content`, { changes })).body
  const { changes } = await change(
    { operation: 'insert_page', title: 'Parent' },
    { operation: 'insert_page', title: 'Child', emoji: '1f600', document: { markdown: TEXT } },
  )
  const idOf = (at: number): string => changes[at].page?.id ?? changes[at].page ?? changes[at].ids[0]
  const [parent, page] = [idOf(0), idOf(1)]
  const { body } = await http.get(`/v1/spaces/${space}/content/page/${page}?format=document`)
  const [first, second, table] = body.document.nodes as [Node, Node, Node]
  const at = `/v1/spaces/${space}/comments`
  const post = async (about: object) => (await http.post(at, { ...about, body: { markdown: 'See here' } })).body
  const targetOf = async ({ id }: { id: string }) => (await http.get(`${at}/${id}`)).body.target
  return { space, http, change, parent, page, first, second, table, at, post, targetOf }
}

test('postCommentInSpace, getCommentInSpace: return the current page and node', async () => {
  const { page, parent, second, change, post, targetOf, space } = await write()
  const comment = await post({ page, node: second.key })
  expect(comment.target).toMatchObject({
    node: { id: second.key, preview: 'The second paragraph.' },
    page: { id: page, title: 'Child', emoji: '1f600', path: 'child', outdated: false },
    space,
  })
  await change({ operation: 'update_page', page, title: 'Renamed', document: { markdown: `New.\n\n${TEXT}` } })
  await change({ operation: 'update_page', page, into: parent })
  const after = await targetOf(comment)
  expect(after.node).toEqual({ id: second.key, preview: 'The second paragraph.' })
  expect(after.page).toMatchObject({ title: 'Renamed', outdated: false })
  expect(after.page.path).toMatch(/^parent\//)
  expect(after.revision).toBe(comment.target.revision)
})

test('getCommentInSpace, listCommentsInSpace: a target is outdated once its block or page is gone, and keeps its snapshot', async () => {
  const { page, first, second, change, post, targetOf, at, http } = await write()
  const onBlock = await post({ page, node: second.key })
  const onOther = await post({ page, node: first.key })
  const onPage = await post({ page })
  await change({ operation: 'update_page', page, document: { markdown: 'The first paragraph.' } })
  expect(await targetOf(onBlock)).toMatchObject({
    node: { id: second.key, preview: 'The second paragraph.' },
    page: { title: 'Child', outdated: true },
  })
  expect((await targetOf(onOther)).page.outdated).toBe(false)
  expect((await targetOf(onPage)).page.outdated).toBe(false)
  await change({ operation: 'delete_page', page })
  const { items, count } = (await http.get(`${at}?targetPage=${page}`)).body
  expect(count).toBe(3)
  for (const { target } of items)
    expect(target.page).toMatchObject({ id: page, title: 'Child', path: 'child', outdated: true })
})

test('postCommentInSpace: a table cell can be the target', async () => {
  const { page, table, first, change, post, targetOf, http, at } = await write()
  const [[record], [definition]] = [Object.keys(table.data.records), Object.keys(table.data.definition)]
  const tableCell = { record: record!, definition: definition! }
  const comment = await post({ page, node: table.key, tableCell })
  expect(comment.target).toMatchObject({ tableCell, page: { outdated: false } })
  const body = { markdown: 'See here' }
  for (const bad of [
    { page, node: first.key, tableCell },
    { page, node: table.key, tableCell: { ...tableCell, record: 'none' } },
  ])
    expect(await statusOf(http.post(at, { ...bad, body }))).toBe(404)
  expect(await statusOf(http.post(at, { page, tableCell, body }))).toBe(400)
  await change({ operation: 'update_page', page, document: { markdown: 'No table.' } })
  expect(await targetOf(comment)).toMatchObject({ tableCell, page: { outdated: true } })
})

test('postCommentInSpace, postCommentInChangeRequest: a target that is not in the content is a 404', async () => {
  const { page, http, at, space, change } = await write()
  const body = { markdown: 'Where' }
  expect(await statusOf(http.post(at, { page: 'none', body }))).toBe(404)
  expect(await statusOf(http.post(at, { page, node: 'none', body }))).toBe(404)
  expect((await http.post(at, { node: 'none', body })).body.error.issues).toEqual([
    { path: 'page', message: 'is required with node' },
  ])
  const request = (await http.post(`/v1/spaces/${space}/change-requests`, {})).body
  await change({ operation: 'delete_page', page })
  expect(await statusOf(http.post(at, { page, body }))).toBe(404)
  const there = await http.post(`/v1/spaces/${space}/change-requests/${request.id}/comments`, { page, body })
  expect(there.body.target.page).toMatchObject({ id: page, outdated: false })
})

test('listCommentsInSpace: comments on many pages', async () => {
  const { page, parent, first, second, post, http, at } = await write()
  for (const about of [{ page, node: first.key }, { page: parent }, {}, { page, node: second.key }]) await post(about)
  const { items } = (await http.get(`${at}?order=asc`)).body
  const seen = items.map(({ target }: { target: { page?: { path: string }; node?: { preview: string } } }) => [
    target.page?.path,
    target.node?.preview,
  ])
  expect(seen).toEqual([
    ['child', 'The first paragraph.'],
    ['parent', undefined],
    [undefined, undefined],
    ['child', 'The second paragraph.'],
  ])
})

const WORDS = { start: 4, end: 16, quote: 'second parag' }

test('postCommentInSpace, getCommentInSpace: words of a block follow edits, merges and a split of the block', async () => {
  const { page, second, change, post, targetOf, space, http } = await write()
  const comment = await post({ page, node: second.key, range: WORDS })
  expect(comment.target.node).toEqual({ id: second.key, preview: 'The second paragraph.', range: WORDS })
  await change({ operation: 'update_page', page, document: { markdown: TEXT.replace('second', 'now second') } })
  expect((await targetOf(comment)).node.range).toEqual({ start: 8, end: 20, quote: 'second parag' })
  const request = (await http.post(`/v1/spaces/${space}/change-requests`, {})).body.id
  const at = `/v1/spaces/${space}/change-requests/${request}`
  await http.post(`${at}/content`, {
    changes: [
      { operation: 'update_page', page, document: { markdown: `New.\n\n${TEXT.replace('second', 'other, second')}` } },
    ],
  })
  expect((await http.post(`${at}/merge`, {})).body.result).toBe('merge')
  const merged = await targetOf(comment)
  expect(merged.node.range.quote).toBe('second parag')
  expect(merged.node.preview.slice(merged.node.range.start, merged.node.range.end)).toBe('second parag')
  const { body } = await http.get(`/v1/spaces/${space}/content/page/${page}?format=document`)
  const nodes = body.document.nodes.flatMap((node: { key: string }) =>
    node.key === second.key ? [lineBlock(second.key, 'The other, '), lineBlock('split', 'second paragraph.')] : [node],
  )
  await change({ operation: 'update_page', page, document: { document: { ...body.document, nodes } } })
  expect((await targetOf(comment)).node).toMatchObject({ id: 'split', range: { start: 0, end: 12 } })
})

const lineBlock = (key: string, text: string) => ({
  object: 'block',
  type: 'paragraph',
  key,
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

test('getCommentInSpace, postCommentInChangeRequest: words that are gone say so and are found when they come back', async () => {
  const { page, second, change, post, targetOf, space, http } = await write()
  const comment = await post({ page, node: second.key, range: WORDS })
  const request = (await http.post(`/v1/spaces/${space}/change-requests`, {})).body.id
  const there = `/v1/spaces/${space}/change-requests/${request}/comments`
  const inDraft = (await http.post(there, { page, node: second.key, range: WORDS, body: { markdown: 'Here' } })).body
  await change({
    operation: 'update_page',
    page,
    document: { markdown: TEXT.replace('The second paragraph', 'Another one') },
  })
  expect(await targetOf(comment)).toMatchObject({
    page: { outdated: true },
    node: { range: { start: 4, end: 4, quote: 'second parag' } },
  })
  expect((await http.get(`${there}/${inDraft.id}`)).body.target).toMatchObject({
    page: { outdated: false },
    node: { range: WORDS },
  })
  await change({ operation: 'update_page', page, document: { markdown: TEXT } })
  expect(await targetOf(comment)).toMatchObject({ page: { outdated: false }, node: { range: WORDS } })
  await change({ operation: 'update_page', page, document: { markdown: 'The first paragraph.' } })
  expect((await targetOf(comment)).page.outdated).toBe(true)
})

test('postCommentInSpace: words are checked, and found where they have moved', async () => {
  const { page, second, table, post, http, at } = await write()
  const body = { markdown: 'See here' }
  expect(
    (await post({ page, node: second.key, range: { start: 0, end: 6, quote: 'second' } })).target.node.range,
  ).toEqual({
    start: 4,
    end: 10,
    quote: 'second',
  })
  const bad = [
    [{ page, range: { start: 0, end: 3 }, body }, 400],
    [{ page, node: second.key, range: { start: 3, end: 3 }, body }, 400],
    [{ page, node: second.key, range: { start: 0, end: 1000 }, body }, 400],
    [{ page, node: second.key, range: { start: -1, end: 3 }, body }, 400],
    [{ page, node: table.key, range: { start: 0, end: 1 }, body }, 400],
    [{ page, node: second.key, range: { start: 0, end: 3, quote: 'elsewhere' }, body }, 404],
  ] as const
  for (const [given, status] of bad) expect(await statusOf(http.post(at, given))).toBe(status)
})
