// Rows of a part refer to rows outside it. What the server does not have any more is brought back if it is a person or
// the token that stands for an integration; else the reference is removed, or the row is left out.
import { sql } from 'kysely'
import { type CopiedRow, insertRows } from '../../db/bulk.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { ForeignKey, TableSchema } from '../../db/introspection.ts'
import type { Db } from '../../db/tables.ts'
import type { OwnedTable } from './owned.ts'

export interface Fitting {
  /** Restored rows by table: what may be referred to. */
  restored: Map<string, Set<unknown>>
  leftOut: Map<string, number>
  people: number
}

interface Databases {
  scratch: Db
  live: Db
  schemas: Map<string, TableSchema>
}

/** The rows as they fit into the live database. */
export async function fitRows(
  databases: Databases,
  { schema, keys, required }: OwnedTable,
  rows: CopiedRow[],
  fitting: Fitting,
): Promise<CopiedRow[]> {
  let fit = rows
  for (const key of keys) {
    const found = await findParents(databases, key, fit, fitting)
    fit = fit.flatMap((row) => {
      const value = row[key.column]!
      if (value === null) return [row]
      const parent = found.get(value)
      if (parent !== undefined) return [parent === value ? row : { ...row, [key.column]: parent as string }]
      return required.has(key.column) ? [] : [{ ...row, [key.column]: null }]
    })
  }
  const missing = rows.length - fit.length
  if (missing > 0) fitting.leftOut.set(schema.name, (fitting.leftOut.get(schema.name) ?? 0) + missing)
  return fit
}

/** For each value that rows refer to, the value that stands for it in the live database. */
async function findParents(
  databases: Databases,
  key: ForeignKey,
  rows: CopiedRow[],
  fitting: Fitting,
): Promise<Map<unknown, unknown>> {
  const values = [...new Set(rows.map((row) => row[key.column]!))].filter((value) => value !== null)
  const own = fitting.restored.get(key.parent)
  // A table may refer to its own rows, which are about to be restored.
  const isOwn = (value: unknown) => own?.has(value) || key.parent === key.table
  const found = new Map<unknown, unknown>(values.filter(isOwn).map((value) => [value, value]))
  const others = values.filter((value) => !found.has(value)) as string[]
  for (const value of await existing(databases.live, key, others)) found.set(value, value)
  const missing = others.filter((value) => !found.has(value))
  if (key.parent === 'users') for (const id of missing) found.set(id, await restoreUser(databases, id, fitting))
  if (key.parent === 'tokens') for (const id of missing) await restoreToken(databases, id, found, fitting)
  return found
}

async function existing(live: Db, { parent, parentColumn }: ForeignKey, values: string[]): Promise<string[]> {
  if (values.length === 0) return []
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(parentColumn)} as value from ${sql.table(parent)}
    where ${isOneOf(live, sql.ref(parentColumn), values)}`.execute(live)
  return rows.map(({ value }) => value)
}

/** A person with the same address is the same person. Nobody gets rights over the server this way. */
async function restoreUser({ scratch, live, schemas }: Databases, id: string, fitting: Fitting): Promise<string> {
  const user = await scratch.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const same = await live.selectFrom('users').select('id').where('email', '=', user.email).executeTakeFirst()
  if (same) return same.id
  const restored = { ...user, server_admin: 0, vouched_by: null }
  await insertRows(live, schemas.get('users')!, [restored as unknown as CopiedRow])
  fitting.people++
  return id
}

async function restoreToken(
  databases: Databases,
  id: string,
  found: Map<unknown, unknown>,
  fitting: Fitting,
): Promise<void> {
  const { scratch, live, schemas } = databases
  const token = await scratch.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const known = await live.selectFrom('users').select('id').where('id', '=', token.user_id).executeTakeFirst()
  const user_id = known?.id ?? (await restoreUser(databases, token.user_id, fitting))
  await insertRows(live, schemas.get('tokens')!, [{ ...token, user_id } as unknown as CopiedRow])
  found.set(id, id)
}
