// Statements that are sent to PostgreSQL at once, outside a transaction: together they are one. Whatever the first sets until
// the end of the transaction holds for the last, for one round trip instead of three.
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { NamingClient } from './naming-client.ts'
import type { Db } from './tables.ts'

/** A connection that may be able to send several statements at once. */
export interface Together extends DatabaseConnection {
  /** The rows of the last statement; undefined if they cannot be sent at once. */
  together(queries: readonly CompiledQuery[]): Promise<unknown[] | undefined>
}

/** Returns the rows of the last query; undefined if the connection cannot send several at once. */
export const askTogether = <Row>(db: Db, queries: readonly CompiledQuery[]): Promise<Row[] | undefined> =>
  db.getExecutor().provideConnection(async (connection) => {
    const rows = 'together' in connection ? await (connection as Together).together(queries) : undefined
    return rows as Row[] | undefined
  })

/** Sends queries as one batch; returns the rows of the last. */
export async function sendTogether(client: NamingClient, queries: readonly CompiledQuery[]): Promise<unknown[]> {
  const results = await client.batch(queries.map(({ sql, parameters }) => ({ text: sql, values: parameters })))
  return results.at(-1)!.rows
}
