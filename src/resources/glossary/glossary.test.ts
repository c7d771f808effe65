import { describe, expect, test } from 'vitest'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()
const path = (organization: string, id = '') => `/v1/orgs/${organization}/translations-glossary${id && `/${id}`}`

interface Entry {
  id: string
  translations: Record<string, string>
}

async function fresh() {
  const { organization, admin } = await server.found()
  const put = (...operations: object[]) => admin.http.put(path(organization), { operations })
  const list = async (query = ''): Promise<Entry[]> => (await admin.http.get(path(organization) + query)).body.items
  const terms = async (query = '') => (await list(query)).map(({ translations }) => translations)
  return { organization, admin, put, list, terms }
}

const insert = (translations: object) => ({ type: 'insert', translations })

describe('the glossary', () => {
  test('updateGlossaryEntries, listGlossaryEntries, getGlossaryEntry: inserts, updates and deletes in one go', async () => {
    const { organization, admin, put, list, terms } = await fresh()
    const { status, text } = await put(insert({ en: 'space', fr: 'espace' }), insert({ en: 'page' }))
    expect([status, text]).toEqual([204, ''])
    const [space, page] = await list()
    const { data } = await admin.client.orgs.getGlossaryEntry(organization, space!.id)
    expect(data).toMatchObject({ object: 'glossary-entry', translations: { en: 'space', fr: 'espace' } })
    await put(
      { type: 'update', id: space!.id, translations: { de: 'Bereich' } },
      { type: 'delete', id: page!.id },
      insert({ it: 'sito' }),
    )
    expect(await terms()).toEqual([{ de: 'Bereich' }, { it: 'sito' }])
    expect((await admin.http.get(path(organization, page!.id))).status).toBe(404)
    expect((await put()).status).toBe(204)
  })

  test('updateGlossaryEntries: unknown entries are reported, and nothing changes', async () => {
    const { put, list, terms } = await fresh()
    await put(insert({ en: 'one' }))
    const [{ id }] = (await list()) as [Entry]
    const { status, body } = await put(
      insert({ en: 'two' }),
      { type: 'delete', id },
      { type: 'update', id, translations: { en: 'three' } },
      { type: 'delete', id: 'none' },
    )
    expect(status).toBe(400)
    expect(body.error.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'operations.2.id',
      'operations.3.id',
    ])
    expect(await terms()).toEqual([{ en: 'one' }])
  })

  test('updateGlossaryEntries: terms are one line of 1 to 255 characters, in a language there is', async () => {
    const { put, terms } = await fresh()
    for (const bad of [{}, { en: '' }, { en: 'x'.repeat(256) }, { en: 'a\nb' }, { en: 1 }, { xx: 'x' }])
      expect((await put(insert(bad))).status, JSON.stringify(bad)).toBe(400)
    expect((await put(insert({ en: 'x'.repeat(255), yue: '詞' }))).status).toBe(204)
    expect(await terms()).toEqual([{ en: 'x'.repeat(255), yue: '詞' }])
  })

  test('listGlossaryEntries: in the order of one language, page by page, entries without it last', async () => {
    const { admin, organization, put, terms } = await fresh()
    await put(...['b', 'd', 'a', 'c'].map((en) => insert({ en })), insert({ fr: 'z' }))
    const ordered = [{ en: 'a' }, { en: 'b' }, { en: 'c' }, { en: 'd' }, { fr: 'z' }]
    expect(await terms('?orderBy=en')).toEqual(ordered)
    expect(await pages(admin, `${path(organization)}?orderBy=en&limit=2`)).toEqual(ordered)
    expect((await admin.http.get(`${path(organization)}?orderBy=xx`)).status).toBe(400)
  })

  test('updateGlossaryEntries: takes a thousand entries in every language at once', async () => {
    const { put, admin, organization } = await fresh()
    const every = Object.fromEntries(['en', 'fr', 'de', 'es', 'it', 'pt', 'ru', 'ja', 'zh', 'ko'].map((l) => [l, 'x']))
    expect((await put(...Array.from({ length: 1000 }, () => insert(every)))).status).toBe(204)
    const { body } = await admin.http.get(`${path(organization)}?limit=1000`)
    expect([body.count, body.items[999].translations]).toEqual([1000, every])
  })

  test('updateGlossaryEntries, listGlossaryEntries: members can read it, those who create content can edit it', async () => {
    const [reader, creator, guest] = [await server.join('read'), await server.join('create'), await server.join(null)]
    const body = { operations: [insert({ en: 'term' })] }
    expect((await reader.http.get(path(server.organization))).status).toBe(200)
    expect((await reader.http.put(path(server.organization), body)).status).toBe(403)
    expect((await creator.http.put(path(server.organization), body)).status).toBe(204)
    expect((await guest.http.get(path(server.organization))).status).toBe(403)
  })
})

async function pages({ http }: Person, query: string): Promise<Entry['translations'][]> {
  const all: Entry['translations'][] = []
  for (let page = ''; ; ) {
    const { body } = await http.get(query + page)
    all.push(...body.items.map((entry: Entry) => entry.translations))
    if (!body.next) return all
    page = `&page=${encodeURIComponent(body.next.page)}`
  }
}
