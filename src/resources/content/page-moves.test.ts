// Pages move to another space in one step.
import { describe, expect, test } from 'vitest'
import { createSpace, enter } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

interface Page {
  id: string
  title: string
  pages?: Page[]
}

const write = async (space: string, changes: object[], within = '') => {
  const { status, body, text } = await server.admin.http.post(`/v1/spaces/${space}${within}/content?compat=false`, {
    changes,
  })
  if (status !== 200) throw new Error(text)
  return body
}

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

const treeOf = async (space: string, within = ''): Promise<unknown[]> => {
  const shown = ({ title, pages = [] }: Page): unknown => (pages.length > 0 ? [title, pages.map(shown)] : title)
  return (await server.admin.http.get(`/v1/spaces/${space}${within}/content/pages`)).body.pages.map(shown)
}

const documentOf = async (space: string, page: string) =>
  JSON.stringify(
    (await server.admin.http.get(`/v1/spaces/${space}/content/page/${page}?format=document&schema=next`)).body.document,
  )

const eventsOf = async (space: string) =>
  (await server.admin.http.get(`/v1/orgs/${server.organization}/audit-events?limit=5`)).body.items.filter(
    ({ target }: { target: { id: string } }) => target.id === space,
  )

/** A space with a guide, a page in it, and a page that links to it; and another space. */
async function makeSpaces() {
  const [from, to] = [
    (await createSpace(server, { title: 'From' })).id,
    (await createSpace(server, { title: 'To' })).id,
  ]
  const { changes, insertedFiles } = await write(from, [
    { operation: 'insert_files', files: [{ name: 'map.txt', base64: Buffer.from('map').toString('base64') }] },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Shared words.' } },
    insert('Guide', 'Guide text.', { ref: 'guide' }),
    insert('Stays', 'Stays.'),
  ])
  const [, note, { page: guide }, { page: stays }] = changes
  const link = (ref: object) => ({
    object: 'block',
    type: 'paragraph',
    nodes: [
      {
        object: 'inline',
        type: 'link',
        data: { ref },
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] }],
      },
    ],
  })
  const included = { kind: 'reusable-content', reusableContent: note.ids[0] }
  const file = { kind: 'file', file: insertedFiles[0].id }
  const document = (...nodes: object[]) => ({ document: { object: 'document', data: {}, nodes } })
  const inner = await write(from, [
    insert('Inner', '', {
      into: guide.id,
      document: document(link({ kind: 'page', page: guide.id }), link({ kind: 'page', page: stays.id }), link(file), {
        object: 'block',
        type: 'reusable-content',
        isVoid: true,
        data: { ref: included },
      }),
    }),
    { operation: 'update_page', page: stays.id, document: document(link({ kind: 'page', page: guide.id })) },
  ])
  return {
    from,
    to,
    guide: guide.id,
    stays: stays.id,
    inner: inner.changes[0].page.id,
    file: file.file,
    note: note.ids[0],
  }
}

describe('moving pages to another space', () => {
  test('movePagesToSpace: everything goes along, links lead on, and moving back brings it all back', async () => {
    const { from, to, guide, stays, inner, file, note } = await makeSpaces()
    const comment = await server.admin.http.post(`/v1/spaces/${from}/comments`, {
      body: { markdown: 'Nice.' },
      page: guide,
    })
    expect(comment.status).toBe(200)
    const replies = (space: string) => `/v1/spaces/${space}/comments/${comment.body.id}/replies`
    expect((await server.admin.http.post(replies(from), { body: { markdown: 'Indeed.' } })).status).toBe(200)
    const before = await documentOf(from, stays)
    const moved = await server.admin.http.post(`/v1/spaces/${from}/content/move-pages`, {
      pages: [{ page: guide }],
      to: { space: to },
    })
    expect(moved.status).toBe(200)
    expect(moved.body.pages).toEqual([guide, inner].map((id) => ({ page: id, id })))
    expect([await treeOf(from), await treeOf(to)]).toEqual([['Stays'], [['Guide', ['Inner']]]])
    const text = await documentOf(to, inner)
    expect(text).toContain(`{"kind":"page","page":"${guide}"}`)
    expect(text).toMatch(new RegExp(`"page":"${stays}","space":"${from}"`))
    expect((await server.admin.http.get(`/v1/spaces/${to}/content/files/${file}`)).body.name).toBe('map.txt')
    expect(
      (await server.admin.http.get(`/v1/spaces/${to}/content/page/${inner}?format=markdown`)).body.markdown,
    ).toContain('map.txt')
    expect((await server.admin.http.get(`/v1/spaces/${to}/content/reusable-contents/${note}`)).body.title).toBe('Note')
    expect(await documentOf(from, stays)).toMatch(new RegExp(`"page":"${guide}","space":"${to}"`))
    const comments = await Promise.all([from, to].map((space) => server.admin.http.get(`/v1/spaces/${space}/comments`)))
    expect(comments.map(({ body }) => body.count)).toEqual([0, 1])
    expect(comments[1]!.body.items[0].target.page.id).toBe(guide)
    expect((await server.admin.http.get(replies(to))).body.count).toBe(1)
    expect((await server.admin.http.get(`/v1/spaces/${from}/bin`)).body.items).toEqual([])
    const [left] = await eventsOf(from)
    const [came] = await eventsOf(to)
    expect([left.action, came.action]).toEqual(['space.content.updated', 'space.content.updated'])
    const back = await server.admin.http.post(`/v1/spaces/${to}/content/move-pages`, {
      pages: [{ page: guide, into: null, at: 0 }],
      to: { space: from },
    })
    expect(back.status).toBe(200)
    expect([await treeOf(from), await treeOf(to)]).toEqual([[['Guide', ['Inner']], 'Stays'], []])
    expect(await documentOf(from, stays)).toBe(before)
    expect((await server.admin.http.get(`/v1/spaces/${from}/comments`)).body.count).toBe(1)
  })

  test('movePagesToSpace: refuses what cannot be done, and then nothing changes', async () => {
    const { from, to, guide } = await makeSpaces()
    const move = (body: object, person = server.admin) =>
      person.http.post(`/v1/spaces/${from}/content/move-pages`, {
        pages: [{ page: guide }],
        to: { space: to },
        ...body,
      })
    const writer = await enter(server, server, 'edit')
    const reader = await enter(server, server, 'read')
    await server.admin.http.patch(`/v1/spaces/${to}`, { defaultLevel: 'read' })
    const statuses = [
      move({ pages: [{ page: 'nothing' }] }),
      move({ to: { space: from } }),
      move({ to: { space: 'nothing' } }),
      move({ pages: [{ page: guide }, { page: guide }] }),
      move({ pages: [{ page: guide, into: 'nothing' }] }),
      move({}, writer),
      move({}, reader),
    ]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 400, 404, 400, 400, 403, 403])
    await server.admin.http.patch(`/v1/spaces/${to}`, { defaultLevel: null })
    expect((await move({}, writer)).status).toBe(404)
    expect([await treeOf(from), await treeOf(to)]).toEqual([[['Guide', ['Inner']], 'Stays'], []])
  })

  test('movePagesToSpace: a page whose id the other space has gets another', async () => {
    const { from, guide } = await makeSpaces()
    const copy = (await server.admin.http.post(`/v1/spaces/${from}/duplicate`)).body.id
    const { body } = await server.admin.http.post(`/v1/spaces/${from}/content/move-pages`, {
      pages: [{ page: guide }],
      to: { space: copy },
    })
    expect(body.pages.every(({ page, id }: { page: string; id: string }) => page !== id)).toBe(true)
    expect(await treeOf(copy)).toEqual([['Guide', ['Inner']], 'Stays', ['Guide', ['Inner']]])
  })

  test('movePagesToSpace: a page and one below it are moved side by side, if both are named', async () => {
    const { from, to, guide, inner } = await makeSpaces()
    const body = { pages: [{ page: inner }, { page: guide }], to: { space: to } }
    expect((await server.admin.http.post(`/v1/spaces/${from}/content/move-pages`, body)).status).toBe(200)
    expect([await treeOf(from), await treeOf(to)]).toEqual([['Stays'], ['Inner', 'Guide']])
  })

  test('movePagesInChangeRequestToSpace: from one draft to another; comments on main stay', async () => {
    const { from, to, guide } = await makeSpaces()
    const draftOf = async (space: string) => (await server.admin.http.put(`/v1/spaces/${space}/own-draft`)).body.id
    const [one, other] = [await draftOf(from), await draftOf(to)]
    const { status, body } = await server.admin.http.post(
      `/v1/spaces/${from}/change-requests/${one}/content/move-pages`,
      {
        pages: [{ page: guide }],
        to: { space: to, changeRequest: other },
      },
    )
    expect([status, body.target.changeRequest]).toEqual([200, other])
    expect(await treeOf(from, `/change-requests/${one}`)).toEqual(['Stays'])
    expect(await treeOf(to, `/change-requests/${other}`)).toEqual([['Guide', ['Inner']]])
    expect([await treeOf(from), await treeOf(to)]).toEqual([[['Guide', ['Inner']], 'Stays'], []])
  })
})
