import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { databaseKind } from '../../../test/support/database.ts'
import { newSpace } from '../../../test/support/pages.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

interface Message {
  id: string | undefined
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: events of every kind
  data: any
}

interface Watching {
  messages: Message[]
  /** The last message of a kind: kinds arrive in any order. */
  last(kind: 'change' | 'presence'): Message
  changes(): string[]
  people(): string[]
  isOver(): boolean
  close(): void
}

/** Opens a stream and collects what comes. */
async function watch({ token }: Person, spaces: string[], base = server.url, last?: string): Promise<Watching> {
  const aborting = new AbortController()
  const query = new URLSearchParams(spaces.map((id) => ['spaces', id]))
  const answer = await fetch(`${base}/v1/user/stream?${query}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(last !== undefined && { 'last-event-id': last }),
    },
    signal: aborting.signal,
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const messages: Message[] = []
  let isOver = false
  void collect(answer, messages)
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return {
    messages,
    last: (kind: 'change' | 'presence') => messages.findLast(({ event }) => event === kind)!,
    changes: () => messages.filter(({ event }) => event === 'change').map(({ data }) => data.type),
    people: () =>
      messages
        .findLast(({ event }) => event === 'presence')
        ?.data.people.map(({ client }: { client: string }) => client),
    isOver: () => isOver,
    close: () => aborting.abort(),
  }
}

async function collect(answer: Response, messages: Message[]): Promise<void> {
  let text = ''
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
      if (fields.event) messages.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data!) })
    }
  }
}

const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000, interval: 20 })
const personAt = (path: string, { http }: Person) => http.get(path)

describe('what happens in spaces', () => {
  test('getUserStream: answers what happened since a place, in spaces that the caller sees', async () => {
    const [space, hidden] = [await newSpace(server), await createSpace(await server.found())]
    const path = `/v1/user/stream?spaces=${space.id}&spaces=${hidden.id}&spaces=nothing`
    const { body: start } = await personAt(path, server.admin)
    expect(start).toEqual({
      next: expect.stringMatching(/^[\w-]+:\d+$/),
      more: false,
      events: [],
      presence: [{ space: space.id, people: [] }],
    })
    const { body: written } = await space.write({ operation: 'insert_page', title: 'New' })
    await server.admin.http.patch(`/v1/spaces/${space.id}`, { title: 'Renamed' })
    const after = async () => (await personAt(`${path}&after=${start.next}`, server.admin)).body
    await eventually(async () => (await after()).events.length).toBe(2)
    const { events, next } = await after()
    expect(events[0]).toEqual({
      id: expect.any(String),
      type: 'space.content.updated',
      space: space.id,
      target: { type: 'space', id: space.id },
      revision: written.revision,
      actor: server.admin.id,
      at: expect.any(String),
    })
    expect(events[1]).toMatchObject({ type: 'space.updated', id: next })
    expect((await personAt('/v1/user/stream?spaces=x&after=1', server.admin)).status).toBe(400)
    expect((await personAt('/v1/user/stream', server.admin)).status).toBe(400)
  })

  test('getUserStream: sends what happens while it is open, and what was missed, once', async () => {
    const space = await newSpace(server)
    const first = await watch(server.admin, [space.id])
    await eventually(() => first.messages.map(({ event }) => event)).toEqual(['ready', 'presence'])
    await space.insert('One')
    const { body: draft } = await server.admin.http.put(`/v1/spaces/${space.id}/own-draft`)
    await eventually(first.changes).toEqual(['space.content.updated', 'change-request.created'])
    expect(first.last('change').data.changeRequest).toBe(draft.id)
    first.close()
    await eventually(first.isOver).toBe(true)
    for (const title of ['Two', 'Three', 'Four']) await space.insert(title)
    const second = await watch(server.admin, [space.id], server.url, first.last('change').id)
    await eventually(() => second.changes().length).toBe(3)
    await space.insert('Five')
    await eventually(() => second.changes().length).toBe(4)
    const revisions = second.messages.flatMap(({ data }) => data.revision ?? [])
    expect(revisions.at(-1)).toBe(await space.revision())
    expect(new Set(revisions).size).toBe(4)
    second.close()
  })

  test('getUserStream: ends with the token, and shows nothing of a space that the caller no longer sees', async () => {
    const space = await newSpace(server)
    const other = await newSpace(server)
    const member = await server.join('read')
    const stream = await watch(member, [space.id, other.id])
    await space.insert('Seen')
    await eventually(stream.changes).toEqual(['space.content.updated'])
    await server.admin.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: null })
    await space.insert('Not seen')
    await other.insert('Seen too')
    await eventually(() => stream.last('change').data.space).toBe(other.id)
    expect(
      stream.messages.filter(({ data }) => data.space === space.id && data.type === 'space.content.updated'),
    ).toHaveLength(1)
    await server.database.write((db) =>
      db.updateTable('tokens').set({ revoked_at: new Date().toISOString() }).where('user_id', '=', member.id).execute(),
    )
    await other.insert('Nobody there')
    await eventually(stream.isOver).toBe(true)
    expect(stream.changes().filter((type) => type === 'space.content.updated')).toHaveLength(2)
  })

  test('getUserStream: of many streams of a person, the oldest ends', async () => {
    const space = await newSpace(server)
    const member = await server.join('read')
    const streams: Watching[] = []
    for (let count = 0; count < 11; count++) streams.push(await watch(member, [space.id]))
    await eventually(streams[0]!.isOver).toBe(true)
    expect(streams.slice(1).every(({ isOver }) => !isOver())).toBe(true)
    for (const stream of streams) stream.close()
  })
})

describe('who is there', () => {
  test('updatePresence: others learn where somebody is, until they leave or stay silent', async () => {
    const space = await newSpace(server)
    const page = await space.insert('Page')
    const member = await server.join('read')
    const path = `/v1/spaces/${space.id}/presence`
    const stream = await watch(server.admin, [space.id])
    const selection = { anchor: { key: 'a', offset: 1 }, head: { key: 'b', offset: 2 } }
    expect((await member.http.put(path, { client: 'tab-1', page, selection })).status).toBe(204)
    await eventually(stream.people).toEqual(['tab-1'])
    expect(stream.last('presence').data.people[0]).toEqual({
      client: 'tab-1',
      user: expect.objectContaining({ id: member.id }),
      page,
      selection,
      expiresAt: expect.any(String),
    })
    await member.http.put(path, { client: 'tab-2', page: null })
    await eventually(stream.people).toEqual(['tab-1', 'tab-2'])
    await member.http.put(path, { client: 'tab-1', left: true })
    await eventually(stream.people).toEqual(['tab-2'])
    await server.database.write((db) =>
      db
        .updateTable('presences')
        .set({ expires_at: new Date(0).toISOString() })
        .where('client', '=', 'tab-2')
        .execute(),
    )
    const seen = async () => (await server.admin.http.get(`/v1/user/stream?spaces=${space.id}`)).body.presence[0].people
    expect(await seen()).toEqual([])
    for (const body of [{}, { client: '' }, { client: 'x', selection: { anchor: {} } }, { client: 'x', page: 5 }])
      expect((await member.http.put(path, body)).status).toBe(400)
    stream.close()
  })
})

test.runIf(databaseKind === 'postgres')('getUserStream, updatePresence: reach people on other nodes', async () => {
  const space = await newSpace(server)
  const elsewhere = await server.node()
  const node = new URL((await elsewhere.http.get('/v1/user')).body.urls.location).origin
  const stream = await watch(server.admin, [space.id], node)
  await space.insert('Here')
  await eventually(stream.changes).toEqual(['space.content.updated'])
  await server.admin.http.put(`/v1/spaces/${space.id}/presence`, { client: 'here' })
  await eventually(stream.people).toEqual(['here'])
  const back = await watch(server.admin, [space.id])
  await elsewhere.http.put(`/v1/spaces/${space.id}/presence`, { client: 'there' })
  await eventually(back.people).toEqual(['here', 'there'])
  // They stay open: a stream does not keep a server from stopping.
})
