// Kills the server or its database at random times under load, and checks after every start that all acknowledged
// writes exist, nothing is duplicated or incomplete, and the rows are consistent.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { freePort } from '../test/support/free-port.ts'
import { checkLedger, checkRows } from './check.ts'
import { persistentClient, type Troubles } from './client.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { emptyLedger, prepareSpace, startWriters } from './writers.ts'

export type Victim = 'server on SQLite' | 'server on PostgreSQL' | 'PostgreSQL itself'

export interface CrashResult {
  victim: Victim
  kills: number
  acknowledged: number
  /** The failed attempts of clients. */
  troubles: Record<string, number>
  faults: string[]
}

const WRITERS = 8
const MAX_UPTIME = 1500

export async function proveCrash(victim: Victim, kills: number): Promise<CrashResult> {
  const folder = await scratchFolder()
  const postgres = victim === 'server on SQLite' ? undefined : await startPostgres()
  try {
    return await crash(victim, kills, folder.path, postgres)
  } finally {
    await postgres?.remove()
    await folder.remove()
  }
}

async function crash(victim: Victim, kills: number, data: string, postgres?: Postgres): Promise<CrashResult> {
  const environment = { PORT: String(await freePort()), ...(postgres && { DATABASE_URL: postgres.url }) }
  const restart = () => startLectern(data, environment)
  let server: Server = await restart()
  const troubles: Troubles = new Map()
  const client = persistentClient(() => server.url, troubles)
  const rows = () => checkRows(postgres?.url ?? join(data, 'lectern.db'))
  try {
    const [place, ledger, faults] = [await prepareSpace(client), emptyLedger(), [] as string[]]
    const writers = await startWriters(() => client, place, ledger, WRITERS)
    for (let kill = 0; kill < kills && faults.length === 0; kill++) {
      await Promise.race([pause(Math.random() * MAX_UPTIME), writers.working])
      if (victim === 'PostgreSQL itself') await postgres!.crash()
      else await server.kill()
      if (victim !== 'PostgreSQL itself') server = await restart()
      // A copy: writes acknowledged during the check may be missing from the data read.
      faults.push(...(await checkLedger(client, place, structuredClone(ledger), false)), ...(await rows()))
    }
    await writers.stop()
    faults.push(...(await checkLedger(client, place, ledger, true)), ...(await rows()))
    return { victim, kills, acknowledged: writers.done(), troubles: Object.fromEntries(troubles), faults }
  } finally {
    await server.kill()
  }
}
