// Kysely over PostgreSQL. Every statement with parameters is sent under a name made of its text, so that the server
// plans it once a connection.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { sha256 } from '../lib/hash.ts'
import type { Tables } from './tables.ts'

const NAMES_KEPT = 1000
const INT8 = 20

pg.types.setTypeParser(INT8, Number)

export function openPostgres(url: string, connections: number): { kysely: Kysely<Tables>; pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: url, max: connections, Client: NamingClient })
  // A connection that breaks is replaced by the pool, and whoever was using it learns that from their next query. Without
  // listeners, here for idle connections and there for those between two queries, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
}

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= NAMES_KEPT) return known
  const name = sha256(text)
  names.set(text, name)
  return name
}

class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query cannot be named from outside
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values)) return super.query(text, values, callback)
    return super.query({ name: nameOf(text), text, values }, callback)
  }
}
