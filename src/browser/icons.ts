// The icons that documents and pages name. Those that are asked for together come together, and stay.
import type { Icon } from '../lib/icons.ts'

/** In one request; the server sends no more. */
const MOST = 100

const known = new Map<string, Promise<Icon | undefined>>()
let waiting: { name: string; found(icon: Icon | undefined): void; failed(error: unknown): void }[] = []

export function findIcon(name: string): Promise<Icon | undefined> {
  const found = known.get(name) ?? ask(name)
  known.set(name, found)
  return found
}

let names: Promise<string[]> | undefined

/** Without aliases, brands last. */
export function iconNames(): Promise<string[]> {
  names ??= load<string[]>('').catch((error: unknown) => {
    names = undefined
    throw error
  })
  return names
}

const ask = (name: string): Promise<Icon | undefined> =>
  new Promise((found, failed) => {
    if (waiting.length === 0) setTimeout(() => void fetchWaiting())
    waiting.push({ name, found, failed })
    if (waiting.length === MOST) void fetchWaiting()
  })

async function fetchWaiting(): Promise<void> {
  const asked = waiting
  waiting = []
  if (asked.length === 0) return
  try {
    const icons = await load<Record<string, Icon | null>>(`?names=${asked.map(({ name }) => encodeURIComponent(name))}`)
    for (const { name, found } of asked) found(icons[name] ?? undefined)
  } catch (error) {
    // The next time they are shown, they are asked for again.
    for (const { name, failed } of asked) {
      known.delete(name)
      failed(error)
    }
  }
}

/** Beside the scripts. */
async function load<T>(query: string): Promise<T> {
  const reply = await fetch(new URL(`icons${query}`, import.meta.url))
  if (!reply.ok) throw new Error(`Icons: ${reply.status}`)
  return reply.json()
}
