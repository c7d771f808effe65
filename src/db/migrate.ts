// Migrates the schema to this version in one transaction, under a lock, so that several nodes may start at once.
import { type Kysely, type MigrationResult, Migrator } from 'kysely'
import { hasTable, isTransient } from './dialect.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

type Schema = Kysely<Tables>

/** The schema of the database does not match this version; the message says what to do. */
export class SchemaError extends Error {}

const migrator = (db: Schema) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

const ATTEMPTS = 20

/** Returns the names of the migrations that ran. */
export async function migrateToLatest(db: Schema): Promise<string[]> {
  const executed = await executedMigrations(db)
  refuseNewer(executed)
  // Almost every start finds nothing to do; the migrator would look at every table to find that out.
  const results = isComplete(executed) ? [] : await migrateBesideOthers(db)
  return results.map(({ migrationName }) => migrationName)
}

/** Nodes of the version before may be at work, so a migration may be the victim of a deadlock: it begins again. */
async function migrateBesideOthers(db: Schema): Promise<MigrationResult[]> {
  for (let tries = 1; ; tries++) {
    const { error, results = [] } = await migrator(db).migrateToLatest()
    if (!error) return results
    if (tries === ATTEMPTS || !isTransient(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * tries))
  }
}

function isComplete(executed: string[]): boolean {
  const known = new Set(executed)
  return Object.keys(migrations).every((name) => known.has(name))
}

export async function pendingMigrations(db: Schema): Promise<string[]> {
  const known = await migrator(db).getMigrations()
  return known.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

/** Migrates an empty database to the schema of another, which may be older than this version. */
export async function migrateTo(db: Schema, executed: string[]): Promise<void> {
  refuseNewer(executed)
  const last = executed.sort().at(-1)
  if (last === undefined) return
  const { error } = await migrator(db).migrateTo(last)
  if (error) throw error
}

/** Throws if one of these migrations is unknown to this version. */
export function refuseNewer(executed: string[]): void {
  const newer = newerMigrations(executed)
  if (newer.length === 0) return
  throw new SchemaError(
    `The database was migrated by a newer version of Lectern (${newer.join(', ')}). Start that version, or restore a backup made before the upgrade.`,
  )
}

/** The migrations that this version does not have. */
export const newerMigrations = (executed: string[]): string[] => executed.filter((name) => !(name in migrations))

export async function executedMigrations(db: Schema): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
