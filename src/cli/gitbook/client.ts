// A small client of the API: the same wire protocol on both sides of a move.
import { CommandError } from '../failures.ts'

export type Fields = Record<string, unknown>

export interface Api {
  get(path: string): Promise<Fields>
  /** All items of a list, page by page. */
  list(path: string): AsyncGenerator<Fields>
  /** With a key, a write that is repeated is made once. */
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: Fields, key?: string): Promise<Fields>
  download(url: string): Promise<Buffer>
}

const ATTEMPTS = 5
const TIMEOUT = 60_000
const MAX_REPLY = 100 * 1024 * 1024
const MAX_FILE = 50 * 1024 * 1024
const MAX_PAUSE = 60
const PAGE_SIZE = 100

export function createApi(address: string, token: string): Api {
  if (!URL.canParse(address) || !/^https?:/.test(address)) throw new CommandError(`${address} is not an address.`)
  const base = `${address.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
  const authorization = `Bearer ${token}`
  const ask = async (method: string, path: string, body?: Fields, key?: string): Promise<Fields> => {
    const headers: Record<string, string> = { authorization, accept: 'application/json' }
    if (body) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    const reply = await attempt(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = (await readBytes(reply, MAX_REPLY, base + path)).toString()
    if (!reply.ok) throw new CommandError(`${method} ${base}${path} answers ${reply.status}: ${reasonIn(text)}`)
    return text === '' ? {} : (JSON.parse(text) as Fields)
  }
  return {
    get: (path) => ask('GET', path),
    send: ask,
    async *list(path) {
      const more = path.includes('?') ? '&' : '?'
      for (let page: string | undefined = ''; page !== undefined; ) {
        const at: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`
        const reply = await ask('GET', `${path}${more}limit=${PAGE_SIZE}${at}`)
        yield* (reply.items as Fields[] | undefined) ?? []
        page = (reply.next as { page?: string } | undefined)?.page
      }
    },
    async download(url) {
      const isOwn = url.startsWith(base.replace(/v1$/, ''))
      const reply = await attempt(url, { headers: isOwn ? { authorization } : {} })
      if (!reply.ok) throw new CommandError(`${url.split('?')[0]} answers ${reply.status}.`)
      return readBytes(reply, MAX_FILE, url)
    },
  }
}

/** Waits as long as the server asks for, and tries again what failed on its side. */
async function attempt(url: string, init: RequestInit): Promise<Response> {
  for (let count = 1; ; count++) {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) }).catch((error: Error) => error)
    const isPassing = reply instanceof Error || reply.status === 429 || reply.status >= 502
    if (!isPassing) return reply
    if (count === ATTEMPTS) {
      if (reply instanceof Error) throw new CommandError(`${new URL(url).origin} cannot be reached: ${reply.message}`)
      return reply
    }
    const asked = reply instanceof Error ? 0 : Number(reply.headers.get('retry-after') ?? 0)
    await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_PAUSE, asked || 2 ** count / 4) * 1000))
  }
}

async function readBytes({ body }: Response, limit: number, url: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > limit) throw new CommandError(`${url.split('?')[0]} answers with more than ${limit / 1024 / 1024} MiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reasonIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error: { message: string } }).error.message)
  } catch {
    return text.slice(0, 200)
  }
}

/** Writes nothing, and answers as if it had. */
export function createDryApi(): Api {
  let made = 0
  const refuse = () => Promise.reject(new Error('A dry run reads nothing here.'))
  return {
    get: refuse,
    async *list() {},
    async send() {
      const object = { id: `dry-${++made}` }
      return { ...object, siteSpaces: [object], changes: [{ page: object, ids: [object.id] }] }
    },
    download: refuse,
  }
}
