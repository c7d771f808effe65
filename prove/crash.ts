// Kills the server, or its database, at random moments while people write, and looks after every start whether all that
// was acknowledged is there, nothing is doubled or half done, and the rows are sound.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, scratchFolder, startLectern } from '../bench/servers.ts'
import { freePort } from '../test/support/free-port.ts'
import { checkLedger, checkRows } from './check.ts'
import { persistentClient, type Troubles } from './client.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { emptyLedger, preparePlace, startWriters } from './writers.ts'

export type Victim = 'server on SQLite' | 'server on PostgreSQL' | 'PostgreSQL itself'

export interface CrashResult {
  victim: Victim
  kills: number
  acknowledged: number
  /** What clients met in between. */
  troubles: Record<string, number>
  faults: string[]
}

const WRITERS = 8
const LONGEST_LIFE = 1500

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
    const [place, ledger, faults] = [await preparePlace(client), emptyLedger(), [] as string[]]
    const writers = await startWriters(() => client, place, ledger, WRITERS)
    for (let kill = 0; kill < kills && faults.length === 0; kill++) {
      await Promise.race([pause(Math.random() * LONGEST_LIFE), writers.working])
      if (victim === 'PostgreSQL itself') await postgres!.crash()
      else await server.kill()
      if (victim !== 'PostgreSQL itself') server = await restart()
      // A copy: what is acknowledged while it is being checked need not have been there when it was read.
      faults.push(...(await checkLedger(client, place, structuredClone(ledger), false)), ...(await rows()))
    }
    await writers.stop()
    faults.push(...(await checkLedger(client, place, ledger, true)), ...(await rows()))
    return { victim, kills, acknowledged: writers.done(), troubles: Object.fromEntries(troubles), faults }
  } finally {
    await server.kill()
  }
}
