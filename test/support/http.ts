// HTTP with a token. Every response is checked against the API description: a reply that does not match its schema, or
// an undeclared status, fails the test.
import type { Browser } from './browser.ts'
import { checkReply } from './replies.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
  /** The body as received. */
  text: string
}

export interface Http {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

export const httpAs = (url: string, token?: string): Http =>
  httpWith(url, (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {}))

/** Calls the API as the console does in this browser. */
export const consoleIn = (url: string, browser: Pick<Browser, 'kept'>): Http =>
  httpWith(url, () => ({
    cookie: [...browser.kept].map((pair) => pair.join('=')).join('; '),
    'x-lectern-console': '1',
    'sec-fetch-site': 'same-origin',
  }))

function httpWith(url: string, credentials: () => Record<string, string>): Http {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...credentials(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const answer = await read(response)
    checkReply(method, path, answer)
    return answer
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, text }
}

/** A `fetch` for other clients that checks responses too. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  checkReply(init?.method ?? 'GET', pathname + search, await read(response.clone()))
  return response
}
