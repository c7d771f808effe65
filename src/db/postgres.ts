// Kysely over PostgreSQL, by the driver `pg`. Statements are named, so that the server plans each once per connection, unless a
// pooler in between hands connections out by transaction.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { sha256 } from '../lib/hash.ts'
import { SECOND } from '../lib/time.ts'
import { isStalePlan } from './dialect.ts'
import type { Tables } from './tables.ts'

const INT8 = 20

pg.types.setTypeParser(INT8, Number)

export interface PostgresOptions {
  connections: number
  /** False if a pooler in between cannot keep prepared statements. */
  statementNames?: boolean
  /** How long connecting may take, in milliseconds. */
  connectTimeout?: number
  /** How long a statement may take, in milliseconds; as long as it likes by default. */
  queryTimeout?: number
}

export interface Postgres {
  kysely: Kysely<Tables>
  pool: pg.Pool
  /** How often a connection broke: after that, the database may be another, or one that lost something. */
  breaks(): number
}

export function openPostgres(
  url: string,
  { connections, statementNames = true, connectTimeout = 10 * SECOND, queryTimeout = 0 }: PostgresOptions,
): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
  })
  // The pool replaces a broken connection, and the next query on it fails. Without these error listeners, for idle
  // connections and for those between two queries, the error would end the process.
  let breaks = 0
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => breaks++))
  const dialect = new PostgresDialect({ pool: poolFor(pool, statementNames) as unknown as PostgresPool })
  return { kysely: new Kysely<Tables>({ dialect }), pool, breaks: () => breaks }
}

/** What Kysely uses of the pool. */
const poolFor = (pool: pg.Pool, statementNames: boolean) => ({
  async connect() {
    const client = await pool.connect()
    let isLost = false
    const query = async (text: string, values: readonly unknown[]) => {
      const statement = { name: statementNames ? nameOf(text) : undefined, text, values: [...values] }
      try {
        return whole(text, await client.query(statement))
      } catch (error) {
        // What did not come from the server came from a connection that is of no more use. Neither is one whose plans are
        // from before a migration: its transaction runs again on another, and whatever is alone, without the plan.
        isLost ||= !(error instanceof pg.DatabaseError) || isStalePlan(error)
        if (!isStalePlan(error)) throw error
        return client.query(text, statement.values).catch(() => Promise.reject(error))
      }
    }
    return { query, release: () => client.release(isLost) }
  },
  end: () => pool.end(),
})

/** PostgreSQL answers a commit with a rollback, and without an error, when a statement of the transaction has failed. */
function whole(text: string, result: pg.QueryResult): pg.QueryResult {
  if (text === 'commit' && result.command !== 'COMMIT')
    throw new Error('PostgreSQL rolled the transaction back: one of its statements failed.')
  return result
}

const MAX_STATEMENT_NAMES = 1000

const names = new Map<string, string>()

/** Statements beyond the limit have no name. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENT_NAMES) return known
  const name = sha256(text).slice(0, 32)
  names.set(text, name)
  return name
}
