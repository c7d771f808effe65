// Kysely over PostgreSQL. Statements with parameters are sent as named prepared statements, so that the server plans
// each once per connection; unless a pooler in between hands connections out by transaction and cannot follow.
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely'
import pg from 'pg'
import { sha256 } from '../lib/hash.ts'
import { isStalePlan } from './dialect.ts'
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
    ...(statementNames && { Client: NamingClient }),
    ...(patience > 0 && { connectionTimeoutMillis: patience, query_timeout: patience }),
  })
  // The pool replaces a broken connection, and the next query on it fails. Without these error listeners, for idle
  // connections and for those between two queries, the error would end the process.
  let breaks = 0
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => breaks++))
  const plugins = freezeRows ? [FROZEN_ROWS] : []
  return { kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins }), pool, breaks: () => breaks }
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
    if (typeof text !== 'string' || !Array.isArray(values)) return super.query(text, values, callback)
    const name = nameOf(text)
    const sent = super.query({ name, text, values }, callback)
    if (callback) return sent
    return sent.catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      renameAfter(text, name)
      // In a transaction this fails too: then the whole transaction runs again.
      return super.query({ name: nameOf(text), text, values }).catch(() => {
        throw error
      })
    })
  }
}

/** After a newer version has added a column, statements that were planned before cannot be used any more. */
function renameAfter(text: string, name: string | undefined): void {
  if (names.get(text) !== name) return
  generation++
  names.clear()
}
