// Readers who come at once for a page that is not kept yet.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { startedServer } from '../../test/support/server.ts'
import { newSite } from '../../test/support/sites.ts'
import { createWarmPages, type WarmPages } from './warm-pages.ts'

const server = startedServer()

const requestFor = (url: string) =>
  ({ method: 'GET', headers: { accept: 'text/html' }, raw: { url }, protocol: 'http', host: 'docs' }) as FastifyRequest

/** A reader, and the bodies that were sent to it. */
function readerOf(warm: WarmPages, url: string, drawn: string[], meanwhile?: Promise<unknown>) {
  const sent: string[] = []
  const request = requestFor(url)
  const reply = { raw: {}, sendBytes: (_status: number, _headers: string[], body: Buffer) => sent.push(String(body)) }
  const draw = async () => {
    const keep = await warm.begin(request)
    drawn.push(url)
    await meanwhile
    keep({ etag: '"1"', headers: [], body: Buffer.from(`Page ${drawn.length}`) })
  }
  return { sent, answered: warm.answer(request, reply as unknown as FastifyReply, draw) }
}

test('wait for the first of them, and get its page', async () => {
  const warm = createWarmPages(server.database)
  const drawn: string[] = []
  const readers = [1, 2, 3].map(() => readerOf(warm, '/a', drawn))
  const other = readerOf(warm, '/b', drawn)
  await Promise.all([...readers, other].map(({ answered }) => answered))
  expect(drawn.sort()).toEqual(['/a', '/b'])
  expect(readers.map(({ sent }) => sent.length)).toEqual([0, 1, 1])
})

test('draw it themselves when something is written meanwhile', async () => {
  const warm = createWarmPages(server.database)
  const drawn: string[] = []
  const admin = await server.found()
  const write = newSite(server, admin)
  const readers = [1, 2].map(() => readerOf(warm, '/a', drawn, write))
  await Promise.all(readers.map(({ answered }) => answered))
  expect(drawn).toEqual(['/a', '/a'])
})

test('do not wait for what is no page', async () => {
  const warm = createWarmPages(server.database)
  const drawn: string[] = []
  const never = new Promise(() => {})
  for (const url of ['/llms-full.txt', '/site/~lectern/search?q=a']) {
    void readerOf(warm, url, drawn, never)
    await readerOf(warm, url, drawn).answered
  }
  await expect.poll(() => drawn.length).toBe(4)
})
