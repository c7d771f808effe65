// Proves that three nodes on one PostgreSQL and one S3-compatible store, behind nginx, can be restarted one after the
// other while clients write, upload and read a site: no request fails, and nothing is lost.
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { freePort } from '../test/support/free-port.ts'
import { checkLedger, checkRows } from './check.ts'
import { type Client, persistentClient, type Troubles } from './client.ts'
import { startNginx } from './nginx.ts'
import { startPostgres } from './postgres.ts'
import { type Published, publish } from './publishing.ts'
import { emptyLedger, prepareSpace, startWriters } from './writers.ts'

export interface RollingRestartResult {
  seconds: number
  acknowledged: number
  pagesRead: number
  uploads: number
  faults: string[]
}

interface Store {
  run(): Promise<unknown>
  close(): Promise<void>
}

const S3Store = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Store

const NODES = 3
const WRITERS = 6

/** `calm`: milliseconds of work before, between and after the restarts. */
export async function proveRollingRestart(calm: number): Promise<RollingRestartResult> {
  const folder = await scratchFolder()
  const postgres = await startPostgres()
  const [front, storePort, ...ports] = await Promise.all(Array.from({ length: NODES + 2 }, freePort))
  const place = { port: storePort, address: '127.0.0.1', directory: `${folder.path}/s3`, silent: true }
  const store = new S3Store({ ...place, configureBuckets: [{ name: 'files' }], allowMismatchedSignatures: true })
  await store.run()
  const url = `http://127.0.0.1:${front}`
  const start = (at: number) =>
    startLectern(`${folder.path}/node-${at}`, {
      PORT: String(ports[at]),
      LECTERN_URL: url,
      LECTERN_SECRET: 'the same secret on each of the three nodes',
      LECTERN_TRUSTED_PROXIES: 'loopback',
      LECTERN_DRAIN_SECONDS: '2',
      DATABASE_URL: postgres.url,
      S3_ENDPOINT: `http://127.0.0.1:${storePort}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
  const nodes: Server[] = []
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
  try {
    // In sequence: the first one migrates.
    for (let at = 0; at < NODES; at++) nodes.push(await start(at))
    nginx = await startNginx(folder.path, front!, ports)
    return await work({ url, nodes, start, calm, database: postgres.url })
  } finally {
    await nginx?.stop()
    for (const node of nodes) await node.kill()
    await store.close()
    await postgres.remove()
    await folder.remove()
  }
}

interface Restarts {
  url: string
  nodes: Server[]
  start: (at: number) => Promise<Server>
  calm: number
  database: string
}

async function work({ url, nodes, start, calm, database }: Restarts): Promise<RollingRestartResult> {
  const began = performance.now()
  const troubles: Troubles = new Map()
  const client = persistentClient(() => url, troubles)
  const [place, ledger] = [await prepareSpace(client), emptyLedger()]
  const others = startOthers(client, await publish(client, place))
  const writers = await startWriters(() => client, place, ledger, WRITERS)
  for (let at = 0; at < NODES; at++) {
    await Promise.race([pause(calm), writers.working])
    await nodes[at]!.stop()
    nodes[at] = await start(at)
  }
  await Promise.race([pause(calm), writers.working])
  await Promise.all([writers.stop(), others.stop()])
  const failed = [...troubles].map(([cause, count]) => `${count} requests failed: ${cause}.`)
  const kept = [...(await checkLedger(client, place, ledger, true)), ...(await checkRows(database))]
  return {
    seconds: Math.round((performance.now() - began) / 1000),
    acknowledged: writers.done(),
    pagesRead: others.pagesRead,
    uploads: others.uploads,
    faults: [...failed, ...others.faults, ...kept],
  }
}

/** Reads a site and uploads files, without trying anything twice. */
function startOthers(client: Client, { organization, address }: Published) {
  const done = { pagesRead: 0, uploads: 0, faults: [] as string[], stop: async () => {} }
  let isOver = false
  const repeat = async (what: string, act: () => Promise<Response>, count: () => void) => {
    while (!isOver) {
      const outcome = await act().then(
        ({ status }) => (status < 300 ? undefined : `status ${status}`),
        ({ message }: Error) => message,
      )
      if (outcome === undefined) count()
      else done.faults.push(`${what}: ${outcome}.`)
    }
  }
  const read = async () => {
    const response = await fetch(`${address}?read=${done.pagesRead}`, { headers: { accept: 'text/html' } })
    await response.text()
    return response
  }
  const upload = async () => {
    const body = `Upload ${done.uploads}. `.repeat(1000)
    const file = { name: 'upload.txt', type: 'text/plain', size: body.length }
    const to = await client.post(`/orgs/${organization}/storage/upload`, { file, kind: 'organization_file' })
    return fetch(to.url, { method: 'PUT', body })
  }
  const working = [repeat('A page', read, () => done.pagesRead++), repeat('An upload', upload, () => done.uploads++)]
  done.stop = async () => {
    isOver = true
    await Promise.all(working)
  }
  return done
}
