// The history of main content: revisions, changes and rollback.
import { beforeAll, describe, expect, test } from 'vitest'
import { markdown, newChangeRequest, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

let space: Pages & { id: string }
let page: string
let first: string

beforeAll(async () => {
  space = await newSpace(server)
  page = await space.insert('Page', markdown('One.'))
  first = await space.revision()
})

const revisions = (rest = '') => server.admin.http.get(`/v1/spaces/${space.id}/revisions${rest}`)
const rollBack = (id: string) => server.admin.http.post(`/v1/spaces/${space.id}/revisions/${id}/rollback`)

test('listRevisions: lists the revisions of main newest first, without their content', async () => {
  await space.write({ operation: 'update_page', page, title: 'Renamed' })
  await (await newChangeRequest(server, space.id)).insert('Only proposed')
  const { body } = await revisions()
  expect(body.count).toBe(3)
  expect(body.items[0]).toEqual({
    object: 'revision',
    id: await space.revision(),
    type: 'edits',
    parents: [first],
    createdBy: expect.objectContaining({ id: server.admin.id }),
    createdAt: expect.any(String),
    urls: { app: expect.any(String), location: expect.any(String) },
  })
  const two = (await revisions('?limit=1')).body
  expect((await revisions(`?limit=1&page=${two.next.page}`)).body.items[0].id).toBe(first)
})

test('listPageRevisions: lists the revisions that changed the page, newest first', async () => {
  const { body: made } = await space.write({
    operation: 'insert_page',
    title: 'Its own',
    document: { markdown: 'One' },
  })
  const own = made.changes[0].page.id
  const created = await space.revision()
  await space.write({ operation: 'update_page', page, title: 'Another page' })
  await space.write({ operation: 'update_page', page: own, document: { markdown: 'Two' } })
  const edited = await space.revision()
  await space.write({ operation: 'move_page', page: own, into: page })
  const list = (rest = '') => server.admin.http.get(`/v1/spaces/${space.id}/content/page/${own}/revisions${rest}`)
  const ids = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)
  expect(ids(await list())).toEqual([edited, created])
  const one = await list('?limit=1')
  expect(ids(one)).toEqual([edited])
  expect(ids(await list(`?limit=1&page=${one.body.next.page}`))).toEqual([created])
  expect((await server.admin.http.get(`/v1/spaces/${space.id}/content/page/none/revisions`)).status).toBe(404)
})

describe('a rollback', () => {
  test('rollbackToRevision: restores the content as a new revision', async () => {
    await space.write({ operation: 'delete_page', page })
    const head = await space.revision()
    const { status, body } = await rollBack(first)
    expect([status, body]).toEqual([200, expect.objectContaining({ type: 'rollback', parents: [head] })])
    expect(await space.revision()).toBe(body.id)
    expect((await space.get(`/page/${page}?format=markdown`)).body).toMatchObject({
      title: 'Page',
      markdown: '# Page\n\nOne.\n',
    })
    expect((await rollBack(first)).body.id).toBe(body.id)
  })

  test('rollbackToRevision: is for main content only, and for those who may edit it', async () => {
    const change = await newChangeRequest(server, space.id)
    await change.insert('Proposed')
    expect((await rollBack(await change.revision())).status).toBe(409)
    expect((await rollBack('nothing')).status).toBe(404)
    const { http } = await server.join('comment')
    expect((await http.post(`/v1/spaces/${space.id}/revisions/${first}/rollback`)).status).toBe(403)
  })
})

describe('changes', () => {
  const changes = async (id: string, more = '') => (await revisions(`/${id}/changes${more}`)).body

  test('getRevisionSemanticChanges: returns the changes of a revision', async () => {
    const { body } = await space.write(
      { operation: 'insert_page', title: 'New', ref: 'new' },
      { operation: 'update_page', page, title: 'Other', into: 'new' },
      { operation: 'set_variables', variables: { a: 1 } },
      { operation: 'insert_files', files: [{ base64: 'aGk=', name: 'hi.txt' }] },
    )
    const told = await changes(body.revision)
    expect(told.changes).toMatchObject([
      { type: 'page_created', page: { title: 'New', path: 'new' } },
      { type: 'page_edited', page: { id: page }, attributes: { title: { before: 'Page', after: 'Other' } } },
      { type: 'page_moved', page: { id: page, path: 'new/page' }, parent: { after: { title: 'New' } } },
      { type: 'file_created', file: { name: 'hi.txt', downloadURL: expect.stringContaining('http') } },
      { type: 'variables_edited', variables: { a: { after: 1 } } },
    ])
    expect(await changes(body.revision, '?limit=2')).toMatchObject({ changes: [{}, {}], more: 3 })
    expect((await revisions('/nothing/changes')).status).toBe(404)
  })

  test('getRevisionSemanticChanges: the first revision has no changes, or its initial content', async () => {
    const { items } = (await revisions('?limit=1000')).body
    expect(await changes(items.at(-1).id)).toEqual({ changes: [] })
    const copy = (await server.admin.http.post(`/v1/spaces/${space.id}/duplicate`)).body
    const { body } = await server.admin.http.get(`/v1/spaces/${copy.id}/revisions/${copy.revision}/changes`)
    expect(body.changes.map(({ type }: { type: string }) => type)).toContain('page_created')
  })

  test('getRevisionSemanticChanges, listRevisions: name the merged change request', async () => {
    const change = await newChangeRequest(server, space.id)
    await change.insert('Merged')
    await server.admin.http.post(`/v1/spaces/${space.id}/change-requests/${change.id}/merge`)
    const head = await space.revision()
    expect(await changes(head)).toMatchObject({ mergedFrom: { id: change.id }, changes: [{ type: 'page_created' }] })
    expect((await revisions('?limit=1')).body.items[0]).toMatchObject({ type: 'merge', mergedFrom: { id: change.id } })
    expect((await space.get('')).body.mergedFrom.id).toBe(change.id)
  })
})
