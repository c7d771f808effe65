// Kysely over PostgreSQL. Statements with parameters are sent as named prepared statements, so that the server plans
// each once per connection; unless a pooler in between hands connections out by transaction and cannot follow.
import { Kysely, type KyselyPlugin } from 'kysely'
import pg from 'pg'
import { sha256 } from '../lib/hash.ts'
import { isStalePlan } from './dialect.ts'
import { PipelineDialect } from './pipeline.ts'
import type { Tables } from './tables.ts'

const MAX_STATEMENT_NAMES = 1000
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

const names = new Map<string, string>()
/** How often statements were named anew. */
let generation = 0

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_STATEMENT_NAMES) return known
  const name = sha256(`${generation} ${text}`)
  names.set(text, name)
  return name
}

class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query cannot be named from outside
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values) || callback) return super.query(text, values, callback)
    const name = nameOf(text)
    return new Promise((resolve, reject) => {
      const query = new pg.Query(text, values, (error, result) => {
        if (!error) return resolve(result)
        if (isStalePlan(error)) renameAfter(text, name)
        Error.captureStackTrace(error)
        reject(error)
      })
      // Handing the name over in an object would make the driver clone that, which takes long.
      super.query(Object.assign(query, { name }))
    })
  }
}

/** After a newer version has added a column, statements that were planned before cannot be used any more. */
function renameAfter(text: string, name: string | undefined): void {
  if (names.get(text) !== name) return
  generation++
  names.clear()
}
