// What tells of changes that people may see, on PostgreSQL; and that no table is forgotten.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKind, type FreshDatabase, migratedDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import { countChanges, countVisibleChanges, UNCOUNTED_TABLES, watchShownTables } from './shown-tables.ts'
import type { Db } from './tables.ts'

describe.runIf(databaseKind === 'postgres')('the number of changes', () => {
  let fresh: FreshDatabase
  let database: Database
  let db: Db

  beforeAll(async () => {
    fresh = await migratedDatabase()
    database = await openDatabase({ url: fresh.url })
    db = database.read
  })
  afterAll(async () => {
    await database.close()
    await fresh.remove()
  })

  test('every table that people may see is counted, and bookkeeping is not', async () => {
    const { rows } = await sql<{ name: string; watched: boolean }>`
      select relname as name, exists (select from pg_trigger where tgrelid = c.oid and tgname = 'lectern_shown') as watched
      from pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db)
    const own = rows.filter(({ name }) => !name.startsWith('kysely_'))
    expect(own.filter(({ watched }) => watched).length).toBeGreaterThan(30)
    expect(
      own
        .filter(({ watched }) => !watched)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...UNCOUNTED_TABLES].sort())
    const before = await countChanges(db)
    await sql`delete from jobs`.execute(db)
    await sql`update tokens set last_used_at = null`.execute(db)
    expect(await countChanges(db)).toBe(before)
    await sql`update tokens set revoked_at = null`.execute(db)
    expect(await countChanges(db)).not.toBe(before)
    await sql`delete from spaces where id = 'nothing'`.execute(db)
    expect(Number(await countChanges(db))).toBe(Number(before) + 2)
  })

  test('a transaction counts once, and is not visible before it has ended', async () => {
    const before = Number(await countVisibleChanges(db))
    await database.write(async (inside) => {
      await sql`update sites set title = title`.execute(inside)
      await sql`update spaces set title = title`.execute(inside)
      expect(Number(await countChanges(db))).toBe(before + 1)
      expect(await countVisibleChanges(db)).toBeUndefined()
    })
    expect(Number(await countVisibleChanges(db))).toBe(before + 1)
    await database
      .write(async (inside) => {
        await sql`update sites set title = title`.execute(inside)
        throw new Error('undone')
      })
      .catch(() => {})
    expect(Number(await countVisibleChanges(db))).toBe(before + 2)
  })

  test('writers do not wait for each other', async () => {
    await database.write(async (one) => {
      await sql`update sites set title = title`.execute(one)
      await database.write(async (other) => {
        await sql`update spaces set title = title`.execute(other)
      })
    })
  })

  test('every column of tokens is counted, also a new one, but for the last use', async () => {
    await sql`alter table tokens add column later text`.execute(db)
    await watchShownTables(db as never)
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'tokens'`.execute(db)
    for (const { name } of rows) {
      const before = await countChanges(db)
      await sql`update tokens set ${sql.ref(name)} = ${sql.ref(name)}`.execute(db)
      expect((await countChanges(db)) === before, name).toBe(name === 'last_used_at')
    }
    expect(rows.map(({ name }) => name)).toContain('later')
  })

  test('a new table is counted after the next migration', async () => {
    await sql`create table later (id text)`.execute(db)
    await watchShownTables(db as never)
    const before = await countChanges(db)
    await sql`insert into later values ('a')`.execute(db)
    expect(await countChanges(db)).not.toBe(before)
  })
})
