// @only-postgres
// Writing with a base: what others wrote since then is merged.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { markdown, newChangeRequest, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import { mergeDocuments } from '../../engine/merge/merge-documents.ts'

const server = startedServer()

let space: Pages & { id: string }

beforeAll(async () => {
  space = await newSpace(server)
})

const paragraph = (key: string | undefined, text: string) => ({
  object: 'block',
  type: 'paragraph',
  ...(key !== undefined && { key }),
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})
const documentOf = (...nodes: object[]) => ({ object: 'document', data: {}, nodes })
const written = (...nodes: object[]) => ({ document: { document: documentOf(...nodes) } })
const update = (page: string, fields: object) => ({ operation: 'update_page', page, ...fields })

const write = (pages: Pages, base: string | undefined, ...changes: object[]) =>
  server.admin.http.post(pages.path, { base, changes })
const insert = (...nodes: object[]) => space.insert('Page', written(...nodes))
// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
const read = async (page: string, pages: Pages = space): Promise<any> =>
  (await pages.get(`/page/${page}?format=document`)).body.document
const textsOf = async (page: string, pages: Pages = space): Promise<string[]> =>
  (await read(page, pages)).nodes.map((node: ReturnType<typeof paragraph>) => node.nodes[0]!.leaves[0]!.text)

describe('a write with a base', () => {
  test('updateSpaceContent: different words of one paragraph, and different paragraphs, are all kept', async () => {
    const page = await insert(paragraph('a', 'one two three'), paragraph('b', 'four'))
    const base = await space.revision()
    await space.write(
      update(page, written(paragraph('a', 'one two 3'), paragraph('b', 'four'), paragraph('c', 'five'))),
    )
    const { status, body } = await write(
      space,
      base,
      update(page, written(paragraph('a', '1 two three'), paragraph('b', '4'))),
    )
    expect(status).toBe(200)
    expect(await textsOf(page)).toEqual(['1 two 3', '4', 'five'])
    expect(body.revision).toBe(await space.revision())
    expect(body.documents).toEqual([{ page, document: await read(page) }])
    expect((await space.get('')).body.parents).toHaveLength(1)
  })

  test('updateSpaceContent: documents are listed only if they differ from what was sent', async () => {
    const page = await insert(paragraph('a', 'one'))
    const same = await write(space, await space.revision(), update(page, written(paragraph('a', 'two'))))
    expect(same.body.documents).toEqual([])
    const keyless = await write(
      space,
      same.body.revision,
      update(page, written(paragraph('a', 'two'), paragraph(undefined, 'three'))),
    )
    expect(keyless.body.documents).toEqual([{ page, document: await read(page) }])
    expect(keyless.body.documents[0].document.nodes[1].key).toEqual(expect.any(String))
    const asMarkdown = await write(space, same.body.revision, update(page, markdown('two\n\nfour')))
    expect(asMarkdown.body.documents).toEqual([{ page, document: await read(page) }])
    expect([...(await textsOf(page))].sort()).toEqual(['four', 'three', 'two'])
    expect((await space.write(update(page, { title: 'Other' }))).body).not.toHaveProperty('documents')
  })

  test('updateSpaceContent: fields, moves and insertions merge too', async () => {
    const [page, parent] = [await insert(paragraph('a', 'x')), await space.insert('Parent')]
    const base = await space.revision()
    await space.write(update(page, { title: 'Renamed' }), update(parent, { description: 'Described' }))
    const { status } = await write(space, base, update(page, { description: 'Mine', into: parent }), {
      operation: 'insert_page',
      title: 'New',
      into: parent,
    })
    expect(status).toBe(200)
    expect((await space.get(`/page/${page}`)).body).toMatchObject({ title: 'Renamed', description: 'Mine' })
    const { description, pages } = (await space.get(`/page/${parent}`)).body
    expect([description, pages.map(({ title }: { title: string }) => title)]).toEqual(['Described', ['Renamed', 'New']])
  })

  test('updateSpaceContent: the same words are a 409 with both sides, and nothing is written', async () => {
    const page = await insert(paragraph('a', 'one two'), paragraph('b', 'three'))
    const base = await space.revision()
    await space.write(update(page, { title: 'Theirs', ...written(paragraph('a', 'one 2'), paragraph('b', 'three')) }))
    const head = await space.revision()
    const { status, body } = await write(
      space,
      base,
      update(page, { title: 'Ours', ...written(paragraph('a', 'one II'), paragraph('b', '3')) }),
    )
    expect(status).toBe(409)
    expect(await space.revision()).toBe(head)
    const [words, title] = body.error.conflicts
    const common = { object: 'change-request-conflict', id: expect.any(String), status: 'open' }
    const about = { target: { kind: 'page', id: page }, page: { id: page, title: 'Theirs', path: expect.any(String) } }
    expect(title).toEqual({
      ...{ ...common, ...about, kind: 'edited', field: 'title', createdAt: expect.any(String) },
      ...{ base: 'Page', ours: 'Ours', theirs: 'Theirs' },
    })
    expect(words).toMatchObject({ ...common, ...about, kind: 'document', field: 'document' })
    expect(words.ours.document.nodes[1].nodes[0].leaves[0].text).toBe('3')
    expect(words.blocks).toMatchObject([
      {
        kind: 'edited',
        base: [paragraph('a', 'one two')],
        ours: [paragraph('a', 'one II')],
        theirs: [paragraph('a', 'one 2')],
      },
    ])
    const settled = await write(space, head, update(page, written(paragraph('a', 'one II'), paragraph('b', '3'))))
    expect([settled.status, await textsOf(page)]).toEqual([200, ['one II', '3']])
  })

  test('updateSpaceContent: a page that somebody deleted is a conflict', async () => {
    const page = await insert(paragraph('a', 'one'))
    const base = await space.revision()
    await space.write({ operation: 'delete_page', page })
    const { status, body } = await write(space, base, update(page, written(paragraph('a', 'two'))))
    expect(status).toBe(409)
    expect(body.error.conflicts).toMatchObject([{ kind: 'deleted', page: { id: page, title: 'Page' } }])
    expect((await write(space, base, { operation: 'delete_page', page })).status).toBe(200)
  })

  test('updateSpaceContent: a base that is not of this content is a 400', async () => {
    const other = await newSpace(server)
    const change = await newChangeRequest(server, space.id)
    await change.write({ operation: 'insert_page', title: 'x' })
    for (const base of ['nothing', await other.revision(), await change.revision()]) {
      const { status, body } = await write(space, base, { operation: 'insert_page', title: 'x' })
      expect([status, body.error.issues]).toEqual([
        400,
        [{ path: 'base', message: 'does not name a revision of this content' }],
      ])
    }
  })

  test('updateSpaceContent: keys are kept, and bad ones are named', async () => {
    const page = await insert(paragraph('mine', 'one'))
    const base = await space.revision()
    const bad: [object[], string][] = [
      [[paragraph('', 'x')], 'nodes.0.key'],
      [[paragraph('a b', 'x')], 'nodes.0.key'],
      [[paragraph('k'.repeat(65), 'x')], 'nodes.0.key'],
      [[paragraph('a', 'x'), paragraph('a', 'y')], 'nodes.1.key'],
      [[{ object: 'block', type: 'quote', data: {}, key: 'q', nodes: [paragraph('q', 'x')] }], 'nodes.0.nodes.0.key'],
    ]
    for (const [nodes, path] of bad) {
      const { status, body } = await write(space, base, update(page, written(...nodes)))
      expect([status, body.error.issues[0].path]).toEqual([400, `changes.0.document.document.${path}`])
    }
    await write(space, base, update(page, written(paragraph('mine', 'one'), paragraph('minted-1', 'two'))))
    expect((await read(page)).nodes.map(({ key }: { key: string }) => key)).toEqual(['mine', 'minted-1'])
  })

  test('updateSpaceContent: an Idempotency-Key makes a retry harmless', async () => {
    const page = await insert(paragraph('a', 'one'))
    const base = await space.revision()
    const body = { base, changes: [update(page, written(paragraph('a', 'one'), paragraph('b', 'two')))] }
    const send = () => server.admin.http.post(space.path, body, { 'idempotency-key': `save-${page}` })
    const first = await send()
    await space.write(update(page, written(paragraph('a', 'one'), paragraph('b', 'two'), paragraph('c', 'three'))))
    expect((await send()).body).toEqual(first.body)
    expect(await textsOf(page)).toEqual(['one', 'two', 'three'])
  })

  test('updateChangeRequestContent: merges within the change request, with main revisions as base too', async () => {
    const page = await insert(paragraph('a', 'one two three'))
    const main = await space.revision()
    const change = await newChangeRequest(server, space.id)
    const first = await write(change, main, update(page, written(paragraph('a', 'one two 3'))))
    expect(first.body).toMatchObject({ changeRequest: { id: change.id }, documents: [] })
    const second = await write(change, main, update(page, written(paragraph('a', '1 two three'))))
    expect(second.body.revision).toBe(await change.revision())
    expect(second.body.documents).toEqual([{ page, document: await read(page, change) }])
    expect([await textsOf(page, change), await textsOf(page)]).toEqual([['1 two 3'], ['one two three']])
    const third = await write(change, first.body.revision, update(page, written(paragraph('a', 'one 2 3'))))
    expect([third.status, await textsOf(page, change)]).toEqual([200, ['1 2 3']])
  })

  test('updateSpaceContent: a long page is merged too', async () => {
    const long = (first: string, last: string) =>
      written(
        ...Array.from({ length: 800 }, (_, n) => paragraph(`k${n}`, n === 0 ? first : n === 799 ? last : `t${n}`)),
      )
    const page = await space.insert('Long', long('first', 'last'))
    const base = await space.revision()
    const answers = await Promise.all([
      write(space, base, update(page, long('1st', 'last'))),
      write(space, base, update(page, long('first', 'end'))),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const texts = await textsOf(page)
    expect([texts.length, texts[0], texts[799]]).toEqual([800, '1st', 'end'])
  })
})

test('updateSpaceContent: of writers that append and edit at once, nothing acknowledged is lost', async () => {
  const writers = 8
  const rounds = 3
  const start = Array.from({ length: writers }, (_, n) => paragraph(`p${n}`, `start${n}`))
  const page = await insert(...start)
  const typist = async (writer: number) => {
    let base = await space.revision()
    let mine = (await space.get(`/page/${page}?format=document&revision=${base}`)).body.document
    for (let round = 0; round < rounds; round++) {
      const edited = structuredClone(mine)
      const own = edited.nodes.find(({ key }: { key: string }) => key === `p${writer}`)
      own.nodes[0].leaves[0].text += ` w${writer}r${round}`
      edited.nodes.push(paragraph(`w${writer}-${round}`, `from ${writer} in ${round}`))
      const { status, body } = await write(space, base, update(page, { document: { document: edited } }))
      expect(status).toBe(200)
      base = body.revision
      mine = body.documents[0]?.document ?? edited
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, n) => typist(n)))
  const texts = await textsOf(page)
  const rows = Array.from({ length: writers }, (_, n) => n)
  expect(texts.slice(0, writers)).toEqual(rows.map((n) => `start${n} w${n}r0 w${n}r1 w${n}r2`))
  expect(texts.slice(writers).sort()).toEqual(rows.flatMap((n) => [0, 1, 2].map((r) => `from ${n} in ${r}`)).sort())
})

test('updateSpaceContent: writes what the engine merges, or reports its conflicts', async () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
  const texts = fc.array(words, { minLength: 3, maxLength: 3 })
  const base = documentOf(...['a b c', 'b c', 'd'].map((text, n) => paragraph(`k${n}`, text)))
  const page = await space.insert('Generated', { document: { document: base } })
  const sideOf = (side: string[][]) => documentOf(...side.map((text, n) => paragraph(`k${n}`, text.join(' '))))
  await fc.assert(
    fc.asyncProperty(texts, texts, async (mine, other) => {
      const [ours, theirs] = [sideOf(mine), sideOf(other)]
      const reset = await space.write(update(page, { document: { document: base } }))
      await space.write(update(page, { document: { document: theirs } }))
      const { status, body } = await write(space, reset.body.revision, update(page, { document: { document: ours } }))
      const expected = mergeDocuments({ base, ours, theirs } as unknown as Parameters<typeof mergeDocuments>[0])
      expect(status).toBe(expected.conflicts.length > 0 ? 409 : 200)
      if (status === 409) expect(body.error.conflicts[0].blocks).toHaveLength(expected.conflicts.length)
      else expect(await read(page)).toEqual(expected.document)
    }),
    { numRuns: 40 },
  )
})
