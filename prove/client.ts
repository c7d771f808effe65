// A client that retries: every write has an idempotency key and is repeated until it is acknowledged, so it must take
// effect exactly once.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN_TOKEN } from '../bench/servers.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
export type Reply = any

export interface Client {
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  put(path: string, body: unknown): Promise<Reply>
  patch(path: string, body: unknown): Promise<Reply>
  /** Lists all items. */
  list(path: string): Promise<Reply[]>
}

/** The number of failed attempts, by cause. */
export type Troubles = Map<string, number>

/** `url` is called for each attempt, because a server may restart elsewhere. Stops when `signal` aborts. */
export function persistentClient(url: () => string, troubles: Troubles, signal?: AbortSignal): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const headers = {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    }
    for (;;) {
      signal?.throwIfAborted()
      const answer = await attempt(`${url()}/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
      if ('reply' in answer) return answer.reply
      troubles.set(answer.trouble, (troubles.get(answer.trouble) ?? 0) + 1)
      await pause(20)
    }
  }
  const get = (path: string) => send('GET', path)
  return {
    get,
    post: (path, body = {}) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    list: (path) => listAll(get, path),
  }
}

async function attempt(url: string, init: RequestInit): Promise<{ reply: Reply } | { trouble: string }> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, init)
    text = await response.text()
  } catch {
    return { trouble: 'no answer' }
  }
  if (response.status >= 500 || response.status === 429) return { trouble: `status ${response.status}` }
  if (!response.ok) throw new Error(`${init.method} ${url} answered ${response.status}: ${text}`)
  return { reply: text === '' ? undefined : JSON.parse(text) }
}

async function listAll(get: Client['get'], path: string): Promise<Reply[]> {
  const items: Reply[] = []
  let page = ''
  for (;;) {
    const reply = await get(`${path}${path.includes('?') ? '&' : '?'}limit=1000${page}`)
    items.push(...reply.items)
    if (!reply.next) return items
    page = `&page=${encodeURIComponent(reply.next.page)}`
  }
}
