// An API client for the measured server.
import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN_TOKEN, type Server } from './servers.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
export type Reply = any

export interface Api {
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  /** Waits until no more work is queued than when the client was made, such as pages to be indexed. */
  idle(): Promise<void>
}

export async function apiOf({ url }: Server): Promise<Api> {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.status === 204 || response.status === 205 ? undefined : response.json()
  }
  const countJobs = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^lectern_jobs\{state="queued"\} (\d+)/m.exec(metrics)?.[1])
  }
  const scheduled = await countJobs()
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    async idle() {
      while ((await countJobs()) > scheduled) await pause(100)
    },
  }
}
