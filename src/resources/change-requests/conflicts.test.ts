import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, UpdatePage } from '../../../src/engine/changes/change.ts'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { documentOf, edit, pages } from '../../../test/support/edits.ts'
import { belowTitle } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let space: { id: string }
let made: { id: string }

// A space with a few pages, and a change request on it.
beforeEach(async () => {
  space = await createSpace(server)
  await edit(server, { space: space.id }, pages('one', 'two', 'three', 'four'))
  made = (await server.admin.http.post(`/v1/spaces/${space.id}/change-requests`)).body
})

const at = (rest: string) => `/v1/spaces/${space.id}/change-requests/${made.id}${rest}`
const ours = (...changes: Change[]) =>
  edit(server, { space: space.id, changeRequest: made.id, by: server.admin.id }, changes)
const theirs = (...changes: Change[]) => edit(server, { space: space.id }, changes)
const change = (page: string, fields: Omit<UpdatePage, 'operation' | 'page'>): Change => ({
  operation: 'update_page',
  page,
  ...fields,
})
const remove = (page: string): Change => ({ operation: 'delete_page', page })
const update = async () => (await server.admin.http.post(at('/update'))).body
const merge = async () => (await server.admin.http.post(at('/merge'))).body
const list = async (query = '') => (await server.admin.http.get(at(`/conflicts${query}`))).body
const resolve = ({ id }: { id: string }, body: object, query = '') =>
  server.admin.http.post(at(`/conflicts/${id}${query}`), body)
const pageOf = async (page: string) =>
  (await server.admin.http.get(`/v1/spaces/${space.id}/content/page/${page}?format=markdown`)).body

/** Updates, expects exactly one conflict, and returns it. */
async function conflict(query = '') {
  expect((await update()).result).toBe('conflicts')
  const { count, items } = await list(query)
  expect(count).toBe(1)
  return items[0]
}

describe('conflicts', () => {
  test('updateChangeRequest, listConflicts: the same field, set differently', async () => {
    await ours(change('one', { title: 'Ours' }), change('two', { title: 'Only ours' }))
    const moved = await theirs(change('one', { title: 'Theirs', description: 'New' }), ...pages('five'))
    const found = await conflict()
    expect(found).toEqual({
      object: 'change-request-conflict',
      id: expect.any(String),
      kind: 'edited',
      status: 'open',
      target: { kind: 'page', id: 'one' },
      page: { id: 'one', title: 'Ours', path: 'one' },
      field: 'title',
      base: 'one',
      ours: 'Ours',
      theirs: 'Theirs',
      createdAt: expect.any(String),
    })
    // Everything without a conflict is merged.
    const { body } = await server.admin.http.get(at(''))
    expect(body).toMatchObject({ outdated: false, revisionMergedAncestor: moved })
    expect(await merge()).toEqual({ result: 'conflicts', revision: moved })
    expect((await resolve(found, { resolution: 'theirs' })).body).toEqual({
      ...found,
      status: 'resolved',
      resolution: 'theirs',
      page: { id: 'one', title: 'Theirs', path: 'one' },
      resolvedAt: expect.any(String),
    })
    expect((await merge()).result).toBe('merge')
    expect(await pageOf('one')).toMatchObject({ title: 'Theirs', description: 'New' })
    expect(await pageOf('two')).toMatchObject({ title: 'Only ours' })
    expect(await pageOf('five')).toMatchObject({ title: 'five' })
  })

  test('resolveConflict: "ours" keeps the value of the change request, as a revision by the resolver', async () => {
    await ours(change('one', { title: 'Ours' }))
    await theirs(change('one', { title: 'Theirs' }))
    const found = await conflict()
    const before = (await server.admin.http.get(at(''))).body.revision
    expect((await resolve(found, { resolution: 'ours' })).body).toMatchObject({ status: 'resolved', ours: 'Ours' })
    expect((await server.admin.http.get(at(''))).body.revision).not.toBe(before)
    expect((await merge()).result).toBe('merge')
    expect(await pageOf('one')).toMatchObject({ title: 'Ours' })
  })

  test('resolveConflict: edited, or given a child page, on one side and deleted on the other', async () => {
    await ours(change('one', { title: 'Kept' }), remove('two'), { ...pages('below')[0]!, into: 'three' } as Change)
    await theirs(remove('one'), change('two', { title: 'Kept too' }), remove('three'))
    expect((await update()).result).toBe('conflicts')
    const { items } = await list('?format=markdown')
    const [one, three, two] = ['one', 'three', 'two'].map((id) =>
      items.find(({ target }: { target: { id: string } }) => target.id === id),
    )
    expect(items.every(({ kind }: { kind: string }) => kind === 'deleted')).toBe(true)
    expect(one.ours).toMatchObject({ title: 'Kept', markdown: 'The text of one.\n' })
    expect(one.base).toMatchObject({ title: 'one' })
    expect(one).not.toHaveProperty('theirs')
    expect(two.theirs).toMatchObject({ title: 'Kept too' })
    expect(two).not.toHaveProperty('ours')
    expect(two.base).not.toHaveProperty('position')
    expect(three.page).toEqual({ id: 'three', title: 'three', path: 'three' })
    await resolve(one, { resolution: 'theirs' })
    await resolve(two, { resolution: 'document', document: { markdown: 'Kept with this text.' } })
    await resolve(three, { resolution: 'ours' })
    expect((await list('?status=open')).count).toBe(0)
    expect((await merge()).result).toBe('merge')
    const { body } = await server.admin.http.get(`/v1/spaces/${space.id}/content/pages`)
    expect(body.pages.map(({ id }: { id: string }) => id)).toEqual(['two', 'three', 'four'])
    expect(body.pages[1].pages[0].id).toBe('below')
    expect(await pageOf('two')).toMatchObject({ title: 'Kept too', markdown: '# Kept too\n\nKept with this text.\n' })
  })

  test('resolveConflict: a deletion keeps child pages of the other side as conflicts of their own', async () => {
    await theirs({ ...pages('below')[0]!, into: 'one' } as Change)
    await update()
    await ours(change('one', { title: 'Ours' }), change('below', { title: 'Ours' }))
    await theirs(remove('one'))
    expect((await update()).result).toBe('conflicts')
    const { items } = await list()
    expect(items.map(({ target }: { target: { id: string } }) => target.id)).toEqual(['below', 'one'])
    await resolve(items[1], { resolution: 'theirs' })
    const [below] = (await list()).items
    expect(below).toMatchObject({ status: 'open', page: { id: 'below', title: 'Ours', path: 'below' } })
    expect((await merge()).result).toBe('conflicts')
    await resolve(below, { resolution: 'theirs' })
    expect((await merge()).result).toBe('merge')
    expect((await server.admin.http.get(`/v1/spaces/${space.id}/content/page/below`)).status).toBe(404)
  })

  test('resolveConflict: moved to two places', async () => {
    await ours(change('four', { into: 'one' }))
    await theirs(change('four', { into: 'two' }))
    const found = await conflict()
    expect(found).toMatchObject({ kind: 'moved', page: { path: 'one/four' } })
    expect([found.ours.parent, found.theirs.parent]).toEqual(['one', 'two'])
    expect(found.base).not.toHaveProperty('parent')
    expect((await resolve(found, { resolution: 'theirs' })).body.page.path).toBe('two/four')
    expect((await merge()).result).toBe('merge')
    expect((await pageOf('four')).path).toBe('two/four')
  })

  test('resolveConflict: moves that together would create a cycle', async () => {
    await ours(change('one', { into: 'two' }))
    await theirs(change('two', { into: 'one' }))
    expect((await update()).result).toBe('conflicts')
    const { items } = await list()
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(items.map(() => 'cycle'))
    for (const each of items) {
      const { status } = await resolve(each, { resolution: 'theirs' })
      if (status === 409) expect((await resolve(each, { resolution: 'ours' })).status).toBe(200)
    }
    expect((await list('?status=open')).count).toBe(0)
    expect((await merge()).result).toBe('merge')
    const { body } = await server.admin.http.get(`/v1/spaces/${space.id}/content/pages`)
    expect(JSON.stringify(body)).toContain('"id":"one"')
    expect(JSON.stringify(body)).toContain('"id":"two"')
  })

  describe('in a document', () => {
    const TEXT = 'First word here.\n\nSecond.\n\nThird.'
    const write = (markdown: string) => change('one', { document: documentOf(markdown) })
    const textOf = async () => belowTitle((await pageOf('one')).markdown).trim()

    beforeEach(async () => {
      await theirs(write(TEXT))
      await update()
      await ours(write('First part here.\n\nSecond.\n\nThird by us.'))
      await theirs(write('First piece here.\n\nSecond by them.\n\nThird.'))
    })

    test('updateChangeRequest: different words of one paragraph merge', async () => {
      await ours(write('First word here, now.'))
      await theirs(write('The first word here.'))
      expect((await update()).result).toBe('update')
      expect((await merge()).result).toBe('merge')
      expect(await textOf()).toBe('The first word here, now.')
    })

    test('listConflicts: shows the documents of all sides in the requested format, and the conflicting blocks', async () => {
      const found = await conflict()
      expect(found).toMatchObject({ kind: 'document', field: 'document', base: { document: { object: 'document' } } })
      expect(found.blocks).toMatchObject([{ kind: 'edited', base: [{ type: 'paragraph' }] }])
      const [asMarkdown] = (await list('?format=markdown')).items
      expect(asMarkdown).not.toHaveProperty('blocks')
      expect(asMarkdown.base.markdown.trim()).toBe(TEXT)
      expect(asMarkdown.ours.markdown.trim()).toBe('First part here.\n\nSecond.\n\nThird by us.')
      expect(asMarkdown.theirs.markdown.trim()).toBe('First piece here.\n\nSecond by them.\n\nThird.')
      expect(await statusOf(server.admin.http.get(at('/conflicts?format=html')))).toBe(400)
    })

    test.each([
      [{ resolution: 'ours' }, 'First part here.\n\nSecond by them.\n\nThird by us.'],
      [{ resolution: 'theirs' }, 'First piece here.\n\nSecond by them.\n\nThird by us.'],
      [{ resolution: 'document', document: { markdown: 'By both.' } }, 'By both.'],
      [{ resolution: 'document', document: { document: documentOf('By both.') } }, 'By both.'],
    ])('resolveConflict: %j', async (body, text) => {
      const found = await conflict()
      const { body: resolved } = await resolve(found, body, '?format=markdown')
      expect(resolved).toMatchObject({ status: 'resolved', resolution: body.resolution })
      expect((await merge()).result).toBe('merge')
      expect(await textOf()).toBe(text)
    })

    test('resolveConflict: a document must be given, be valid, and be for a conflict in a document', async () => {
      const found = await conflict()
      const document = { markdown: 'Text.' }
      expect((await resolve(found, { resolution: 'document' })).status).toBe(400)
      expect((await resolve(found, { resolution: 'document', document: { document: {} } })).status).toBe(400)
      expect((await resolve(found, { resolution: 'neither' })).status).toBe(400)
      expect((await resolve(found, { resolution: 'ours' })).status).toBe(200)
      await ours(change('two', { title: 'Ours' }))
      await theirs(change('two', { title: 'Theirs' }))
      await update()
      const [title] = (await list('?status=open')).items
      expect((await resolve(title, { resolution: 'document', document })).status).toBe(400)
    })

    test('updateChangeRequest: does nothing while conflicts are open, and loses nothing', async () => {
      const found = await conflict()
      const { revision } = (await server.admin.http.get(at(''))).body
      const moved = await theirs(write('First piece here.\n\nSecond by them.\n\nThird.\n\nFourth.'))
      expect(await update()).toEqual({ result: 'conflicts', revision })
      await resolve(found, { resolution: 'theirs' })
      expect((await update()).result).toBe('update')
      expect((await server.admin.http.get(at(''))).body.revisionMergedAncestor).toBe(moved)
      expect((await merge()).result).toBe('merge')
      expect(await textOf()).toBe('First piece here.\n\nSecond by them.\n\nThird by us.\n\nFourth.')
    })
  })

  test('listConflicts: editing or deleting a page resolves its conflicts', async () => {
    const write = (...changes: object[]) => statusOf(server.admin.http.post(at('/content'), { changes }))
    const entitled = (title: string) => ['one', 'two', 'three'].map((page) => change(page, { title }))
    await theirs(change('three', { into: 'four' }))
    await update()
    await ours(...entitled('Ours'))
    await theirs(...entitled('Theirs'))
    await update()
    const open = async () => (await list('?status=open')).items.map(({ page }: { page: { id: string } }) => page.id)
    expect(await open()).toEqual(['one', 'three', 'two'])
    expect(await write({ operation: 'update_page', page: 'one', title: 'Both' })).toBe(200)
    expect(await open()).toEqual(['three', 'two'])
    expect(await write({ operation: 'delete_page', page: 'four' })).toBe(200)
    expect(await open()).toEqual(['two'])
    expect((await merge()).result).toBe('conflicts')
    expect(await write({ operation: 'update_page', page: 'two', title: 'Ours' })).toBe(200)
    expect((await list('?limit=1')).items).toMatchObject([{ status: 'resolved', resolution: 'edited' }])
    expect((await merge()).result).toBe('merge')
    expect([(await pageOf('one')).title, (await pageOf('two')).title]).toEqual(['Both', 'Ours'])
  })

  test('resolveConflict: only once, with permission to propose, and not when archived', async () => {
    await ours(change('one', { title: 'Ours' }))
    await theirs(change('one', { title: 'Theirs' }))
    const found = await conflict()
    const body = { resolution: 'ours' }
    const as = async (role: 'comment' | 'edit') => (await enter(server, server, role)).http
    expect(await statusOf((await as('comment')).post(at(`/conflicts/${found.id}`), body))).toBe(403)
    await server.admin.http.patch(at(''), { status: 'archived' })
    expect((await resolve(found, body)).status).toBe(409)
    await server.admin.http.patch(at(''), { status: 'open' })
    expect(await statusOf((await as('edit')).post(at(`/conflicts/${found.id}`), body))).toBe(200)
    expect((await resolve(found, body)).status).toBe(409)
    expect((await resolve({ id: 'none' }, body)).status).toBe(404)
  })

  test('listConflicts: also of reusable contents and variables', async () => {
    const variable = (value: string): Change => ({ operation: 'set_variables', variables: { version: value } })
    const reusable = (text: string): Change => ({
      operation: 'update_reusable_content',
      reusableContent: 'note',
      document: documentOf(text),
    })
    await theirs(variable('1'), { operation: 'insert_reusable_content', id: 'note', title: 'Note' }, reusable('One.'))
    await update()
    await ours(variable('2'), reusable('Two.'))
    await theirs(variable('3'), reusable('Three.'))
    expect((await update()).result).toBe('conflicts')
    const { items } = await list()
    expect(items.map(({ target }: { target: object }) => target)).toEqual([
      { kind: 'reusable-content', id: 'note' },
      { kind: 'variable', id: 'version' },
    ])
    const [note, version] = items
    expect([version.base, version.ours, version.theirs]).toEqual(['1', '2', '3'])
    await resolve(version, { resolution: 'theirs' })
    await resolve(note, { resolution: 'document', document: { markdown: 'Four.' } })
    expect((await merge()).result).toBe('merge')
    const { body } = await server.admin.http.get(`/v1/spaces/${space.id}/content`)
    expect(body.variables).toEqual({ version: '3' })
  })
})
