// The database on PostgreSQL. It is loaded only where one is used.
import { sql } from 'kysely'
import { sharing } from '../lib/sharing.ts'
import { common, type Database } from './connections.ts'
import { copyToFile } from './copy.ts'
import { migrateToLatest } from './migrate.ts'
import { connectSignals, type Signals } from './node-signals.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { openReplica } from './replica.ts'
import { retrying } from './retrying.ts'

interface Addresses {
  url: string
  directUrl: string
  replicaUrl: string | undefined
}

interface Options {
  connections: number
  statementNames: boolean
  queryTimeout: number
}

export function postgres({ url, directUrl, replicaUrl }: Addresses, options: Options): Database {
  const primary = openPostgres(url, options)
  const { kysely, breaks } = primary
  const state = sharing(() => readState(primary))
  const replica = replicaUrl === undefined ? undefined : openReplica(replicaUrl, primary, options, state)
  let signals: Signals | undefined
  const shared = common(
    kysely,
    (work) => kysely.transaction().execute(work),
    (spaces) => signals?.send(spaces),
  )
  const snapshot: Database['snapshot'] = (work) =>
    retrying(() => kysely.transaction().setIsolationLevel('repeatable read').execute(work))
  return {
    kind: 'postgres',
    ...shared,
    state,
    siteReader: () => replica?.reader() ?? kysely,
    siteQueries: () => replica?.answered,
    onSpacesChanged(listener) {
      shared.onSpacesChanged(listener)
      signals ??= connectSignals(directUrl, (spaces) => shared.spacesChanged(spaces))
    },
    snapshot,
    breaks,
    copyTo: (copy, progress) => snapshot((db) => copyToFile(db, copy, progress)),
    migrate: () => migrate(url, options),
    async close() {
      await signals?.close()
      await replica?.close()
      await kysely.destroy()
    },
  }
}

/** Two snapshots that are the same show the same rows. After a restart, the numbers of transactions may come again. */
async function readState({ kysely, breaks }: Postgres): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(kysely)
  return `${breaks()} ${rows[0]!.snapshot}`
}

/** An index of a large table takes longer than any other statement may. */
async function migrate(url: string, options: Options): Promise<string[]> {
  const { kysely } = openPostgres(url, { ...options, connections: 1, queryTimeout: 0 })
  return migrateToLatest(kysely).finally(() => kysely.destroy())
}
