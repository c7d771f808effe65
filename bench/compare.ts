// Measures requests against a bare server that returns the same bytes, in alternating rounds, so that load on the machine
// affects both equally.
import { type Figures, load, type Request } from './load.ts'
import { ADMIN_TOKEN, type Server, startBare } from './servers.ts'

export const isQuick = process.argv.includes('--quick')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? (isQuick ? 0.2 : 3))
const WARM_UP = Math.min(1, SECONDS)
/** For what is compared alone: nothing has run it before, and the engine compiles what it runs often. */
const FIRST_WARM_UP = 1
const CONNECTIONS = 20

export interface Comparison {
  name: string
  lectern: Figures
  bare: Figures
  /** Requests per second of Lectern divided by those of the bare server. */
  ratio: number
  /** Processor time of a request to the bare server divided by that of one to Lectern. */
  processorRatio: number
}

export interface CompareOptions {
  /** The bare server durably inserts one row into SQLite before it responds. */
  bareWrites?: boolean
  /** Commits something before each request, so that no answer that was kept can be sent. */
  commit?: (() => void) | undefined
  /** The number of requests at a time. */
  connections?: number
}

export async function compare(
  name: string,
  lectern: Server,
  asked: Request | readonly Request[],
  { bareWrites = false, commit, connections = CONNECTIONS }: CompareOptions = {},
): Promise<Comparison> {
  const requests = Array.isArray(asked) ? (asked as Request[]) : [asked as Request]
  const bare = await startBare(await bodiesOf(lectern, requests), bareWrites)
  const measure = measuring(requests, connections)
  try {
    const rounds: { lectern: Figures; bare: Figures }[] = []
    await measure(lectern, FIRST_WARM_UP, commit)
    await measure(bare, FIRST_WARM_UP)
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ bare: await measure(bare, SECONDS), lectern: await measure(lectern, SECONDS, commit) })
    return toComparison(name, middle(rounds.map((r) => r.lectern)), middle(rounds.map((r) => r.bare)))
  } finally {
    await bare.stop()
  }
}

/** Compares reads, each kept and cold, with one bare server for all. */
export async function compareReads(
  lectern: Server,
  reads: Readonly<Record<string, readonly Request[]>>,
  commit: () => void,
): Promise<Comparison[]> {
  const all = Object.values(reads).flat()
  const bare = await startBare(await bodiesOf(lectern, all))
  try {
    await measuring(all, CONNECTIONS)(bare, Math.max(WARM_UP, 0.5))
    const comparisons: Comparison[] = []
    for (const [name, requests] of Object.entries(reads)) {
      const measure = measuring(requests, CONNECTIONS)
      const rounds: Record<'bare' | 'kept' | 'cold', Figures>[] = []
      await measure(lectern, WARM_UP, commit)
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({
          cold: await measure(lectern, SECONDS, commit),
          bare: await measure(bare, SECONDS),
          kept: await measure(lectern, SECONDS),
        })
      const figures = (kind: 'bare' | 'kept' | 'cold') => middle(rounds.map((round) => round[kind]))
      comparisons.push(toComparison(name, figures('kept'), figures('bare')))
      comparisons.push(toComparison(`${name}, cold`, figures('cold'), figures('bare')))
    }
    return comparisons
  } finally {
    await bare.stop()
  }
}

const measuring =
  (requests: readonly Request[], connections: number) => (server: Server, seconds: number, before?: () => void) =>
    load({ ...server, requests, token: ADMIN_TOKEN, connections, milliseconds: seconds * 1000, before })

const toComparison = (name: string, lectern: Figures, bare: Figures): Comparison => ({
  name,
  lectern,
  bare,
  ratio: lectern.requestsPerSecond / bare.requestsPerSecond,
  processorRatio: bare.processor / lectern.processor,
})

/** What Lectern answers to each request, by its address. */
async function bodiesOf({ url }: Server, requests: readonly Request[]): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
  for (const { method, path, body } of requests) {
    if (path in bodies) continue
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    bodies[path] = await response.text()
  }
  return bodies
}

/** The median of each figure. */
function middle(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0]!) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))])) as never
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
