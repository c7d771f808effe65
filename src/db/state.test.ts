// The state of the database: as long as it is the same, nothing was committed, whoever might have done it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import type { Db } from './tables.ts'

let fresh: FreshDatabase
let here: Database
let elsewhere: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  here = await openDatabase({ url: fresh.url })
  elsewhere = await openDatabase({ url: fresh.url })
  await here.migrate()
})

afterAll(async () => {
  await here.close()
  await elsewhere.close()
  await fresh.remove()
})

let made = 0

const WRITES = {
  insert: (db: Db) => {
    const id = String(made++)
    return db
      .insertInto('users')
      .values({ id, display_name: id, email: `${id}@example.com`, photo_url: null, created_at: '2020' })
      .execute()
  },
  update: (db: Db) =>
    db
      .updateTable('users')
      .set({ display_name: String(made++) })
      .execute(),
  delete: (db: Db) =>
    db
      .deleteFrom('users')
      .where('id', '=', String(made - 1))
      .execute(),
}

const step = fc.record({
  write: fc.constantFrom(...(Object.keys(WRITES) as (keyof typeof WRITES)[])),
  by: fc.constantFrom('here', 'elsewhere', 'nobody', 'undone'),
})

const rowsNow = (db: Db) => db.selectFrom('users').selectAll().orderBy('id').execute()

async function perform({ write, by }: { write: keyof typeof WRITES; by: string }): Promise<void> {
  if (by === 'nobody') return
  const work = async (db: Db) => {
    await WRITES[write](db)
    if (by === 'undone') throw new Error('Undone')
  }
  await (by === 'elsewhere' ? elsewhere : here).write(work).catch((error: Error) => {
    if (error.message !== 'Undone') throw error
  })
  // What others commit is seen from the next turn on: no request of this one can know of it.
  if (by === 'elsewhere') await nextTurn()
}

test('what was read after a state is what is there while the state is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      let known = { state: await here.state(), rows: await rowsNow(here.read) }
      for (const each of steps) {
        await perform(each)
        const state = await here.state()
        const rows = await rowsNow(here.read)
        if (state === known.state) expect(rows).toEqual(known.rows)
        known = { state, rows }
      }
    }),
    { numRuns: 20 },
  )
})

test('the state stays the same while nobody writes, and is another after each commit, here and elsewhere', async () => {
  const before = await here.state()
  await rowsNow(here.read)
  expect(await here.state()).toBe(before)
  let last = before
  for (const database of [here, elsewhere, here]) {
    await database.write(WRITES.insert)
    if (database === elsewhere) await nextTurn()
    expect(await here.state()).not.toBe(last)
    last = await here.state()
  }
})

test('a transaction that is not committed yet changes nothing that was kept', async () => {
  const rows = await rowsNow(here.read)
  await elsewhere.write(async (db) => {
    await WRITES.insert(db)
    expect(await rowsNow(here.read)).toEqual(rows)
  })
  expect(await rowsNow(here.read)).not.toEqual(rows)
})
