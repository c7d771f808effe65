// What happens in spaces, as it happens. All tabs of a browser share one connection: the tab that holds the lock reads for
// all of them, and when it closes another one goes on.
import { randomName } from '../../random.ts'
import type { ReplyTo } from '../api/operations.ts'
import { base } from '../base.ts'
import { type Message, readMessages } from './messages.ts'

type Reply = ReplyTo<'GET /user/stream'>
export type Change = Reply['events'][number]
export type Presence = Reply['presence'][number]['people'][number]

export type Live =
  | { is: 'change'; space: string; change: Change }
  | { is: 'presence'; space: string; people: readonly Presence[] }
  /** From now on everything is told; what is shown may be older. */
  | { is: 'connected'; space: string }

/** What tabs tell each other. */
type Told =
  | { kind: 'live'; live: Live }
  | { kind: 'wants'; tab: string; spaces: readonly string[] }
  | { kind: 'who wants' }

const PAUSE = 2000
const MAX_PAUSE = 30_000
/** The server says something every ten seconds: after this silence the connection is dead. */
const SILENCE = 30_000
const MAX_SPACES = 50

/** Names this tab among those of the person. */
export const tab = randomName(16)

// Without TLS there are no locks: each tab reads for itself then.
const channel = navigator.locks ? new BroadcastChannel('lectern live') : undefined
const listeners = new Map<string, Set<(live: Live) => void>>()
const wants = new Map<string, readonly string[]>()
let hasBegun = false
let isLeader = false
let connection: { spaces: readonly string[]; ended: AbortController } | undefined
let wake = () => {}
/** Who is in each space, for whoever begins to listen later. */
const lastPresence = new Map<string, Live>()

/** Calls the listener with what happens in a space, until the returned function is called. */
export function listen(space: string, listener: (live: Live) => void): () => void {
  const all = listeners.get(space) ?? new Set()
  listeners.set(space, all.add(listener))
  if (!hasBegun) begin()
  const presence = lastPresence.get(space)
  if (presence) listener(presence)
  if (all.size === 1) tellWants()
  return () => {
    all.delete(listener)
    if (all.size > 0) return
    listeners.delete(space)
    tellWants()
  }
}

function begin(): void {
  hasBegun = true
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'live') hear(data.live)
    else if (data.kind === 'wants') noteWants(data.tab, data.spaces)
    else tellWants()
  })
  addEventListener('pagehide', () => channel?.postMessage({ kind: 'wants', tab, spaces: [] } satisfies Told))
  addEventListener('online', () => connection?.ended.abort())
  if (channel) void navigator.locks.request('lectern live', lead)
  else void lead()
}

function hear(live: Live): void {
  if (live.is === 'presence') lastPresence.set(live.space, live)
  for (const listener of listeners.get(live.space) ?? []) listener(live)
}

function tell(live: Live): void {
  channel?.postMessage({ kind: 'live', live } satisfies Told)
  hear(live)
}

function tellWants(): void {
  const spaces = [...listeners.keys()]
  channel?.postMessage({ kind: 'wants', tab, spaces } satisfies Told)
  noteWants(tab, spaces)
}

function noteWants(from: string, spaces: readonly string[]): void {
  const before = wants.get(from) ?? []
  if (spaces.length > 0) wants.set(from, spaces)
  else wants.delete(from)
  if (!isLeader) return
  const isMissing = spaces.some((space) => !connection?.spaces.includes(space))
  if (isMissing) connection?.ended.abort()
  else for (const space of spaces) if (!before.includes(space)) tellAgain(space)
  wake()
}

/** For a tab that comes to a space that is watched already. */
function tellAgain(space: string): void {
  tell({ is: 'connected', space })
  const presence = lastPresence.get(space)
  if (presence) tell(presence)
}

/** The newest wishes first: of too many spaces, those that were opened long ago are not watched. */
const wanted = (): string[] => [...new Set([...wants.values()].reverse().flat())].slice(0, MAX_SPACES)

const pause = (wait: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, wait))

async function lead(): Promise<never> {
  isLeader = true
  channel?.postMessage({ kind: 'who wants' } satisfies Told)
  let last: string | undefined
  let failures = 0
  for (;;) {
    const spaces = wanted()
    if (spaces.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      continue
    }
    const ended = new AbortController()
    connection = { spaces, ended }
    try {
      for await (const message of read(spaces, last, ended)) {
        last = message.id ?? last
        failures = 0
        const live = liveOf(message)
        if (live) tell(live)
      }
    } catch {
      // Begun again below.
    }
    connection = undefined
    if (!ended.signal.aborted) await pause(Math.min(MAX_PAUSE, PAUSE * 2 ** failures++))
  }
}

async function* read(spaces: readonly string[], last: string | undefined, ended: AbortController) {
  let silence = setTimeout(() => ended.abort(), SILENCE)
  const response = await fetch(`${base}/v1/user/stream?${new URLSearchParams(spaces.map((id) => ['spaces', id]))}`, {
    headers: { accept: 'text/event-stream', 'x-lectern-console': '1', ...(last && { 'last-event-id': last }) },
    signal: ended.signal,
  })
  if (!response.ok) throw new Error(response.statusText)
  for (const space of spaces) tell({ is: 'connected', space })
  yield* readMessages(
    textOf(response, () => {
      clearTimeout(silence)
      silence = setTimeout(() => ended.abort(), SILENCE)
    }),
  )
}

async function* textOf(response: Response, onText: () => void): AsyncGenerator<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onText()
    yield value
  }
}

function liveOf({ event, data }: Message): Live | undefined {
  const given = JSON.parse(data)
  if (event === 'change') return { is: 'change', space: given.space, change: given }
  if (event === 'presence') return { is: 'presence', space: given.space, people: given.people }
  return undefined
}
