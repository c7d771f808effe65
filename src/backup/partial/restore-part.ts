// Restores one space or one organization out of a backup, in one transaction; everything else stays as it is.
import { sql } from 'kysely'
import { type CopiedRow, deferringKeys, insertRows } from '../../db/bulk.ts'
import type { Progress } from '../../db/copy.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import { listTables } from '../../db/introspection.ts'
import { saveObjects } from '../../db/objects.ts'
import { announceSpace } from '../../db/signals.ts'
import type { Db } from '../../db/tables.ts'
import { enqueueMissingAmong, forgetIndexes } from '../../domain/indexes/index.ts'
import { enqueueSealing, isSealingQueued } from '../../domain/stored-urls/index.ts'
import { liftFileMarks } from '../../domain/unused/index.ts'
import { blobOfPath, pathOfBlob } from '../../files/store.ts'
import { BackupError, type Meta } from '../format.ts'
import type { Target } from '../restore.ts'
import { unpackFiles } from '../stored-files.ts'
import { withBackup } from '../verify.ts'
import { walkObjects } from './content.ts'
import { markOwned, type OwnedTable, ownedRows, type Part } from './owned.ts'
import { type Fitting, fitRows } from './parents.ts'
import { recordRestored } from './records.ts'

const BLOB = /\b[0-9a-f]{64}\b/g
const BATCH = 500

export interface RestoredPart {
  meta: Meta
  title: string
  rows: number
  warnings: string[]
}

export async function restorePart(
  file: string,
  target: Target,
  part: Part,
  { force = false, progress = () => {} }: { force?: boolean; progress?: Progress } = {},
): Promise<RestoredPart> {
  const { database } = target
  return withBackup(file, { scratch: target.data, progress }, async (backup, { meta }) => {
    const tables = await backup.write((db) => markOwned(db, part))
    const root = await findRoot(backup.read, part)
    if (!root) throw new BackupError(`The backup has no ${part.kind} ${part.id}.`)
    const exists = (await findRoot(database.read, part)) !== undefined
    if (exists && !force)
      throw new BackupError(`The ${part.kind} ${part.id} exists: add --force to replace it with that of the backup.`)
    await requireOrganization(database.read, part, root)
    const blobs = await filesOf(backup.read, tables)
    // Those that are stored already are not collected meanwhile.
    await database.write((live) =>
      liftFileMarks(
        live,
        [...blobs].map((path) => blobOfPath(path)!),
      ),
    )
    await unpackFiles(backup.read, target.backend, target.data, progress, (path) => blobs.has(path))
    const fitting = await database.write((live) => replacePart(backup.read, live, part, tables))
    return { meta, title: root.title, ...summaryOf(fitting, meta, target) }
  })
}

interface Root {
  title: string
  organization_id: string
}

function findRoot(db: Db, { kind, id }: Part): Promise<Root | undefined> {
  if (kind === 'space')
    return db.selectFrom('spaces').select(['title', 'organization_id']).where('id', '=', id).executeTakeFirst()
  return db
    .selectFrom('organizations')
    .select(['title', 'id as organization_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function requireOrganization(db: Db, part: Part, { organization_id }: Root): Promise<void> {
  if (part.kind === 'organization') return
  if (!(await findRoot(db, { kind: 'organization', id: organization_id })))
    throw new BackupError(`The organization ${organization_id} of the space is gone: restore it with --organization.`)
}

/** The paths of all stored files that the part names. */
async function filesOf(db: Db, tables: OwnedTable[]): Promise<Set<string>> {
  const blobs = await walkObjects(db, await rootsOf(db))
  for (const { schema } of tables) {
    const { rows } = await sql<CopiedRow>`${ownedRows(schema)}`.execute(db)
    for (const row of rows)
      for (const value of Object.values(row))
        if (typeof value === 'string') for (const [blob] of value.matchAll(BLOB)) blobs.add(blob)
  }
  return new Set([...blobs].map(pathOfBlob))
}

async function rootsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ root: string }>`
    select root from backup_owned join revisions t on t.rowid = owned where backup_owned.name = 'revisions'
    union select root from backup_owned join git_syncs t on t.rowid = owned where backup_owned.name = 'git_syncs'`.execute(
    db,
  )
  return rows.map(({ root }) => root)
}

async function replacePart(
  scratch: Db,
  live: Db,
  part: Part,
  tables: OwnedTable[],
): Promise<Fitting & { rows: number }> {
  const fitting = { restored: new Map(), leftOut: new Map(), people: 0, rows: 0 }
  const schemas = new Map((await listTables(scratch)).map((schema) => [schema.name, schema]))
  await walkObjects(scratch, await rootsOf(scratch), (objects) => saveObjects(live, objects))
  try {
    await deferringKeys(live, async () => {
      await removeCurrent(scratch, live, part, tables)
      for (const table of tables) await restoreTable({ scratch, live, schemas }, table, fitting)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new BackupError(
      `The ${part.kind} cannot be restored, because something else has one of its names, such as a hostname, now.`,
    )
  }
  await recordRestored(live, part)
  const spaces = [...(fitting.restored.get('spaces') ?? [])] as string[]
  for (const id of spaces) {
    await forgetIndexes(live, id)
    announceSpace(live, id)
  }
  await enqueueMissingAmong(live, spaces)
  if (await isSealingQueued(scratch)) await enqueueSealing(live)
  return fitting
}

/** Rows that others refer to are replaced in place: the database would remove what refers to them. */
const IN_PLACE = new Set(['organizations', 'integrations'])

async function removeCurrent(scratch: Db, live: Db, part: Part, tables: OwnedTable[]): Promise<void> {
  const column = `${part.kind}_id`
  for (const { schema, keys } of tables) {
    if (IN_PLACE.has(schema.name) || schema.name === 'events' || schema.name === `${part.kind}s`) continue
    if (!keys.some((key) => key.column === column)) continue
    await sql`delete from ${sql.table(schema.name)} where ${sql.ref(column)} = ${part.id}`.execute(live)
  }
  if (part.kind === 'space') return
  const kept = await scratch.selectFrom('integrations').select('id').where('organization_id', '=', part.id).execute()
  const gone = live.deleteFrom('integrations').where('organization_id', '=', part.id)
  const ids = kept.map(({ id }) => id)
  await (ids.length > 0 ? gone.where('id', 'not in', ids) : gone).execute()
}

async function restoreTable(
  databases: Parameters<typeof fitRows>[0],
  table: OwnedTable,
  fitting: Fitting & { rows: number },
): Promise<void> {
  const { schema } = table
  const { rows } = await sql<CopiedRow>`${ownedRows(schema)}`.execute(databases.scratch)
  const fit = await fitRows(databases, table, rows, fitting)
  const existing = IN_PLACE.has(schema.name) || schema.name === 'spaces' ? 'replace' : 'keep'
  for (let at = 0; at < fit.length; at += BATCH)
    await insertRows(databases.live, schema, fit.slice(at, at + BATCH), { existing })
  if (schema.key.length === 1) fitting.restored.set(schema.name, new Set(fit.map((row) => row[schema.key[0]!])))
  fitting.rows += fit.length
}

function summaryOf({ rows, people, leftOut }: Fitting & { rows: number }, meta: Meta, { secret }: Target) {
  const warnings = [...leftOut].map(
    ([table, count]) => `${count} rows of ${table} were left out, because what they refer to is gone.`,
  )
  if (people > 0) warnings.push(`${people} accounts were restored without their ways to sign in.`)
  if (meta.secret !== secret)
    warnings.push('The secret of the server has changed since: what was encrypted in this part must be set again.')
  return { rows, warnings }
}
