// Whatever is sent, the server answers, in its own words, and never with a failure of its own. The same requests in every
// run; LECTERN_FUZZ_RUNS (requests an operation) and LECTERN_FUZZ_SEED ask for more and for others.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestsTo } from './support/arbitraries.ts'
import { type Line, operations } from './support/operations.ts'
import { type RawAnswer, type RawRequest, sendRaw } from './support/raw.ts'
import { checkReply } from './support/replies.ts'
import { startedServer } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

const server = startedServer()
const numRuns = Number(process.env.LECTERN_FUZZ_RUNS ?? 50)
/** Sent at the same moment. */
const TOGETHER = 5
const seed = Number(process.env.LECTERN_FUZZ_SEED ?? 1)

let world: World | undefined
const worldFor = async ({ verb, id }: Line): Promise<World> => {
  world ??= await createWorld(server)
  const used = world
  // What these leave behind is no longer a whole world.
  if (verb === 'delete' || id.startsWith('transfer')) world = undefined
  return used
}

function judge({ method, path }: RawRequest, { status, headers, text }: RawAnswer): void {
  const isJson = String(headers['content-type']).startsWith('application/json')
  const body = isJson && text !== '' ? JSON.parse(text) : text
  checkReply(method, path, { status, body, headers: new Headers(headers as Record<string, string>) })
  expect(status).toBeLessThan(500)
  if (status >= 400) expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } })
}

describe('nonsense', () => {
  test.each(operations)(
    '$id: is answered',
    async (line) => {
      const { admin, ids } = await worldFor(line)
      const requests = fc.array(requestsTo(line, ids, admin.token), { minLength: TOGETHER, maxLength: TOGETHER })
      const property = fc.asyncProperty(requests, async (some) => {
        await Promise.all(some.map(async (request) => judge(request, await sendRaw(server.url, request))))
      })
      await fc.assert(property, { numRuns: numRuns / TOGETHER, seed, endOnFailure: true })
    },
    10_000 + numRuns * 200,
  )

  test('leaves the server in good health', async () => {
    expect((await server.admin.http.get('/readyz')).status).toBe(200)
    expect((await server.admin.http.get('/v1/user')).status).toBe(200)
  })
})
