// Proves that three nodes behind a proxy can be replaced by a version with another schema, one after the other, while
// clients read and write: no request fails, and nothing is lost.
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { checkLedger, checkRows } from './check.ts'
import { persistentClient, type Troubles } from './client.ts'
import { startPostgres } from './postgres.ts'
import { emptyLedger, prepareSpace, startWriters } from './writers.ts'

export interface RollingUpgradeResult {
  seconds: number
  acknowledged: number
  faults: string[]
}

const NODES = 3
const CLIENTS = 8
const NEXT = fileURLToPath(new URL('./next-version.ts', import.meta.url))

/** `calm`: milliseconds of work before, between and after the changes. */
export async function proveRollingUpgrade(calm: number): Promise<RollingUpgradeResult> {
  const folder = await scratchFolder()
  const postgres = await startPostgres()
  const balancer = await startBalancer()
  const nodes: Server[] = []
  const environment = { DATABASE_URL: postgres.url, LECTERN_DRAIN_SECONDS: '2' }
  try {
    for (let count = 0; count < NODES; count++) nodes.push(await startLectern(folder.path, environment))
    const next = () => startLectern(folder.path, { ...environment, NODE_OPTIONS: '--import tsx' }, NEXT)
    return await upgrade({ nodes, balancer, next, url: postgres.url, calm })
  } finally {
    for (const node of nodes) await node.kill()
    await balancer.close()
    await postgres.remove()
    await folder.remove()
  }
}

interface Upgrade {
  nodes: Server[]
  balancer: Balancer
  /** Starts a node of the next version. */
  next: () => Promise<Server>
  url: string
  calm: number
}

async function upgrade({ nodes, balancer, next, url, calm }: Upgrade): Promise<RollingUpgradeResult> {
  const began = performance.now()
  for (const node of nodes) balancer.add(node.url)
  const troubles: Troubles = new Map()
  const client = persistentClient(() => balancer.url, troubles)
  const [place, ledger] = [await prepareSpace(client), emptyLedger()]
  const writers = await startWriters(() => client, place, ledger, CLIENTS)
  for (let at = 0; at < NODES; at++) {
    await Promise.race([pause(calm), writers.working])
    // The first one of the next version migrates beside three of this one.
    const fresh = await next()
    balancer.add(fresh.url)
    await nodes[at]!.stop()
    nodes[at] = fresh
  }
  await Promise.race([pause(calm), writers.working])
  await writers.stop()
  const failed = [...troubles].map(([cause, count]) => `${count} requests failed: ${cause}.`)
  const faults = [...failed, ...(await checkLedger(client, place, ledger, true)), ...(await checkRows(url))]
  return { seconds: Math.round((performance.now() - began) / 1000), acknowledged: writers.done(), faults }
}
