// The rows of one space or one organization in a backup: those that the database would remove with it, without what
// only lasts for a while and without what belongs to somebody else.
import { sql } from 'kysely'
import { type ForeignKey, listForeignKeys, listTables, type TableSchema } from '../../db/introspection.ts'
import type { Db } from '../../db/tables.ts'

export type Part = { kind: 'space' | 'organization'; id: string }

/** Queues, running work, sign-ins and tokens: these stay as they are on the server. */
const PASSING = new Set([
  ...['presences', 'notifications', 'notification_cursors', 'import_runs', 'git_operations', 'webhook_deliveries'],
  ...['saml_requests', 'saml_assertions', 'oidc_requests', 'session_organizations', 'sign_in_links', 'site_previews'],
  ...['integration_events', 'integration_tasks', 'integration_dev_modes', 'tokens', 'scim_tokens'],
])

/** Where a space is shown, and who uses it, stays as it is. */
const AROUND_SPACES = /^(site_|integration_|installation_|favorites$|invites$)/

export interface OwnedTable {
  schema: TableSchema
  keys: ForeignKey[]
  /** Columns that cannot be null. */
  required: Set<string>
}

const rootOf = ({ kind }: Part) => `${kind}s`

/** Marks the rows of the part in `backup_owned`; returns their tables, parents first. `db` writes to a scratch copy. */
export async function markOwned(db: Db, part: Part): Promise<OwnedTable[]> {
  const keys = await listForeignKeys(db)
  const isLeftOut = (name: string) => PASSING.has(name) || (part.kind === 'space' && AROUND_SPACES.test(name))
  const schemas = (await listTables(db)).filter(({ name }) => !isLeftOut(name))
  await sql`create table backup_owned (name text, owned integer, primary key (name, owned)) without rowid`.execute(db)
  await sql`insert into backup_owned
    select ${rootOf(part)}, rowid from ${sql.table(rootOf(part))} where id = ${part.id}`.execute(db)
  if (part.kind === 'organization')
    await sql`insert into backup_owned
      select 'events', rowid from events where organization_id = ${part.id}`.execute(db)
  const ways = schemas.flatMap((schema) => waysTo(schema, keys, part))
  for (let added = 1; added > 0; ) {
    added = 0
    for (const way of ways) added += await follow(db, way)
  }
  const owned = await Promise.all(
    schemas.map(async (schema) => ({
      schema,
      keys: keys.filter(({ table }) => table === schema.name),
      required: await requiredColumns(db, schema.name),
    })),
  )
  return parentsFirst(owned)
}

/** What belongs to an organization says so, whatever else it refers to. */
function waysTo({ name, columns }: TableSchema, keys: ForeignKey[], part: Part): ForeignKey[] {
  if (name === rootOf(part)) return []
  const ways = keys.filter(({ table, cascades }) => table === name && cascades === 1)
  if (part.kind === 'space' || !columns.some((column) => column.name === 'organization_id')) return ways
  return ways.filter(({ column }) => column === 'organization_id')
}

async function follow(db: Db, { table, column, parent, parentColumn }: ForeignKey): Promise<number> {
  const { numAffectedRows } = await sql`
    insert or ignore into backup_owned
    select ${table}, child.rowid from ${sql.table(table)} as child
    join ${sql.table(parent)} as parent on ${sql.ref(`parent.${parentColumn}`)} = ${sql.ref(`child.${column}`)}
    join backup_owned on backup_owned.name = ${parent} and owned = parent.rowid`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function requiredColumns(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_xinfo(${table}) where "notnull" = 1 or pk > 0`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Rows that must have a parent come after it, so that it is known whether the parent was restored. */
function parentsFirst(tables: OwnedTable[]): OwnedTable[] {
  const ordered: OwnedTable[] = []
  const visit = (table: OwnedTable, below: OwnedTable[]) => {
    if (ordered.includes(table) || below.includes(table)) return
    for (const { parent, column } of table.keys) {
      const found = tables.find(({ schema }) => schema.name === parent)
      if (found && table.required.has(column)) visit(found, [...below, table])
    }
    ordered.push(table)
  }
  for (const table of tables) visit(table, [])
  return ordered
}

/** The rows of a table that belong to the part. */
export function ownedRows({ name, columns }: TableSchema) {
  const fields = sql.join(columns.map((column) => sql.ref(`t.${column.name}`)))
  return sql`select ${fields} from backup_owned join ${sql.table(name)} as t on t.rowid = owned
    where backup_owned.name = ${name} order by owned`
}
