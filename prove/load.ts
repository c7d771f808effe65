// Proves behaviour under load, with many connections and mixed reads and writes: no errors, constant memory, and a
// responsive event loop.
import { setInterval as every } from 'node:timers/promises'
import autocannon from 'autocannon'
import { ADMIN_TOKEN, type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { persistentClient } from './client.ts'
import { startIdleProcess } from './idle-process.ts'
import { prepareSpace } from './writers.ts'

export interface LoadResult {
  connections: number
  seconds: number
  requests: number
  /** Broken connections, requests without a response in ten seconds, and unexpected responses. */
  errors: { broken: number; late: number; refused: number }
  p50: number
  p99: number
  /** Megabytes per minute, over the second half of the run. */
  memorySlope: number
  memoryAtEnd: number
  /** Milliseconds over the whole run; an event loop without delay has 10, the sampling interval. */
  eventLoopDelayP99: number
  eventLoopDelayMax: number
  /** The same for an idle process: the delay that the machine causes. */
  idleDelayP99: number
}

export async function proveLoad(connections: number, seconds: number): Promise<LoadResult> {
  const folder = await scratchFolder()
  const server = await startLectern(folder.path)
  try {
    const requests = await mixedRequests(server)
    // Each reading resets the figures.
    await delaysOf(server)
    const watching = watch(server)
    const idle = startIdleProcess()
    const {
      requests: sent,
      latency,
      ...result
    } = await autocannon({ url: server.url, connections, duration: seconds, requests })
    const { p99, max } = await delaysOf(server)
    const samples = await watching.stop()
    return {
      connections,
      seconds,
      requests: sent.total,
      errors: { broken: result.errors - result.timeouts, late: result.timeouts, refused: result.non2xx },
      p50: latency.p50,
      p99: latency.p99,
      memorySlope: slope(samples.slice(Math.floor(samples.length / 2))) / 1e6,
      memoryAtEnd: samples.at(-1)!.memory / 1e6,
      eventLoopDelayP99: p99,
      eventLoopDelayMax: max,
      idleDelayP99: await idle(),
    }
  } finally {
    await server.kill()
    await folder.remove()
  }
}

async function mixedRequests(server: Server): Promise<autocannon.Request[]> {
  const client = persistentClient(() => server.url, new Map())
  const { space, moveTargets } = await prepareSpace(client)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
  const get = (path: string): autocannon.Request => ({ method: 'GET', path: `/v1/spaces/${space}${path}`, headers })
  const comment = { body: { markdown: 'Under load.' } }
  const edit = { changes: [{ operation: 'update_page', page: moveTargets[0], title: 'Under load' }] }
  const post = (path: string, body: object): autocannon.Request => ({
    ...get(path),
    method: 'POST',
    body: JSON.stringify(body),
  })
  return [
    ...Array.from({ length: 5 }, () => get(`/content/page/${moveTargets[1]}?format=markdown`)),
    ...['', '/content/pages', '/comments?limit=25', '/search?query=left'].map(get),
    post('/comments', comment),
    post('/content', edit),
  ]
}

/** Returns the event loop delay of the server since the last call, in milliseconds. */
async function delaysOf(server: Server): Promise<{ p99: number; max: number }> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const figure = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(metrics)?.[1])
  return { p99: figure('p99') * 1000, max: figure('max') * 1000 }
}

interface Sample {
  at: number
  memory: number
}

function watch(server: Server) {
  const stopping = new AbortController()
  const samples: Sample[] = []
  const take = async () => void samples.push({ at: performance.now(), memory: await server.memory() })
  const watching = (async () => {
    for await (const _ of every(1000, undefined, { signal: stopping.signal })) await take()
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return {
    async stop(): Promise<Sample[]> {
      stopping.abort()
      await watching
      await take()
      return samples
    },
  }
}

/** Bytes per minute, by least squares. */
function slope(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, memory] = [mean(samples.map((s) => s.at)), mean(samples.map((s) => s.memory))]
  const covariance = mean(samples.map((s) => (s.at - at) * (s.memory - memory)))
  return (covariance / mean(samples.map((s) => (s.at - at) ** 2))) * 60_000
}
