// A newer version migrates the schema while this one works.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { openDatabase } from './database.ts'
import type { Db } from './tables.ts'

test('queries that were prepared before a column was added go on, alone and in transactions', async () => {
  const fresh = await freshDatabase()
  const [node, newer] = [await openDatabase({ url: fresh.url }), await openDatabase({ url: fresh.url })]
  await node.migrate()
  await newer.write((db) => sql`create table grown (id integer primary key)`.execute(db))
  const query = sql`select * from grown where id = ${1}`
  const find = (db: Db) => query.execute(db)
  const read = async () =>
    [
      await find(node.read),
      await node.write(find),
      await node.snapshot(find),
      await node.read.transaction().execute(find),
    ].map(({ rows }) => rows)
  await newer.write((db) => sql`insert into grown values (1)`.execute(db))
  for (let times = 0; times < 20; times++) expect(await read()).toEqual(Array(4).fill([{ id: 1 }]))
  await newer.write((db) => sql`alter table grown add column more text`.execute(db))
  for (let times = 0; times < 20; times++) {
    expect(await read()).toEqual(Array(4).fill([{ id: 1, more: null }]))
  }
  await Promise.all([node.close(), newer.close()])
  await fresh.remove()
})
