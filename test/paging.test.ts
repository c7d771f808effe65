// @slow
// Lists: limits, cursors, and stability while rows change between pages.
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { compileValidator } from '../src/server/validation.ts'
import { operations, urlOf } from './support/operations.ts'
import { startedServer } from './support/server.ts'
import { prepare, sharedWorld, smallestBody } from './support/world.ts'

const server = startedServer()
const lists = operations.filter(({ operation }) => operation.list)

/** Lists that change by themselves between two requests, each with the reason. */
const CHANGING: Record<string, string> = { listServerJobs: 'jobs come and go' }

interface Item {
  id: string
}

/** All items of a list, page by page; `between` runs after each page. */
async function readAll(path: string, limit: number, between: (items: Item[]) => Promise<unknown> = async () => {}) {
  const items: Item[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { body } = await server.admin.http.get(`${path}?limit=${limit}${cursor && `&page=${cursor}`}`)
    items.push(...body.items)
    await between(items)
    cursor = body.next?.page
  }
  return items.map(({ id }) => id)
}

async function createTokens(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push((await server.admin.http.post('/v1/user/tokens')).body.id)
  return ids
}

describe('every list', () => {
  test.each(lists)('$id: accepts a limit from 0 to 1000, and only its own cursors', async (line) => {
    const world = await sharedWorld(server)
    const { caller } = await prepare(line, world)
    const { ids } = world
    const get = (query: string) => caller.http.send(line.method, urlOf(line, ids, query), smallestBody(line))
    for (const limit of ['-1', '1001', '1.5', 'abc', '', '1&limit=2', '99999999999999999999', 'NaN'])
      expect((await get(`limit=${limit}`)).status, limit).toBe(400)
    const all = await get('limit=1000')
    const none = await get('limit=0')
    const count = line.id in CHANGING ? expect.any(Number) : all.body.items.length
    expect(none.body).toEqual({ count, items: [] })
    expect(all.body).toEqual({ count: all.body.items.length, items: expect.any(Array) })
    for (const page of [...UNREADABLE, await foreignCursor(line.id)]) {
      const { status, body } = await get(`page=${encodeURIComponent(page)}`)
      expect([status, body.error?.issues?.[0]?.path], page).toEqual([400, 'page'])
    }
  })

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const UNREADABLE = ['', 'x', '%00', '💥', encode({}), encode([]), encode(null), encode([1]), encode(['a', 'b'])]

  async function foreignCursor(id: string): Promise<string> {
    const path = id === 'listUserTokens' ? '/v1/orgs' : '/v1/user/tokens'
    const fill = () => server.admin.http.post(path, { title: 'One more' })
    await Promise.all([fill(), fill()])
    return (await server.admin.http.get(`${path}?limit=1`)).body.next.page
  }
})

describe('pages', () => {
  test('together are the whole list in order, each item once, for any page size', async () => {
    await createTokens(12)
    const whole = await readAll('/v1/user/tokens', 1000)
    for (const limit of [1, 2, 5, 7]) expect(await readAll('/v1/user/tokens', limit)).toEqual(whole)
  })

  test('all have the same count, and all but the last have a next page', async () => {
    const { body: all } = await server.admin.http.get('/v1/user/tokens')
    const { body } = await server.admin.http.get(`/v1/user/tokens?limit=${all.count - 1}`)
    expect(body.count).toBe(all.count)
    const last = await server.admin.http.get(`/v1/user/tokens?limit=${all.count - 1}&page=${body.next.page}`)
    expect([last.body.items.length, last.body.count, last.body.next]).toEqual([1, all.count, undefined])
    expect((await server.admin.http.get(`/v1/user/tokens?limit=${all.count}`)).body.next).toBeUndefined()
  })

  test('are stable while rows are deleted before them and inserted after them', async () => {
    const before = await readAll('/v1/user/tokens', 1000)
    const doomed = [...before]
    const added: string[] = []
    const seen = await readAll('/v1/user/tokens', 2, async (items) => {
      const gone = doomed.find((id) => items.some((item) => item.id === id) && id !== before[0])
      if (gone) await server.admin.http.delete(`/v1/user/tokens/${doomed.splice(doomed.indexOf(gone), 1)[0]}`)
      if (added.length < 3) added.push(...(await createTokens(1)))
    })
    expect(seen).toEqual([...before, ...added])
  })

  test('continue after a deleted row', async () => {
    const [first, second] = await createTokens(2)
    const whole = await readAll('/v1/user/tokens', 1000)
    const { body } = await server.admin.http.get(`/v1/user/tokens?limit=${whole.indexOf(first!) + 1}`)
    await server.admin.http.delete(`/v1/user/tokens/${first}`)
    const rest = await server.admin.http.get(`/v1/user/tokens?page=${body.next.page}`)
    expect(rest.body.items.map(({ id }: Item) => id)).toEqual([second])
  })
})

describe('queries', () => {
  const schema = Type.Object({
    authors: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    nested: Type.Optional(Type.Boolean({ default: true })),
  })
  const check = compileValidator({ schema, method: 'GET', url: '', httpPart: 'querystring' })
  const read = (query: Record<string, unknown>) => {
    const answer = check(query) as true | { error: Error }
    if (answer !== true) throw answer.error
    return query
  }

  test('accept a repeated key as a list, and a single value as a list of one', () => {
    expect(read({ authors: ['a', 'b'] })).toMatchObject({ authors: ['a', 'b'] })
    expect(read({ authors: 'a' })).toMatchObject({ authors: ['a'] })
    expect(() => read({ authors: ['a', 'b', 'c'] })).toThrow()
  })

  test('accept only true and false as booleans', async () => {
    expect([read({ nested: 'true' }), read({ nested: 'false' }), read({})]).toEqual([
      { nested: true },
      { nested: false },
      { nested: true },
    ])
    const path = `/v1/orgs/${server.organization}/collections`
    expect((await server.admin.http.get(`${path}?nested=false`)).status).toBe(200)
    for (const nested of ['1', '0', 'yes', 'TRUE', '', 'null', 'true&nested=false'])
      expect((await server.admin.http.get(`${path}?nested=${nested}`)).status, nested).toBe(400)
  })
})
