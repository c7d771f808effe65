// Routes the queries of one request: to the replica as long as that is right, and then to the primary.
import type { CompiledQuery, Driver, Kysely, QueryResult } from 'kysely'
import type pg from 'pg'
import type { NamingClient } from './naming-client.ts'
import { isUncounted } from './shown-tables.ts'
import type { Tables } from './tables.ts'
import { askTogether, sendTogether, type Together } from './together.ts'

/** Where one request reads. */
export interface Reading {
  /** The server that has answered so far: others may not have come as far. */
  instance?: string
  /** Set once the primary has answered: a replica may not have come as far. */
  isOnPrimary?: boolean
}

interface Servers {
  primary: { kysely: Kysely<Tables>; pool: pg.Pool }
  /** A connection to the replica, if it shows everything the request has to see. */
  connect(reading: Reading): Promise<pg.PoolClient | undefined>
  giveBack(client: pg.PoolClient, error?: unknown): void
  answered: { replica: number; primary: number }
}

type Result = QueryResult<unknown>

const send = async (client: pg.PoolClient, { sql, parameters }: CompiledQuery): Promise<Result> => {
  const { rows } = await client.query(sql, [...parameters])
  return { rows }
}

class RoutedConnection implements Together {
  readonly #servers: Servers
  readonly #reading: Reading
  #transaction: { client: pg.PoolClient; isReplica: boolean } | undefined

  constructor(servers: Servers, reading: Reading) {
    this.#servers = servers
    this.#reading = reading
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (await (this.#transaction ? this.#sendInTransaction(query) : this.#sendAlone(query))) as QueryResult<R>
  }

  async #sendInTransaction(query: CompiledQuery): Promise<Result> {
    const { client, isReplica } = this.#transaction!
    if (isReplica && /^\s*(?:select|with)\b/i.test(query.sql) && isUncounted(query.sql))
      throw new Error('A replica cannot answer this: changes of a table are not counted.')
    return send(client, query)
  }

  #sendAlone(query: CompiledQuery): Promise<Result> {
    return this.#route(
      query.sql,
      (replica) => send(replica, query),
      (primary) => primary.executeQuery(query),
    )
  }

  async together(queries: readonly CompiledQuery[]): Promise<unknown[] | undefined> {
    if (!this.#servers.primary.pool.options.pipeline) return undefined
    return this.#route(
      queries.map(({ sql }) => sql).join(' '),
      (replica) => sendTogether(replica as pg.PoolClient & NamingClient, queries),
      (primary) => askTogether(primary, queries),
    )
  }

  async #route<T>(
    text: string,
    askReplica: (client: pg.PoolClient) => Promise<T>,
    askPrimary: (db: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    const { primary, connect, giveBack, answered } = this.#servers
    const client = this.#reading.isOnPrimary || isUncounted(text) ? undefined : await connect(this.#reading)
    if (client) {
      try {
        const result = await askReplica(client)
        giveBack(client)
        answered.replica++
        return result
      } catch (error) {
        // Whatever it is, the primary knows better: a replica also cancels queries that hold up its replay.
        giveBack(client, error)
      }
    }
    this.#reading.isOnPrimary = true
    answered.primary++
    return askPrimary(primary.kysely)
  }

  async begin(): Promise<void> {
    const { primary, connect, answered } = this.#servers
    const replica = this.#reading.isOnPrimary ? undefined : await connect(this.#reading)
    this.#reading.isOnPrimary = replica === undefined
    answered[replica ? 'replica' : 'primary']++
    this.#transaction = { client: replica ?? (await primary.pool.connect()), isReplica: replica !== undefined }
    await this.#transaction.client.query('begin read only')
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#transaction!.client.query(how)
  }

  release(): void {
    const { client, isReplica } = this.#transaction ?? {}
    this.#transaction = undefined
    if (client && isReplica) this.#servers.giveBack(client)
    else client?.release()
  }

  // biome-ignore lint/correctness/useYield: nothing streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries of sites are not streamed.')
  }
}

export class RoutingDriver implements Driver {
  readonly #servers: Servers
  readonly #reading: Reading

  constructor(servers: Servers, reading: Reading) {
    this.#servers = servers
    this.#reading = reading
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<RoutedConnection> {
    return new RoutedConnection(this.#servers, this.#reading)
  }

  beginTransaction(connection: RoutedConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: RoutedConnection): Promise<void> {
    return connection.end('commit')
  }

  rollbackTransaction(connection: RoutedConnection): Promise<void> {
    return connection.end('rollback')
  }

  async releaseConnection(connection: RoutedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {}
}
