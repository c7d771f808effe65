// The column types of each database. PostgreSQL compares text by locale by default; ids, order keys and timestamps must
// compare by bytes, as in SQLite.
import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'

// Migrations must not depend on the current table types.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Schema = Kysely<any>

export interface Columns {
  text: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  bytes: RawBuilder<unknown>
}

export function columnsFor(db: Schema): Columns {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? { text: sql`text`, integer: sql`integer`, bytes: sql`blob` }
    : { text: sql`text collate "C"`, integer: sql`bigint`, bytes: sql`bytea` }
}
