// Measures a request against the bare route that returns the same bytes, in alternating rounds, so that load on the
// machine affects both equally.
import autocannon from 'autocannon'
import { ADMIN_TOKEN, type Server, startBare } from './servers.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const CONNECTIONS = 20

export interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export interface Figures {
  requestsPerSecond: number
  p50: number
  p99: number
}

export interface Comparison {
  name: string
  lectern: Figures
  bare: Figures
  /** Requests per second of Lectern divided by those of the bare route. */
  ratio: number
}

/** `bareWrites`: the bare route durably inserts one row into SQLite before it responds. */
export async function compare(
  name: string,
  lectern: Server,
  request: Request,
  { bareWrites = false } = {},
): Promise<Comparison> {
  const bare = await startBare(await bytesOf(lectern, request), bareWrites)
  try {
    const rounds: { lectern: Figures; bare: Figures }[] = []
    await load(lectern, request, 1)
    await load(bare, request, 1)
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ bare: await load(bare, request, SECONDS), lectern: await load(lectern, request, SECONDS) })
    }
    const figures = { lectern: middle(rounds.map((r) => r.lectern)), bare: middle(rounds.map((r) => r.bare)) }
    return { name, ...figures, ratio: figures.lectern.requestsPerSecond / figures.bare.requestsPerSecond }
  } finally {
    await bare.stop()
  }
}

const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }

async function bytesOf({ url }: Server, { method, path, body }: Request): Promise<string> {
  const response = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.text()
}

async function load({ url }: Server, { method, path, body }: Request, duration: number): Promise<Figures> {
  const result = await autocannon({
    url: url + path,
    method,
    headers,
    connections: CONNECTIONS,
    duration,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx + result.errors} requests failed`)
  return { requestsPerSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

function middle(rounds: Figures[]): Figures {
  return rounds.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rounds.length / 2)]!
}
