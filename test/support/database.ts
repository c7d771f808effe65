// A fresh database of the kind this run is about.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { newId } from '../../src/lib/ids.ts'

export interface FreshDatabase {
  /** What `openDatabase` takes. */
  url: string
  remove(): Promise<void>
}

export const databaseKind = process.env.LECTERN_TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'

export const freshDatabase = (kind = databaseKind): Promise<FreshDatabase> =>
  kind === 'postgres' ? freshPostgres(inject('postgres')) : freshSqlite()

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  return { url: join(folder, 'lectern.db'), remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function freshPostgres(server: string): Promise<FreshDatabase> {
  const name = `test_${newId().toLowerCase()}`
  await administer(server, `create database ${name}`)
  return { url: `${server}/${name}`, remove: () => administer(server, `drop database ${name} with (force)`) }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
