// Measures requests to Lectern and to another server in turn, shortly, so that whatever else the machine does affects
// both. Nothing is warmed up.
import { type Figures, headersOf, type LoadOptions, load, type Request } from './load.ts'
import type { Server } from './servers.ts'

const ROUNDS = 3
const CONNECTIONS = 20
const MILLISECONDS = 800

export interface Figure {
  value: number
  /** Microseconds of processor time of a request. */
  processor?: number
  bareRate?: number
  bareProcessor?: number
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

export const send = (server: Server, requests: readonly Request[], rest: Partial<LoadOptions> = {}) =>
  load({ ...server, requests, connections: CONNECTIONS, milliseconds: MILLISECONDS, ...rest })

/** How many requests a second Lectern answers, next to the other server. */
export async function compare(
  lectern: Server,
  other: Server,
  requests: readonly Request[],
  before?: () => unknown,
): Promise<Figure> {
  const rounds: { own: Figures; bare: Figures }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ own: await send(lectern, requests, { before }), bare: await send(other, requests) })
  return {
    value: median(rounds.map(({ own, bare }) => own.requestsPerSecond / bare.requestsPerSecond)),
    processor: median(rounds.map(({ own }) => own.processor)),
    bareRate: median(rounds.map(({ bare }) => bare.requestsPerSecond)),
    bareProcessor: median(rounds.map(({ bare }) => bare.processor)),
  }
}

/** The longest that 95 of a hundred requests of a kind take, of several kinds. */
export async function longestP95(lectern: Server, kinds: readonly Request[][]): Promise<Figure> {
  const p95s: number[] = []
  for (const requests of kinds) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push((await send(lectern, requests)).p95)
    p95s.push(median(rounds))
  }
  return { value: Math.max(...p95s) }
}

/** What Lectern answers to each request, by its address: what the bare server sends. */
export async function bodiesOf({ url }: Server, requests: readonly Request[]): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  for (const { path } of requests) {
    const response = await fetch(url + path, { headers: headersOf(path) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    bodies[path] = await response.text()
  }
  return bodies
}
