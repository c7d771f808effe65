// Cached rows are indistinguishable from rows that are read from the database.
import { setImmediate as turn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseKind, type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from './database.ts'
import { prepared, shownState } from './prepared.ts'
import type { Db } from './tables.ts'

let fresh: FreshDatabase
let database: Database
let elsewhere: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url })
  elsewhere = await openDatabase({ url: fresh.url })
  await database.migrate()
})

afterAll(async () => {
  await database.close()
  await elsewhere.close()
  await fresh.remove()
})

const USERS = ['a', 'b'] as const
const then = '2020-01-01T00:00:00.000Z'

// The query does not mention users, but deleting a user deletes its tokens.
const findTokens = prepared<{ user: string }, { label: string }>((db, param) =>
  db.selectFrom('tokens').select('label').where('user_id', '=', param('user')).orderBy('id'),
)

const findUser = prepared<{ user: string }, { display_name: string }>((db, param) =>
  db.selectFrom('users').select('display_name').where('id', '=', param('user')),
)

/** The same rows, without the cache. */
const tokensNow = (db: Db, user: string) =>
  sql<object>`select label from tokens where user_id = ${user} order by id`.execute(db).then(({ rows }) => rows)

const userNow = (db: Db, user: string) =>
  sql<object>`select display_name from users where id = ${user}`.execute(db).then(({ rows }) => rows)

let made = 0
const addUser = (db: Db, id: string) =>
  db
    .insertInto('users')
    .values({ id, display_name: id, email: `${id}@example.com`, photo_url: null, created_at: then })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

const addToken = async (db: Db, user: string) => {
  const id = String(made++).padStart(9, '0')
  const token = { id, hash: id, label: id, created_at: then, expires_at: null, last_used_at: null, revoked_at: null }
  if ((await userNow(db, user)).length > 0)
    await db
      .insertInto('tokens')
      .values({ ...token, user_id: user })
      .execute()
}

const WRITES = {
  addUser,
  addToken,
  rename: (db: Db, id: string) =>
    db
      .updateTable('users')
      .set({ display_name: String(made++) })
      .where('id', '=', id)
      .execute(),
  relabel: (db: Db, user: string) =>
    sql`update tokens set label = ${String(made++)} where user_id = ${user}`.execute(db),
  // Also deletes tokens, which the statement does not mention.
  remove: (db: Db, id: string) => db.deleteFrom('users').where('id', '=', id).execute(),
  removeInWords: (db: Db, id: string) =>
    sql`with gone as (select id from users where id = ${id}) delete from users where id in (select id from gone)`.execute(
      db,
    ),
}

type Write = keyof typeof WRITES

const writes = fc.record({
  write: fc.constantFrom(...(Object.keys(WRITES) as Write[])),
  user: fc.constantFrom(...USERS),
  how: fc.constantFrom('here', 'undone', 'elsewhere'),
})

async function expectWhatIsThere(db: Db): Promise<void> {
  for (const user of USERS) {
    expect(await findTokens(db, { user })).toEqual(await tokensNow(db, user))
    expect(await findUser(db, { user })).toEqual(await userNow(db, user))
  }
}

async function perform({ write, user, how }: { write: Write; user: string; how: string }): Promise<void> {
  const work = async (db: Db) => {
    await expectWhatIsThere(db)
    await WRITES[write](db, user)
    await expectWhatIsThere(db)
    // Readers must not see uncommitted rows.
    await findTokens(database.read, { user })
    if (how === 'undone') throw new Error('No')
  }
  await (how === 'elsewhere' ? elsewhere : database).write(work).catch((error: Error) => {
    if (error.message !== 'No') throw error
  })
  // A transaction notices commits of others at once; readers check once per turn.
  if (how === 'elsewhere') await database.write(expectWhatIsThere)
  if (how === 'elsewhere') await turn()
}

test('a prepared query always returns current rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 8, maxLength: 12 }), async (all) => {
      for (const each of all) {
        await perform(each)
        await expectWhatIsThere(database.read)
        await expectWhatIsThere(await database.reader())
      }
    }),
    // PostgreSQL keeps rows in a simpler way, and each of its queries is a round trip.
    { numRuns: databaseKind === 'sqlite' ? 50 : 15 },
  )
})

test.runIf(databaseKind === 'sqlite')('rows are cached until their tables are written', async () => {
  await database.write((db) => addUser(db, 'kept'))
  const read = async () => ({ tokens: await findTokens(database.read, { user: 'kept' }), user: await ofUser() })
  const ofUser = async () => findUser(database.read, { user: 'kept' })
  const first = await read()
  await database.write((db) => addToken(db, 'kept'))
  const second = await read()
  expect(second.user).toBe(first.user)
  expect(second.tokens).not.toBe(first.tokens)
  await turn()
  expect((await read()).tokens).toBe(second.tokens)
  await database.write((db) => WRITES.rename(db, 'kept'))
  expect((await read()).user).not.toBe(second.user)
})

test.runIf(databaseKind === 'postgres')('rows are kept until anything is committed, here or elsewhere', async () => {
  await database.write((db) => addUser(db, 'kept'))
  const read = async () => {
    const db = await database.reader()
    return { user: await findUser(db, { user: 'kept' }), again: await findUser(db, { user: 'kept' }) }
  }
  const first = await read()
  expect(first.again).toBe(first.user)
  expect((await read()).user).toBe(first.user)
  await elsewhere.write((db) => WRITES.rename(db, 'kept'))
  const renamed = await read()
  expect(renamed.user).not.toEqual(first.user)
  await database.write(async (db) => {
    await WRITES.rename(db, 'kept')
    // What is not committed yet is not kept.
    expect((await read()).user).toEqual(renamed.user)
    expect((await read()).user).not.toBe((await read()).user)
  })
  expect((await read()).user).not.toEqual(renamed.user)
})

test.runIf(databaseKind === 'sqlite')('a transaction uses cached rows, except of tables that it writes', async () => {
  await database.write((db) => addUser(db, 'held'))
  const find = (db: Db) => findUser(db, { user: 'held' })
  const first = await database.write(find)
  await database.write(async (db) => {
    await addToken(db, 'held')
    expect(await find(db)).toBe(first)
    await WRITES.rename(db, 'held')
    expect(await find(db)).not.toBe(await find(db))
  })
  expect(await database.write(find)).not.toBe(first)
})

test.runIf(databaseKind === 'sqlite')('a transaction sees what another process has just committed', async () => {
  await database.write((db) => addUser(db, 'raced'))
  const find = (db: Db) => findUser(db, { user: 'raced' })
  await database.write(find)
  const another = new Sqlite(fresh.url)
  setImmediate(() => {
    // This check is valid for the whole turn, so readers do not check again.
    void find(database.read)
    another.prepare("update users set display_name = 'other' where id = 'raced'").run()
    another.close()
  })
  expect(await database.write(find)).toEqual([{ display_name: 'other' }])
})

test.runIf(databaseKind === 'sqlite')(
  'only deletes change tables that a statement does not name, and those of waiting words do not',
  async () => {
    const { rows: triggers } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'trigger'`.execute(
      database.read,
    )
    expect(triggers.filter((trigger) => !/after delete on/.test(trigger.sql))).toEqual([])
    expect(triggers.filter((trigger) => /after delete on waiting_words/.test(trigger.sql))).toEqual([])
    const { rows: keys } = await sql<{ on_update: string; table: string }>`
    select k.on_update, k."table" from pragma_table_list t, pragma_foreign_key_list(t.name) k`.execute(database.read)
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter(({ on_update }) => on_update !== 'NO ACTION')).toEqual([])
    expect(keys.filter(({ table }) => table === 'waiting_words')).toEqual([])
  },
)

test('a state that is remembered stands for what was committed, and keeps no rows', async () => {
  const state = async () => shownState(await database.reader())
  const before = await state()
  expect(await state()).toBe(before)
  expect(Object.getPrototypeOf(before)).toBe(Object.prototype)
  await database.write((db) => db.updateTable('users').set({ display_name: 'renamed' }).where('id', '=', 'a').execute())
  expect(await state()).not.toBe(before)
})

test('a row that was read cannot be changed', async () => {
  const frozen = await openDatabase({ url: fresh.url, freezeRows: true })
  const read = async (db: Db) => (await sql`select 1 as one`.execute(db)).rows[0]
  expect(Object.isFrozen(await read(frozen.read))).toBe(true)
  expect(Object.isFrozen(await frozen.write(read))).toBe(true)
  await frozen.close()
})
