// Kysely over PostgreSQL. Statements with parameters are sent as named prepared statements, and several at once; unless a
// pooler in between hands connections out by transaction and cannot follow.
import { Kysely, type KyselyPlugin } from 'kysely'
import pg from 'pg'
import { NamingClient } from './naming-client.ts'
import { PipelineDialect } from './pipeline.ts'
import type { Tables } from './tables.ts'

const INT8 = 20

pg.types.setTypeParser(INT8, Number)

/** `patience`: how many milliseconds connecting and each query may take. */
export function openPostgres(
  url: string,
  connections: number,
  { freezeRows = false, statementNames = true, patience = 0 } = {},
): { kysely: Kysely<Tables>; pool: pg.Pool; breaks: () => number } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // A pooler that cannot keep prepared statements may not be able to follow several statements at once either.
    ...(statementNames && { Client: NamingClient, pipeline: true }),
    ...(patience > 0 && { connectionTimeoutMillis: patience, query_timeout: patience }),
  })
  // The pool replaces a broken connection, and the next query on it fails. Without these error listeners, for idle
  // connections and for those between two queries, the error would end the process.
  let breaks = 0
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => breaks++))
  const plugins = freezeRows ? [FROZEN_ROWS] : []
  return {
    kysely: new Kysely<Tables>({ dialect: new PipelineDialect(pool, freezeRows), plugins }),
    pool,
    breaks: () => breaks,
  }
}

export const FROZEN_ROWS: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    result.rows.forEach(Object.freeze)
    return result
  },
}
