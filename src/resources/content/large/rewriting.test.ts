// @only-sqlite @slow
// Large documents are rewritten, merged and indexed in worker threads, with the same results as small ones.
import { describe, expect, test } from 'vitest'
import { newChangeRequest, newSpace, type Pages } from '../../../../test/support/pages.ts'
import { startedServer } from '../../../../test/support/server.ts'

const server = startedServer()

interface Paragraph {
  key?: string
  nodes: { leaves: { text: string }[] }[]
}

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

/** A document of so many paragraphs that it is large, some of them with other words. */
const large = (others: Record<number, string> = {}) => ({
  document: {
    object: 'document',
    data: {},
    nodes: Array.from({ length: 1500 }, (_, at) => paragraph(others[at] ?? `Paragraph number ${at} of many`)),
  },
})

const paragraphsOf = async ({ get }: Pages, page: string): Promise<[key: string | undefined, text: string][]> =>
  (await get(`/page/${page}?format=document`)).body.document.nodes.map(({ key, nodes }: Paragraph) => [
    key,
    nodes[0]!.leaves[0]!.text,
  ])

const update = (page: string, document: object) => ({ operation: 'update_page', page, document })

describe('a large document', () => {
  test('updateSpaceContent: blocks keep their keys when it is rewritten, also twice in one request', async () => {
    const space = await newSpace(server)
    const page = await space.insert('Large', { document: large() })
    const before = await paragraphsOf(space, page)
    expect(new Set(before.map(([key]) => key)).size).toBe(1500)
    const small = { markdown: 'Meanwhile.' }
    const edited = large({ 7: 'Paragraph number 7 of very many' })
    const written = await space.write(update(page, small), update(page, edited))
    expect(written.status).toBe(200)
    const expected = before.map(([key, text], at) => [key, at === 7 ? 'Paragraph number 7 of very many' : text])
    expect(await paragraphsOf(space, page)).toEqual(expected)
  })

  test('updateSpaceContent: it may refer to a page of the same request', async () => {
    const space = await newSpace(server)
    const { document } = large()
    const link = { object: 'block', type: 'content-ref', isVoid: true, data: { ref: { kind: 'page', page: 'new' } } }
    const { status, body } = await space.write(
      { operation: 'insert_page', title: 'New', ref: 'new' },
      {
        operation: 'insert_page',
        title: 'Large',
        document: { document: { ...document, nodes: [...document.nodes, link] } },
      },
    )
    expect(status).toBe(200)
    const [inserted, page] = body.changes.map(({ page }: { page: { id: string } }) => page.id)
    const { nodes } = (await space.get(`/page/${page}?format=document`)).body.document
    expect(nodes.at(-1).data.ref).toEqual({ kind: 'page', page: inserted })
  })

  test('mergeChangeRequest: edits of different blocks merge, and search finds both at once', async () => {
    const space = await newSpace(server)
    const page = await space.insert('Large', { document: large() })
    const change = await newChangeRequest(server, space.id)
    await change.write(update(page, large({ 3: 'Paragraph number 3 of oaks' })))
    await space.write(update(page, large({ 1200: 'Paragraph number 1200 of elms' })))
    const merged = await server.admin.http.post(`/v1/spaces/${space.id}/change-requests/${change.id}/merge`)
    expect([merged.status, merged.body.result]).toEqual([200, 'merge'])
    const texts = (await paragraphsOf(space, page)).map(([, text]) => text)
    expect([texts[3], texts[1200], texts.length]).toEqual([
      'Paragraph number 3 of oaks',
      'Paragraph number 1200 of elms',
      1500,
    ])
    for (const word of ['oaks', 'elms'])
      expect((await server.admin.http.get(`/v1/spaces/${space.id}/search?query=${word}`)).body.items).toHaveLength(1)
  })

  test('mergeChangeRequest: edits of the same block are a conflict, as in a small one', async () => {
    const space = await newSpace(server)
    const page = await space.insert('Large', { document: large() })
    const change = await newChangeRequest(server, space.id)
    await change.write(update(page, large({ 3: 'Paragraph number 3 of oaks' })))
    await space.write(update(page, large({ 3: 'Paragraph number 3 of elms' })))
    const merged = await server.admin.http.post(`/v1/spaces/${space.id}/change-requests/${change.id}/merge`)
    expect(merged.body.result).toBe('conflicts')
  })
})
