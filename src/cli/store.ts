// Opens the store that the configuration names, for as long as a command needs it.
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { CommandError } from './failures.ts'

export interface Opened {
  config: Config
  database: Database
}

const CONNECTIONS = 2

/** Runs `work` on the store as it is, whatever its schema. */
export async function withAnyStore<T>(work: (store: Opened) => Promise<T>): Promise<T> {
  const config = readConfig()
  const { openDatabase } = await import('../db/database.ts')
  const database = openDatabase({ url: config.database, connections: CONNECTIONS })
  try {
    return await work({ config, database })
  } finally {
    await database.close()
  }
}

/** Runs `work` on a store that has been started before and has the schema of this version. */
export const withStore = <T>(work: (store: Opened) => Promise<T>): Promise<T> =>
  withAnyStore(async (store) => {
    await requireSchema(store.database)
    const user = await store.database.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (!user) throw new CommandError('Nobody is here yet: run "lectern serve" once, which creates the first admin.')
    return work(store)
  })

/** The schema must be the one of this version. */
export async function requireSchema(database: Database): Promise<void> {
  const { executedMigrations, refuseNewer } = await import('../db/migrate.ts')
  const executed = await executedMigrations(database.read)
  refuseNewer(executed)
  if (executed.length === 0) throw new CommandError('There is no Lectern here yet: run "lectern serve" to start one.')
  await database.check().catch(() => {
    throw new CommandError('The database has the schema of an older version: run "lectern migrate" first.')
  })
}
