// Proves that sites which a streaming replica answers for show every write with the next request: while the replica keeps
// up, while it lags, while it is gone, and after it has come back.
import { ADMIN_TOKEN, type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { persistentClient } from './client.ts'
import { startPostgres } from './postgres.ts'
import { publish } from './publishing.ts'
import { type Standby, startStandby } from './standby.ts'
import { prepareSpace } from './writers.ts'

export interface ReplicaResult {
  writes: number
  reads: number
  /** Queries of the sites, by the server that answered. */
  answered: { replica: number; primary: number }
  faults: string[]
}

const READERS = 4

export async function proveReplica(writes: number): Promise<ReplicaResult> {
  const folder = await scratchFolder()
  const postgres = await startPostgres()
  let standby: Standby | undefined
  let node: Server | undefined
  try {
    const database = await postgres.createOwned()
    standby = await startStandby(postgres)
    const { port } = new URL(standby.url)
    const replica = Object.assign(new URL(database), { port }).href
    node = await startLectern(folder.path, { DATABASE_URL: database, DATABASE_REPLICA_URL: replica })
    return await work(node.url, standby, writes)
  } finally {
    await node?.kill()
    await standby?.remove()
    await postgres.remove()
    await folder.remove()
  }
}

async function work(url: string, standby: Standby, writes: number): Promise<ReplicaResult> {
  const client = persistentClient(() => url, new Map())
  const { path, address } = await publish(client, await prepareSpace(client))
  const faults: string[] = []
  let [written, reads, isOver] = [0, 0, false]
  const read = async (name: string) => {
    for (let last = 0; !isOver; reads++) {
      const known = Math.max(written, last)
      // Another address each time, so that every page is drawn anew.
      const seen = await versionAt(`${address}?read=${name}-${reads}`)
      if (seen.fault) faults.push(seen.fault)
      else if (seen.version < known) faults.push(`Read version ${seen.version} after version ${known}.`)
      last = Math.max(last, seen.version)
    }
  }
  const reading = Array.from({ length: READERS }, (_, at) => read(String(at)))
  const trouble = troubles(standby, writes)
  for (let version = 1; version <= writes; version++) {
    await trouble[version]?.()
    await client.patch(path, { title: `Version ${version}` })
    written = version
    // Some writes follow at once, some when the readers have seen the last one.
    const enough = reads + (version % 3) * READERS
    while (reads < enough) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  isOver = true
  await Promise.all(reading)
  return { writes, reads, answered: await siteQueries(url), faults }
}

/** What happens to the replica before which write: every twelfth of the time something else. */
function troubles(standby: Standby, writes: number): Record<number, () => Promise<void>> {
  const at = (twelfth: number) => Math.max(twelfth, Math.round((writes * twelfth) / 12))
  return {
    [at(3)]: standby.pause,
    [at(5)]: standby.resume,
    [at(7)]: standby.kill,
    [at(9)]: standby.start,
  }
}

async function versionAt(url: string): Promise<{ version: number; fault?: string }> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  const text = await response.text()
  if (response.status !== 200) return { version: 0, fault: `A page answered ${response.status}: ${text.slice(0, 200)}` }
  return { version: Number(/Version (\d+)<\/title>/.exec(text)?.[1] ?? 0) }
}

async function siteQueries(url: string): Promise<ReplicaResult['answered']> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })).text()
  const of = (server: string) =>
    Number(new RegExp(`lectern_site_queries\\{server="${server}"\\} (\\d+)`).exec(text)?.[1])
  return { replica: of('replica'), primary: of('primary') }
}
