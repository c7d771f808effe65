// An API client for the measured server.
import { ADMIN_TOKEN, type Server } from './servers.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
export type Reply = any

export interface Api {
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  /** The number of queued and running jobs. */
  jobs(): Promise<number>
}

export function apiOf({ url }: Server): Api {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.status === 204 || response.status === 205 ? undefined : response.json()
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    async jobs() {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      return Number(/^lectern_jobs\{state="queued"\} (\d+)/m.exec(metrics)?.[1])
    },
  }
}
