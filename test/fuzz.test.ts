// Whatever is sent, the server answers, in its own words, and never with a failure of its own. Others are there all along:
// their ids are sent in, and nothing of theirs comes out or is changed. The same requests in every run;
// LECTERN_FUZZ_RUNS (requests an operation) and LECTERN_FUZZ_SEED ask for more and for others.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenTo, requestsTo, withTheirs } from './support/arbitraries.ts'
import { type Line, operations } from './support/operations.ts'
import { fingerprint, settleOthers } from './support/others.ts'
import { type RawAnswer, type RawRequest, sendAndLeave, sendRaw } from './support/raw.ts'
import { checkReply } from './support/replies.ts'
import { startedServer } from './support/server.ts'
import { createWorld, endDevelopment, type World } from './support/world.ts'

const server = startedServer()
const numRuns = Number(process.env.LECTERN_FUZZ_RUNS ?? 30)
/** Sent at the same moment. */
const TOGETHER = 5
/** One of so many is no whole request. */
const BROKEN = 10
const seed = Number(process.env.LECTERN_FUZZ_SEED ?? 1)

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

/** With a script that draws when it is asked to. */
async function wholeWorld(): Promise<World> {
  const made = await createWorld(server)
  await endDevelopment(made)
  return made
}

let world: World | undefined
const worldFor = async ({ verb, id }: Line): Promise<World> => {
  world ??= await wholeWorld()
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
      await fc.assert(property, { numRuns: numRuns / TOGETHER, seed, endOnFailure: true })
      const broken = fc.asyncProperty(brokenTo(line, ids, admin.token), async (bytes) => {
        const answer = await sendAndLeave(server.url, bytes)
        expect(answer).not.toMatch(/^HTTP\/1.1 5/m)
        expectNoLeak(answer)
      })
      await fc.assert(broken, { numRuns: numRuns / BROKEN, seed, endOnFailure: true })
    },
    60_000 + numRuns * 200,
  )

  test('leaves the server in good health', async () => {
    expect((await server.admin.http.get('/readyz')).status).toBe(200)
    expect((await server.admin.http.get('/v1/user')).status).toBe(200)
  })

  test('leaves others as they were', async () => {
    expect(await fingerprint(others)).toEqual(before)
  })
})
