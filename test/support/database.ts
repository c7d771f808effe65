// Creates a database of the kind of this run.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { administer, MIGRATED } from './postgres-server.ts'

export interface FreshDatabase {
  /** The argument of `openDatabase`. */
  url: string
  remove(): Promise<void>
}

export const databaseKind = process.env.LECTERN_TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'

/** Creates a database without a schema. */
export const freshDatabase = (kind = databaseKind): Promise<FreshDatabase> =>
  kind === 'postgres' ? freshPostgres(inject('postgres')) : freshSqlite()

/** Creates a database with the current schema: a copy of one that was migrated before all tests. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  if (databaseKind === 'postgres') return freshPostgres(inject('postgres'), MIGRATED)
  const fresh = await freshSqlite()
  copyFileSync(inject('sqlite'), fresh.url)
  return fresh
}

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  return { url: join(folder, 'lectern.db'), remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function freshPostgres(server: string, template = 'template1'): Promise<FreshDatabase> {
  const name = `test_${newId().toLowerCase()}`
  await administer(server, `create database ${name} template ${template}`)
  return { url: `${server}/${name}`, remove: () => administer(server, `drop database ${name} with (force)`) }
}
