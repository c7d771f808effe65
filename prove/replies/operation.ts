// All calls of one operation, in a world of its own.
import { at, isWrite, type OperationEntry, urlOf } from '../../test/support/operations.ts'
import { prepare, type World } from '../../test/support/world.ts'
import { type Credentials, credentialsOf, othersIn } from './callers.ts'
import { badInputs, jsonOf, queriesOf, readerOf, withQuery } from './inputs.ts'
import type { Recorder } from './recorder.ts'
import { knownIn, settled } from './worlds.ts'

/** About the running process, all organizations, or events on their way: only the shape of the reply is recorded. */
const UNSTEADY = /\b((get|list|collect|create)Server|listIntegrationEvents)/

/** An operation that is ready to be called in a world. */
interface Stage {
  line: OperationEntry
  world: World
  url: string
  body: unknown
  caller: Credentials
  others: Record<string, Credentials>
  send(
    name: string,
    as: Credentials,
    more?: { method?: string; path?: string; headers?: Credentials; body?: string | undefined },
  ): ReturnType<Recorder['call']>
}

async function setUp(recorder: Recorder, line: OperationEntry, newWorld: () => Promise<World>): Promise<Stage> {
  const world = await newWorld()
  const others = await othersIn(world)
  const { caller, body, query } = await prepare(line, world)
  const url = query ? `${at(line.path, world.ids)}?${new URLSearchParams(query)}` : urlOf(line, world.ids)
  await settled(world.server)
  const known = knownIn(world)
  return {
    ...{ line, world, url, body, others },
    caller: await credentialsOf(caller.http),
    send(name, as, { headers = {}, ...more } = {}) {
      const given = 'body' in more ? { headers: {} } : jsonOf(body)
      const request = { method: line.method, path: url, ...given, ...more }
      const all = { ...request, headers: { ...given.headers, ...headers, ...as } }
      const call = `${line.id}: ${name}`
      return recorder.call(call, all, { known, isShape: UNSTEADY.test(call) })
    },
  }
}

export async function recordOperation(recorder: Recorder, line: OperationEntry, newWorld: () => Promise<World>) {
  const stage = await setUp(recorder, line, newWorld)
  for (const { name, ...input } of badInputs(line, stage.world.ids, stage.url, stage.body))
    await stage.send(name, stage.caller, { body: undefined, ...input })
  if (isWrite(line)) await recordWrite(recorder, stage, newWorld)
  else await recordRead(stage)
}

async function recordRead({ line, url, caller, others, send }: Stage): Promise<void> {
  for (const [name, credentials] of Object.entries(others)) await send(name, credentials)
  const { headers } = await send('admin', caller)
  await send('admin, again', caller)
  await send('admin, once more', caller)
  await send('HEAD', caller, { method: 'HEAD', body: undefined })
  await send('with a slash', caller, { path: url.replace(/(?=\?|$)/, '/') })
  await send('unknown query', caller, { path: withQuery(url, 'unknown=1') })
  if (headers.etag) await send('known etag', caller, { headers: { 'if-none-match': String(headers.etag) } })
  for (const query of queriesOf(line)) await send(query, caller, { path: withQuery(url, query) })
  if (UNSTEADY.test(line.id)) return
  const next =
    line.operation.list && nextOf((await send('limit=1, first', caller, { path: withQuery(url, 'limit=1') })).text)
  if (next) await send('next page', caller, { path: withQuery(url, `limit=1&page=${encodeURIComponent(next)}`) })
}

const nextOf = (text: string): string | undefined => (text.startsWith('{') ? JSON.parse(text).next?.page : undefined)

/** Whoever succeeds gets a world where nobody has succeeded before. */
async function recordWrite(recorder: Recorder, first: Stage, newWorld: () => Promise<World>): Promise<void> {
  let stage = first
  for (const name of Object.keys(first.others)) {
    const { status } = await stage.send(name, stage.others[name]!)
    if (status < 300) stage = await setUp(recorder, first.line, newWorld)
  }
  const { send, caller } = stage
  // Some callers are the same in all worlds.
  const key = { 'idempotency-key': `${stage.line.id}-${stage.world.ids.organizationId}` }
  await send('admin', caller, { headers: key })
  await send('admin, same key', caller, { headers: key })
  await send('admin, same key for another path', caller, { headers: key, path: withQuery(stage.url, 'other=1') })
  await settled(stage.world.server)
  await readBack(stage)
  await send('admin, again with an unknown field', caller, unknownField(stage.body))
}

const unknownField = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? jsonOf({ ...body, unknown: { deep: [1] } }) : {}

/** What the operation wrote, as it is read. */
async function readBack({ line, world, caller, send }: Stage): Promise<void> {
  const reader = readerOf(line)
  if (!reader) return
  await send(`then ${reader.id}`, caller, { method: 'GET', path: urlOf(reader, world.ids), body: undefined })
}
