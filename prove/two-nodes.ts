// Proves that two servers can share one PostgreSQL with many clients that use either: nothing is lost or duplicated,
// numbers have no gaps, counters match, and every job runs.
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { openDatabase } from '../src/db/database.ts'
import { checkLedger, checkRows } from './check.ts'
import { type Client, persistentClient, type Troubles } from './client.ts'
import { startPostgres } from './postgres.ts'
import { emptyLedger, prepareSpace, startWriters, type WriterSpace } from './writers.ts'

export interface TwoNodesResult {
  seconds: number
  acknowledged: number
  copies: number
  troubles: Record<string, number>
  faults: string[]
}

const CLIENTS = 16

export async function proveTwoNodes(seconds: number): Promise<TwoNodesResult> {
  const folder = await scratchFolder()
  const postgres = await startPostgres()
  const nodes: Server[] = []
  try {
    // In sequence: the first one migrates.
    for (let count = 0; count < 2; count++) nodes.push(await startLectern(folder.path, { DATABASE_URL: postgres.url }))
    return await work(nodes, postgres.url, seconds)
  } finally {
    for (const node of nodes) await node.kill()
    await postgres.remove()
    await folder.remove()
  }
}

async function work(nodes: Server[], url: string, seconds: number): Promise<TwoNodesResult> {
  const troubles: Troubles = new Map()
  let turn = 0
  // Requests alternate between the nodes.
  const client = persistentClient(() => nodes[turn++ % nodes.length]!.url, troubles)
  const [place, ledger] = [await prepareSpace(client), emptyLedger()]
  const writers = await startWriters(() => client, place, ledger, CLIENTS)
  const end = performance.now() + seconds * 1000
  const copies: string[] = []
  while (performance.now() < end) {
    await Promise.race([pause(1000), writers.working])
    copies.push((await client.post(`/spaces/${place.space}/duplicate`)).id)
  }
  await writers.stop()
  const faults = [
    ...(await checkJobs(url)),
    ...(await checkCopies(client, copies)),
    ...(await checkLedger(client, place, ledger, true)),
    ...(await checkRows(url)),
  ]
  return {
    seconds,
    acknowledged: writers.done(),
    copies: copies.length,
    troubles: Object.fromEntries(troubles),
    faults,
  }
}

/** Copies are indexed by jobs: once no job is due, all their content must be found. */
async function checkCopies(client: Client, copies: WriterSpace['space'][]): Promise<string[]> {
  const faults: string[] = []
  for (const copy of copies) {
    const { pages } = await client.get(`/spaces/${copy}/content/pages`)
    const { count } = await client.get(`/spaces/${copy}/search?query=${encodeURIComponent(pages[0].title)}&limit=0`)
    if (count === 0) faults.push(`"${pages[0].title}" is not found in the copy ${copy}.`)
  }
  return faults
}

async function checkJobs(url: string): Promise<string[]> {
  const database = await openDatabase({ url })
  try {
    for (;;) {
      const jobs = await database.read.selectFrom('jobs').select(['kind', 'state']).execute()
      const dead = jobs.filter(({ state }) => state === 'dead')
      if (dead.length > 0) return dead.map(({ kind }) => `A job of the kind ${kind} failed for the last time.`)
      if (!jobs.some(({ kind }) => kind === 'index-space')) return []
      await pause(200)
    }
  } finally {
    await database.close()
  }
}
