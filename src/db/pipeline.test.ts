// Statements that nobody waits for keep their order, and no transaction is committed after one of them failed.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import { lockRow, releaseLocksEarly, sendLater } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Db } from './tables.ts'
import { askTogether } from './together.ts'

let fresh: FreshDatabase
let database: Database
let inTurn: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url, freezeRows: true })
  inTurn = await openDatabase({ url: fresh.url, statementNames: false })
  await database.migrate()
  await database.write((db) => sql`create table items (id integer primary key, value text not null)`.execute(db))
})

afterAll(async () => {
  await Promise.all([database.close(), inTurn.close()])
  await fresh.remove()
})

beforeEach(() => database.write((db) => sql`delete from items`.execute(db)))

const insert = prepared<{ id: number; value: string }, never>(
  (_db, param) => sql`insert into items values (${param('id')}, ${param('value')})`,
  { later: true },
)
const find = prepared<{ id: number }, { value: string }>(
  (_db, param) => sql<{ value: string }>`select value from items where id = ${param('id')}`,
  { keepsRows: false },
)
const list = async (db: Db) => (await sql<{ id: number }>`select id from items order by id`.execute(db)).rows
const all = () => list(database.read).then((rows) => rows.map(({ id }) => id))

const databases = () => [database, inTurn]

test('a statement sees all those before it', async () => {
  for (const { write } of databases()) {
    await write(async (db) => {
      await insert(db, { id: 1, value: 'a' })
      await sendLater(db, sql`update items set value = 'b'`)
      expect(await find(db, { id: 1 })).toEqual([{ value: 'b' }])
      await insert(db, { id: 2, value: 'c' })
      expect(await list(db)).toEqual([{ id: 1 }, { id: 2 }])
      await sendLater(db, sql`delete from items where id = 2`)
      await insert(db, { id: 3, value: 'd' })
    })
    expect(await all()).toEqual([1, 3])
    await write((db) => sql`delete from items`.execute(db))
  }
})

test('questions that are asked together are answered each', async () => {
  await database.write(async (db) => {
    for (const id of [1, 2, 3]) await insert(db, { id, value: `v${id}` })
    const found = await Promise.all([3, 1, 2].map((id) => find(db, { id })))
    expect(found).toEqual([[{ value: 'v3' }], [{ value: 'v1' }], [{ value: 'v2' }]])
  })
})

test('after a failure nothing is committed, and its error is the one that is thrown', async () => {
  for (const { write } of databases()) {
    const failing = async (db: Db) => {
      await insert(db, { id: 1, value: 'a' })
      await insert(db, { id: 1, value: 'b' })
      await insert(db, { id: 2, value: null as never })
    }
    await expect(write(failing)).rejects.toThrow(/items_pkey|UNIQUE constraint/)
    const asking = write(async (db) => {
      await failing(db)
      await find(db, { id: 1 })
    })
    await expect(asking).rejects.toThrow(/items_pkey|UNIQUE constraint/)
    expect(await all()).toEqual([])
  }
})

test('what was not sent is dropped with the transaction, and the connection goes on', async () => {
  const one = await openDatabase({ url: fresh.url, connections: 1 })
  const dropped = one.write(async (db) => {
    await insert(db, { id: 1, value: 'a' })
    throw new Error('no')
  })
  await expect(dropped).rejects.toThrow('no')
  await expect(one.write((db) => sql`select nothing`.execute(db))).rejects.toThrow('nothing')
  await one.write(async () => {})
  await one.write(async (db) => void (await insert(db, { id: 2, value: 'b' })))
  expect(await all()).toEqual([2])
  await one.close()
})

test('a transaction does not commit in silence after a failure that was caught', async () => {
  if (database.kind === 'sqlite') return
  const caught = database.write(async (db) => {
    await insert(db, { id: 1, value: 'a' })
    await sql`select nothing`.execute(db).catch(() => {})
  })
  await expect(caught).rejects.toThrow('"nothing" does not exist')
  expect(await all()).toEqual([])
})

test('a transaction that lets go of its locks early is on disk when it is acknowledged, or fails as a whole', async () => {
  if (database.kind === 'sqlite') return
  const name = (await sql<{ name: string }>`select current_database() as name`.execute(database.read)).rows[0]!.name
  await sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(database.read)
  const careful = await openDatabase({ url: fresh.url, connections: 1 })
  const ask = async <T>(db: Db, what: string) =>
    (await sql<{ it: T }>`select ${sql.raw(what)} as it`.execute(db)).rows[0]!.it
  for (const id of [1, 2, 3, 4, 5]) {
    const written = await careful.write(async (db) => {
      releaseLocksEarly(db)
      await insert(db, { id, value: 'a' })
      return ask<string>(db, 'pg_current_wal_insert_lsn()')
    })
    expect(await ask(careful.read, `pg_current_wal_flush_lsn() > '${written}'`)).toBe(true)
    expect(await ask(careful.read, "current_setting('synchronous_commit')")).toBe('on')
  }
  const failing = careful.write(async (db) => {
    releaseLocksEarly(db)
    for (const id of [6, 1, 7]) await insert(db, { id, value: 'b' })
  })
  await expect(failing).rejects.toThrow('items_pkey')
  expect(await all()).toEqual([1, 2, 3, 4, 5])
  await careful.close()
})

test('writers of a locked row come one after the other', async () => {
  await database.write(async (db) => void (await insert(db, { id: 1, value: '0' })))
  const count = async (db: Db) => {
    await lockRow(db, 'items' as never, 1 as never)
    const [row] = await find(db, { id: 1 })
    await sendLater(db, sql`update items set value = ${String(Number(row!.value) + 1)} where id = 1`)
  }
  await Promise.all(Array.from({ length: 20 }, (_, at) => databases()[at % 2]!.write(count)))
  expect(await find(database.read, { id: 1 })).toEqual([{ value: '20' }])
})

test('deadlocks run again, although nobody waited for the statements', async () => {
  await database.write(async (db) => {
    for (const id of [1, 2]) await insert(db, { id, value: '' })
  })
  const mark = (...ids: number[]) =>
    database.write(async (db) => {
      for (const id of ids) {
        await sendLater(db, sql`update items set value = value || 'x' where id = ${id}`)
        if (id === ids[0]) await find(db, { id })
      }
    })
  await Promise.all([mark(1, 2), mark(2, 1)])
  expect(await find(database.read, { id: 1 })).toEqual([{ value: 'xx' }])
})

test('a question that is asked ahead is answered as if it were asked when it is', async () => {
  for (const { write } of databases())
    await write(async (db) => {
      await insert(db, { id: 1, value: 'a' })
      find.ahead(db, { id: 1 })
      await list(db)
      expect(await find(db, { id: 1 })).toEqual([{ value: 'a' }])
      for (const change of [
        () => sendLater(db, sql`update items set value = value || 'b'`),
        () => sql`update "items" set value = value || 'c'`.execute(db),
        () => sendLater(db, sql`with old as (select 1) delete from items`),
      ]) {
        find.ahead(db, { id: 1 })
        await list(db)
        await change()
        expect(await find(db, { id: 1 })).toEqual((await sql`select value from items where id = 1`.execute(db)).rows)
      }
      await sql`select count(*) from items`.execute(db)
    })
})

test('a question that is asked ahead and fails is the error of the transaction', async () => {
  if (database.kind === 'sqlite') return
  const wrong = prepared<{ id: number }, never>((_db, param) => sql`select 1 / ${param('id')}::integer`)
  const asking = database.write(async (db) => {
    wrong.ahead(db, { id: 0 })
    await list(db)
  })
  await expect(asking).rejects.toThrow('division by zero')
})

test('queries that are sent together are one transaction, whose settings end with it', async () => {
  const asked = (db: Db) => [
    sql`select set_config('enable_seqscan', 'off', true)`.compile(db),
    sql`select current_setting('enable_seqscan') as scan, ${'a'} as value`.compile(db),
  ]
  expect(await askTogether(inTurn.read, asked(inTurn.read))).toBeUndefined()
  const isTogether = database.kind === 'postgres'
  for (let times = 0; times < 20; times++) {
    const rows = await askTogether(database.read, asked(database.read))
    expect(rows).toEqual(isTogether ? [{ scan: 'off', value: 'a' }] : undefined)
    if (!isTogether) continue
    const { rows: after } = await sql`select current_setting('enable_seqscan') as scan`.execute(database.read)
    expect(after).toEqual([{ scan: 'on' }])
  }
})
