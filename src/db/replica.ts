// Reads of published sites on a streaming replica of PostgreSQL, as fresh as those on the primary.
//
// A request asks the primary for its position in the write-ahead log: everything that is visible by then was written before
// it. If the replica has replayed the log up to there, it answers the request, and else the primary does. A replica that
// fails is left alone until it answers again, and the primary goes on with the request.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'
import { sharing } from '../lib/sharing.ts'
import { SECOND } from '../lib/time.ts'
import { openPostgres, type Postgres, type PostgresOptions } from './postgres.ts'
import type { Db, Tables } from './tables.ts'

/** How long a replica may take to accept a connection or to answer. */
const PATIENCE = 5 * SECOND
const LOOK_AGAIN = 2 * SECOND

export interface Replica {
  /** What one request reads with. */
  reader(): Promise<Db>
  /** How many queries the replica has answered, and how many of such requests the primary. */
  answered: { replica: number; primary: number }
  close(): Promise<void>
}

export function openReplica(
  url: string,
  primary: Postgres,
  options: PostgresOptions,
  state: () => Promise<string>,
): Replica {
  const replica = openPostgres(url, { ...options, connectTimeout: PATIENCE, queryTimeout: PATIENCE })
  const answered = { replica: 0, primary: 0 }
  let isLeftAloneUntil = 0
  const leaveAlone = () => {
    isLeftAloneUntil = performance.now() + LOOK_AGAIN
  }
  let known: { state: string; position: Position } | undefined
  const isFresh = sharing(async () => {
    // As long as nothing is committed, the position stays right, although the log goes on for other reasons.
    const now = await state()
    if (known?.state !== now) known = { state: now, position: (await POSITION.execute(primary.kysely)).rows[0]! }
    return hasReplayed(replica.kysely, known.position).catch(() => {
      leaveAlone()
      return false
    })
  })
  return {
    async reader() {
      if (performance.now() < isLeftAloneUntil || !(await isFresh())) return primary.kysely
      return kyselyOver(new ReadingDriver({ primary, replica, answered, leaveAlone }))
    },
    answered,
    close: () => replica.kysely.destroy(),
  }
}

interface Position {
  lsn: string
  system: string
  timeline: string
}

// A server that was promoted, or that belongs to another primary, counts positions of its own.
const POSITION = sql<Position>`
  select at.lsn::text as lsn, substr(pg_walfile_name(at.lsn), 1, 8) as timeline,
    (select system_identifier::text from pg_control_system()) as system
  from (select pg_current_wal_insert_lsn() as lsn) at`

async function hasReplayed(replica: Db, { lsn, system, timeline }: Position): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn
      and (select system_identifier::text from pg_control_system()) = ${system}
      and (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) = ${timeline} as is_there
  `.execute(replica)
  return rows[0]!.is_there
}

const kyselyOver = (driver: Driver): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => driver,
    },
  })

interface Servers {
  primary: Postgres
  replica: Postgres
  answered: Replica['answered']
  leaveAlone(): void
}

/** Reads for one request: on the replica, and on the primary once the replica has failed. Nothing goes back in time. */
class ReadingDriver implements Driver {
  readonly #servers: Servers
  #isOnPrimary = false

  constructor(servers: Servers) {
    this.#servers = servers
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ReadingConnection((query) => this.#ask(query))
  }

  async #ask(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { primary, replica, answered, leaveAlone } = this.#servers
    if (!this.#isOnPrimary)
      try {
        const result = await replica.kysely.executeQuery(query)
        answered.replica++
        return result
      } catch {
        // Whatever it is, the primary knows better: a replica also cancels queries that hold up its replay.
        this.#isOnPrimary = true
        leaveAlone()
      }
    answered.primary++
    return primary.kysely.executeQuery(query)
  }

  /** Transactions, which searches have, are the primary's. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#isOnPrimary = true
    this.#servers.answered.primary++
    const client = await this.#servers.primary.pool.connect()
    ;(connection as ReadingConnection).client = client
    await client.query('begin read only')
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as ReadingConnection).client!.query('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as ReadingConnection).client!.query('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as ReadingConnection).client?.release()
  }

  async destroy(): Promise<void> {}
}

class ReadingConnection implements DatabaseConnection {
  /** The connection of a transaction. */
  client: pg.PoolClient | undefined
  readonly #ask: (query: CompiledQuery) => Promise<QueryResult<unknown>>

  constructor(ask: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#ask = ask
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.client) return (await this.#ask(query)) as QueryResult<R>
    return { rows: (await this.client.query(query.sql, [...query.parameters])).rows }
  }

  // biome-ignore lint/correctness/useYield: nothing streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries of sites are not streamed.')
  }
}
