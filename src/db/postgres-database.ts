// The database on PostgreSQL. It is loaded only where one is used.
import { sql } from 'kysely'
import { sharing } from '../lib/sharing.ts'
import { common, type Database } from './connections.ts'
import { copyToFile } from './copy.ts'
import { countedReader } from './counted-rows.ts'
import { migrateToLatest } from './migrate.ts'
import { connectSignals, type Signals } from './node-signals.ts'
import { withPipeline } from './pipeline.ts'
import { openPostgres } from './postgres.ts'
import { openReplica } from './replica.ts'
import { retrying } from './retrying.ts'

interface Addresses {
  url: string
  directUrl: string
  replicaUrl: string | undefined
  connections: number
}

export function postgres(
  { url, directUrl, replicaUrl, connections }: Addresses,
  options: { freezeRows: boolean; statementNames: boolean },
): Database {
  const primary = openPostgres(url, connections, options)
  const { kysely, breaks } = primary
  const replica = replicaUrl === undefined ? undefined : openReplica(replicaUrl, { primary, connections, ...options })
  let signals: Signals | undefined
  const shared = common(
    kysely,
    (work) => kysely.transaction().execute((db) => withPipeline(db, work)),
    (spaces) => signals?.send(spaces),
  )
  const snapshot: Database['snapshot'] = (work) =>
    retrying(() => kysely.transaction().setIsolationLevel('repeatable read').execute(work))
  return {
    kind: 'postgres',
    ...shared,
    reader: countedReader(kysely, breaks),
    siteReader: () => replica?.reader() ?? kysely,
    siteQueries: () => replica?.answered,
    onSpacesChanged(listener) {
      shared.onSpacesChanged(listener)
      signals ??= connectSignals(directUrl, (spaces) => shared.spacesChanged(spaces))
    },
    snapshot,
    // A database that was restarted may be another.
    state: sharing(async () => {
      const { rows } = await sql<{ state: string }>`select pg_current_snapshot()::text as state`.execute(kysely)
      return `${breaks()} ${rows[0]!.state}`
    }),
    breaks,
    copyTo: (copy, progress) => snapshot((db) => copyToFile(db, copy, progress)),
    migrate: () => migrateToLatest(kysely),
    async close() {
      await signals?.close()
      await replica?.close()
      await kysely.destroy()
    },
  }
}
