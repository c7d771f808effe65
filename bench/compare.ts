// Measures requests to Lectern and to another server in short turns, so that whatever else the machine does affects both.
// Nothing is warmed up.
import { type Figures, headersOf, type LoadOptions, load, type Request } from './load.ts'
import type { Server } from './servers.ts'

const ROUNDS = 3
const TURNS_OF_A_ROUND = 3
const CONNECTIONS = 20
const MILLISECONDS = 300

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
  const rounds: { own: Joined; bare: Joined }[] = []
  while (rounds.length < ROUNDS) {
    const [own, bare]: [Figures[], Figures[]] = [[], []]
    while (own.length < TURNS_OF_A_ROUND) {
      own.push(await send(lectern, requests, { before }))
      bare.push(await send(other, requests))
    }
    rounds.push({ own: join(own), bare: join(bare) })
  }
  return {
    value: median(rounds.map(({ own, bare }) => own.rate / bare.rate)),
    processor: median(rounds.map(({ own }) => own.processor)),
    bareRate: median(rounds.map(({ bare }) => bare.rate)),
    bareProcessor: median(rounds.map(({ bare }) => bare.processor)),
  }
}

interface Joined {
  rate: number
  processor: number
}

/** All turns are equally long. Those with more requests count for more of the time that a request takes. */
function join(turns: readonly Figures[]): Joined {
  const rates = turns.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
  const spent = turns.reduce((sum, { requestsPerSecond, processor }) => sum + requestsPerSecond * processor, 0)
  return { rate: rates / turns.length, processor: spent / rates }
}

/** The longest that 95 of a hundred requests of a kind take, of several kinds. */
export async function longestP95(lectern: Server, kinds: readonly Request[][]): Promise<Figure> {
  const p95s: number[] = []
  for (const requests of kinds) {
    const rounds: number[] = []
    while (rounds.length < ROUNDS) rounds.push((await send(lectern, requests, { milliseconds: 1000 })).p95)
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
