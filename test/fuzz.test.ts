// @only-postgres @slow
// Fuzzes every operation: the server always responds in its own format, and never with an internal error. The ids of
// another organization are sent too, and nothing of it may leak or change. Every run sends the same requests;
// LECTERN_FUZZ_RUNS (requests per operation) and SEED change that.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenTo, requestsTo, withTheirs } from './support/arbitraries.ts'
import { type OperationEntry, operations } from './support/operations.ts'
import { fingerprint, settleOthers } from './support/others.ts'
import { type RawAnswer, type RawRequest, sendAndLeave, sendRaw } from './support/raw.ts'
import { checkReply } from './support/replies.ts'
import { startedServer } from './support/server.ts'
import { createWorld, endDevelopment, type World } from './support/world.ts'

const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' } })
const numRuns = Number(process.env.LECTERN_FUZZ_RUNS ?? 7)
/** Concurrent requests. */
const TOGETHER = 5
/** One in this many requests is incomplete. */
const BROKEN = 10
const seed = Number(process.env.SEED ?? 1)

let others: World
let secrets: string[]
let before: object
let sent = 0

beforeAll(async () => {
  others = await createWorld(server)
  secrets = await settleOthers(others)
  before = await fingerprint(others)
})

afterAll(() => {
  if (process.env.LECTERN_FUZZ_RUNS) console.log(`${sent} requests to ${operations.length} operations, seed ${seed}`)
})

/** With a script that renders on request. */
async function wholeWorld(): Promise<World> {
  const made = await createWorld(server)
  await endDevelopment(made)
  return made
}

let world: World | undefined
const worldFor = async ({ verb, id }: OperationEntry): Promise<World> => {
  world ??= await wholeWorld()
  const used = world
  // These operations damage the world.
  if (verb === 'delete' || id.startsWith('transfer')) world = undefined
  return used
}

function judge({ method, path }: RawRequest, { status, headers, text }: RawAnswer): void {
  const isJson = String(headers['content-type']).startsWith('application/json')
  const body = isJson && text !== '' ? JSON.parse(text) : text
  checkReply(method, path, { status, body, headers: new Headers(headers as Record<string, string>) })
  expect(status).toBeLessThan(500)
  if (status >= 400) expect(body).toMatchObject({ error: { code: status, message: expect.any(String) } })
  expectNoLeak(text + JSON.stringify(headers))
}

function expectNoLeak(answer: string): void {
  sent++
  expect(secrets.filter((secret) => answer.includes(secret))).toEqual([])
}

describe('nonsense', () => {
  test.each(operations)(
    '$id: is answered',
    async (line) => {
      const { admin, ids: own } = await worldFor(line)
      const ids = withTheirs(own, others.ids)
      const requests = fc.array(requestsTo(line, ids, admin.token), { minLength: TOGETHER, maxLength: TOGETHER })
      const property = fc.asyncProperty(requests, async (some) => {
        await Promise.all(some.map(async (request) => judge(request, await sendRaw(server.url, request))))
      })
      await fc.assert(property, { numRuns: Math.ceil(numRuns / TOGETHER), seed, endOnFailure: true })
      const broken = fc.asyncProperty(brokenTo(line, ids, admin.token), async (bytes) => {
        const answer = await sendAndLeave(server.url, bytes)
        expect(answer).not.toMatch(/^HTTP\/1.1 5/m)
        expectNoLeak(answer)
      })
      await fc.assert(broken, { numRuns: Math.ceil(numRuns / BROKEN), seed, endOnFailure: true })
    },
    60_000 + numRuns * 200,
  )

  test('leaves the server healthy', async () => {
    expect((await server.admin.http.get('/readyz')).status).toBe(200)
    expect((await server.admin.http.get('/v1/user')).status).toBe(200)
  })

  test('leaves other organizations unchanged', async () => {
    expect(await fingerprint(others)).toEqual(before)
  })
})
