// Opens the configured database for the duration of a command.
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { CommandError } from './failures.ts'

export interface OpenStore {
  config: Config
  database: Database
}

const CONNECTIONS = 2

/** Runs `work` on the store, whatever its schema. */
export async function withAnyStore<T>(work: (store: OpenStore) => Promise<T>): Promise<T> {
  const config = readConfig()
  const { openDatabase } = await import('../db/database.ts')
  const database = await openDatabase({
    url: config.database,
    connections: CONNECTIONS,
    statementNames: config.statementNames,
  })
  try {
    return await work({ config, database })
  } finally {
    await database.close()
  }
}

/** Runs `work` on an initialized store with the schema of this version. */
export const withStore = <T>(work: (store: OpenStore) => Promise<T>): Promise<T> =>
  withAnyStore(async (store) => {
    await requireSchema(store.database)
    const user = await store.database.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (!user) throw new CommandError('There are no users yet: run "lectern serve" once to create the first admin.')
    return work(store)
  })

/** Throws unless the store has the schema of this version. */
export async function requireSchema(database: Database): Promise<void> {
  const { executedMigrations, refuseNewer } = await import('../db/migrate.ts')
  const executed = await executedMigrations(database.read)
  refuseNewer(executed)
  if (executed.length === 0) throw new CommandError('The database is empty: run "lectern serve" to initialize it.')
  await database.check().catch(() => {
    throw new CommandError('The database has the schema of an older version: run "lectern migrate" first.')
  })
}
