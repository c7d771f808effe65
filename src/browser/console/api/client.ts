// Calls the API with the session of the signed-in person.
import { base } from '../base.ts'
import { noteHeldBack } from './held-back.ts'
import type { Call, Input, ReplyTo } from './operations.ts'

/** Why a call failed. Status 0: the server cannot be reached. */
export class CallError extends Error {
  readonly status: number
  /** The invalid fields, if the request was invalid. */
  readonly issues: readonly { path: string; message: string }[]
  /** Whether others wrote in the same place. */
  readonly conflicts: boolean

  constructor(status: number, message: string, issues: CallError['issues'] = [], conflicts = false) {
    super(message)
    this.status = status
    this.issues = issues
    this.conflicts = conflicts
  }
}

/** `call('GET /spaces/:spaceId', { spaceId })`. */
export async function call<C extends Call>(
  to: C,
  input: Input<C>,
  { signal, headers, keepalive }: { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean } = {},
): Promise<ReplyTo<C>> {
  const [method, path] = to.split(' ') as [string, string]
  const { query, body, ...params } = input as { query?: object; body?: unknown } & Record<string, string>
  const response = await send(`${base}/v1${filled(path, params)}${searchOf(query)}`, {
    method,
    signal: signal ?? null,
    keepalive: keepalive ?? false,
    headers: {
      'x-lectern-console': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const reply = text === '' ? undefined : JSON.parse(text)
  if (response.ok) return reply
  if (response.status === 401) signInAgain()
  const { message = response.statusText, issues, conflicts } = reply?.error ?? {}
  noteHeldBack(response.status, message)
  throw new CallError(response.status, message, issues, conflicts !== undefined)
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallError(0, 'Can’t reach the server.')
  }
}

const filled = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)\*?/g, (_whole, name: string) => encodeURIComponent(params[name]!))

function searchOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  return search.size === 0 ? '' : `?${search}`
}

/** The session has ended: sign in, and come back to the same place. */
function signInAgain(): void {
  location.assign(`${base}/sign-in?${new URLSearchParams({ returnTo: location.pathname + location.search })}`)
}
