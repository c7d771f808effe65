// @only-sqlite @slow
// Laws of every operation, derived from the route table: they apply to a new operation without a new test.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertToken } from '../src/domain/people/users.ts'
import { fromNow } from '../src/lib/time.ts'
import type { Answer } from './support/http.ts'
import { httpAs } from './support/http.ts'
import { isPublic, isWrite, type OperationEntry, operations, urlOf } from './support/operations.ts'
import { type Person, startedServer } from './support/server.ts'
import { sourcesIn } from './support/sources.ts'
import {
  createWorld,
  FOR_STRANGERS,
  POINTING,
  smallestBody,
  succeed,
  unmade,
  WITHOUT_EVENT,
  WORDS,
  type World,
  worldFor,
} from './support/world.ts'

const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' }, backups: true })
const guarded = operations.filter((line) => !isPublic(line))
const naming = guarded.filter(({ params }) => params.length > 0)
const writes = operations.filter(isWrite)

let world: World
let stranger: Person
let strangers: World

beforeAll(async () => {
  world = await createWorld(server)
  strangers = await createWorld(server)
  stranger = strangers.admin
})

describe('without a valid token', () => {
  const tokens: Record<string, () => Promise<string | undefined>> = {
    none: async () => undefined,
    garbage: async () => 'lct_garbage',
    'well formed but unknown': async () => 'x'.repeat(40),
    revoked: () => tokenWith({ revoked: true }),
    expired: () => tokenWith({ expiresAt: fromNow(-1) }),
  }

  async function tokenWith({ revoked, expiresAt }: { revoked?: boolean; expiresAt?: string }): Promise<string> {
    const { token, secret } = await server.database.write((db) =>
      insertToken(db, world.admin.id, { label: 'test', expiresAt }),
    )
    if (revoked) expect((await httpAs(server.url, secret).delete(`/v1/user/tokens/${token.id}`)).status).toBe(204)
    return secret
  }

  for (const [kind, token] of Object.entries(tokens)) {
    test(`${kind}: every operation that is not public refuses, and says how to sign in`, async () => {
      const http = httpAs(server.url, await token())
      for (const line of guarded) {
        const answer = await http.send(line.method, urlOf(line, world.ids), smallestBody(line))
        expect(answer.status, line.id).toBe(401)
        expect(answer.headers.get('www-authenticate'), line.id).toBe('Bearer')
        expect(answer.body.error.code, line.id).toBe(401)
      }
    })
  }

  test('a public operation answers', async () => {
    for (const line of operations.filter(isPublic)) {
      const { status } = await httpAs(server.url).send(line.method, urlOf(line, world.ids), smallestBody(line))
      expect(status, line.id).not.toBe(401)
    }
  })
})

describe('a stranger', () => {
  const masked = naming.filter(({ id }) => !(id in FOR_STRANGERS))
  const madeUp = Object.fromEntries(operations.flatMap(({ params }) => params.map((name) => [name, `madeUp-${name}`])))

  const ask = (line: OperationEntry, ids: Record<string, string>, body = smallestBody(line)) =>
    stranger.http.send(line.method, urlOf(line, ids), body)

  // A response may repeat the request.
  const seen = ({ status, text, headers }: Answer, ids: Record<string, string>) => ({
    status,
    text: Object.entries(ids).reduce((rest, [name, id]) => rest.replaceAll(id, name), text),
    location: headers.get('location'),
  })

  test.each(masked)('$id: gets the response of a missing id, byte for byte', async (line) => {
    const answer = await ask(line, world.ids)
    expect(seen(answer, {})).toEqual(seen(await ask(line, madeUp), {}))
    expect(answer.status).not.toBe(400)
  })

  const nested = masked.filter(({ params }) => params.length > 1 && !params.some((name) => WORDS.includes(name)))
  test.each(nested)('$id: finds nothing of others below its own objects either', async (line) => {
    const [outer] = line.params as [string]
    const own = { [outer]: strangers.ids[outer]! }
    const answer = await ask(line, { ...world.ids, ...own })
    expect(seen(answer, {})).toEqual(seen(await ask(line, { ...madeUp, ...own }), {}))
    expect(answer.status).toBe(404)
  })

  test.each(POINTING)('$id: cannot refer to objects of others in a body', async ({ id, body }) => {
    const line = operations.find((candidate) => candidate.id === id)!
    const answer = await ask(line, strangers.ids, body(world.ids))
    const missing = await ask(line, strangers.ids, body(madeUp))
    expect(seen(answer, world.ids)).toEqual(seen(missing, madeUp))
    expect([400, 404]).toContain(answer.status)
  })
})

describe('an authorized caller', () => {
  const reads = operations.filter((line) => !isWrite(line))

  test.each(reads)('$id: is answered', async (line) => {
    expect((await succeed(line, world)).status).toBe(200)
  })

  test.each(reads.filter(({ operation }) => operation.etag))('$id: gets 304 if nothing has changed', async (line) => {
    const { headers } = await succeed(line, world)
    const etag = headers.get('etag')!
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, text } = await world.admin.http.get(urlOf(line, world.ids), { 'if-none-match': known })
      expect([status, text], known).toEqual([304, ''])
    }
    expect((await world.admin.http.get(urlOf(line, world.ids), { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each(writes.filter(({ id }) => !(id in WITHOUT_EVENT)))(
    '$id: succeeds, and leaves exactly one event of its own kind',
    async (line) => {
      const { status, headers } = await succeed(line, await worldFor(line, server))
      expect(status).toBeLessThan(300)
      expect(await eventsOf(headers.get('x-request-id')!)).toEqual([
        {
          action: (line.operation as { event: string }).event,
          actor_id: expect.any(String),
          token_id: expect.any(String),
        },
      ])
    },
  )

  test('fails, and leaves no event', async () => {
    // Tokens are refused before anything is looked up where only the console may ask.
    for (const line of writes.filter(({ params, operation }) => params.length > 0 && !operation.inConsole)) {
      const { status, headers } = await server.admin.http.send(line.method, urlOf(line, {}), smallestBody(line))
      expect(status, line.id).toBe(404)
      expect(await eventsOf(headers.get('x-request-id')!), line.id).toEqual([])
    }
  })

  const eventsOf = (requestId: string) =>
    server.database.read
      .selectFrom('events')
      .select(['action', 'actor_id', 'token_id'])
      .where('request_id', '=', requestId)
      // The rest of the event is covered by the tests of the operation.
      .where('action', '<>', 'space.visibility.updated')
      .execute()
})

describe('the table', () => {
  test('every path parameter has an object in the fixture', () => {
    expect(unmade()).toEqual([])
  })

  test('every operation opens the title of a test', () => {
    const titles = [...sourcesIn('src'), ...sourcesIn('test')].flatMap(({ path, code }) =>
      path.endsWith('.test.ts')
        ? [...code.matchAll(/\btest(?:\.each\([^)]*\))?\(\s*['"`]([\w, ]+):/g)].map(([, ids]) => ids!)
        : [],
    )
    const told = new Set(titles.flatMap((ids) => ids.split(',').map((id) => id.trim())))
    expect(operations.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([])
  })
})
