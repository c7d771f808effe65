// Proves backups under load: each restores, on both databases, to a consistent state that has every write acknowledged
// before it began.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { scratchFolder, startLectern } from '../bench/servers.ts'
import { writeBackup } from '../src/backup/backup.ts'
import { listFaults } from '../src/backup/integrity.ts'
import { restoreBackup } from '../src/backup/restore.ts'
import { openDatabase } from '../src/db/database.ts'
import { openFiles } from '../src/files/files.ts'
import { persistentClient } from './client.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { emptyLedger, type Ledger, prepareSpace, startWriters } from './writers.ts'

export interface BackupResult {
  backups: number
  acknowledged: number
  faults: string[]
}

const WRITERS = 8
const SECRET = 'a-secret-only-for-this-proof-of-backups'

export async function proveBackup(source: 'sqlite' | 'postgres', backups: number): Promise<BackupResult> {
  const folder = await scratchFolder()
  const postgres = await startPostgres()
  const environment = { LECTERN_SECRET: SECRET, ...(source === 'postgres' && { DATABASE_URL: postgres.url }) }
  const server = await startLectern(folder.path, environment)
  try {
    const client = persistentClient(() => server.url, new Map())
    const [place, ledger, faults] = [await prepareSpace(client), emptyLedger(), [] as string[]]
    const writers = await startWriters(() => client, place, ledger, WRITERS)
    const from = await storeAt(source === 'postgres' ? postgres.url : join(folder.path, 'lectern.db'), folder.path)
    for (let count = 0; count < backups; count++) {
      await Promise.race([pause(1000), writers.working])
      const before = structuredClone(ledger)
      const file = join(folder.path, `backup-${count}.db`)
      await writeBackup(from, file)
      const restored = await mkdtemp(join(folder.path, 'restored-'))
      faults.push(...(await restoreEverywhere(file, restored, postgres, before)))
    }
    await writers.stop()
    await from.database.close()
    return { backups, acknowledged: writers.done(), faults }
  } finally {
    await server.kill()
    await postgres.remove()
    await folder.remove()
  }
}

async function storeAt(url: string, data: string) {
  const { store } = openFiles({ data, secret: SECRET })
  return {
    database: await openDatabase({ url }),
    backend: store.backend,
    data,
    secret: SECRET,
    secretFile: join(data, 'secret'),
  }
}

async function restoreEverywhere(file: string, data: string, postgres: Postgres, before: Ledger): Promise<string[]> {
  const faults: string[] = []
  for (const url of [join(data, 'lectern.db'), await postgres.createDatabase()]) {
    const target = await storeAt(url, data)
    await restoreBackup(file, target)
    faults.push(...(await target.database.snapshot((db) => listFaults(db))))
    const rows = await target.database.read.selectFrom('comments').select('id').execute()
    const found = new Set(rows.map(({ id }) => id))
    faults.push(
      ...[...before.comments.keys()].filter((id) => !found.has(id)).map((id) => `The comment ${id} is missing.`),
    )
    await target.database.close()
  }
  return faults
}
