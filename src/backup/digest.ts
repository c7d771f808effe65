// Computes the row count and a digest of each table, which are equal on all databases with the same rows.
import { createHash } from 'node:crypto'
import { type CopiedRow, readRows, type Value } from '../db/bulk.ts'
import type { Progress } from '../db/copy.ts'
import { listTables, type TableSchema } from '../db/introspection.ts'
import type { Db } from '../db/tables.ts'
import { sha256 } from '../lib/hash.ts'

export interface Summary {
  name: string
  rows: number
  digest: string
}

export async function summarize(db: Db, more: TableSchema[], progress: Progress): Promise<Summary[]> {
  const summaries: Summary[] = []
  for (const table of [...(await listTables(db)), ...more]) {
    summaries.push(await summarizeTable(db, table, (rows) => progress(table.name, rows)))
  }
  return summaries
}

export async function summarizeTable(
  db: Db,
  table: TableSchema,
  progress: (rows: number) => void = () => {},
): Promise<Summary> {
  const digest = digestOf(table)
  let count = 0
  for await (const rows of readRows(db, table)) {
    for (const row of rows) digest.add(row)
    count += rows.length
    progress(count)
  }
  return digest.summary()
}

/** Computes the summary of a table from its rows, which are added in key order. */
export function digestOf(table: TableSchema): { add(row: CopiedRow): void; summary(): Summary } {
  const hash = createHash('sha256').update(JSON.stringify(table.columns))
  let rows = 0
  return {
    add(row) {
      hash.update(`\n${JSON.stringify(line(table, row))}`)
      rows++
    },
    summary: () => ({ name: table.name, rows, digest: hash.digest('base64url') }),
  }
}

const line = (table: TableSchema, row: CopiedRow) => table.columns.map(({ name }) => plain(row[name]!))

// Wrapped in an array, so that bytes never equal the text of their hash.
const plain = (value: Value) => (value instanceof Uint8Array ? [sha256(value)] : value)
