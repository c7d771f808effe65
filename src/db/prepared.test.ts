// Prepared queries are built once and answer like queries that are built anew.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import { prepared, preparedByShape } from './prepared.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url })
  await database.migrate()
  await database.write(async (db) => {
    for (const id of ['a', 'b', 'c'])
      await db
        .insertInto('users')
        .values({ id, display_name: `Name ${id}`, email: `${id}@example.com`, photo_url: null, created_at: '2020' })
        .execute()
  })
})

afterAll(async () => {
  await database.close()
  await fresh.remove()
})

test('parameters are bound by their names, in reads and in transactions', async () => {
  let built = 0
  const find = prepared<{ from: string; to: string }, { id: string }>((db, param) => {
    built++
    return db
      .selectFrom('users')
      .select('id')
      .where('id', '<=', param('to'))
      .where('id', '>=', param('from'))
      .where('email', 'like', '%@example.com')
      .orderBy('id')
  })
  expect(await find(database.read, { from: 'a', to: 'b' })).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(await find(database.read, { to: 'c', from: 'c' })).toEqual([{ id: 'c' }])
  expect(await database.write((db) => find(db, { from: 'b', to: 'c' }))).toEqual([{ id: 'b' }, { id: 'c' }])
  expect(built).toBe(1)
})

test('a query of each shape is built once', async () => {
  const built: string[] = []
  const find = preparedByShape<{ id: string }, { id: string }, readonly ['asc' | 'desc']>((_db, param, [order]) => {
    built.push(order)
    return sql<{ id: string }>`select id from users where id >= ${param('id')} order by id ${sql.raw(order)}`
  })
  for (let times = 0; times < 2; times++) {
    expect(await find(database.read, ['asc'], { id: 'b' })).toEqual([{ id: 'b' }, { id: 'c' }])
    expect(await find(database.read, ['desc'], { id: 'b' })).toEqual([{ id: 'c' }, { id: 'b' }])
  }
  expect(built).toEqual(['asc', 'desc'])
})
