import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { createStreams, type LiveReply } from './streams.ts'

test('what happens after access ended is not shown, even if it ended between its check and the reading', async () => {
  const events: LiveReply['events'] = []
  let isAllowed = true
  let endsNow = false
  const look = async (): Promise<LiveReply> => {
    if (!isAllowed) throw new Error('No access')
    if (endsNow) {
      isAllowed = false
      events.push({ id: 'later' })
    }
    return { next: String(events.length), more: false, events: [...events], presence: [] }
  }
  const written: string[] = []
  let isOver = false
  const raw = {
    on() {},
    writeHead() {},
    write: (text: string) => written.push(text),
    end: () => (isOver = true),
    writableLength: 0,
  }
  const reply = { raw, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  const streams = createStreams({ onSpacesChanged() {} } as unknown as Database, 10)
  await streams.open({ query: {} } as FastifyRequest, reply, look)
  events.push({ id: 'earlier' })
  await vi.waitUntil(() => written.some((text) => text.includes('earlier')))
  endsNow = true
  await vi.waitUntil(() => isOver)
  expect(written.join('')).not.toContain('later')
})
