// On PostgreSQL, the kept numbers of members and spaces are those of their rows, whatever writes them.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKind, type FreshDatabase, migratedDatabase } from '../../test/support/database.ts'
import { now } from '../lib/time.ts'
import { type Database, openDatabase } from './database.ts'
import type { Db } from './tables.ts'

const ORGANIZATIONS = ['one', 'other']
const PEOPLE = ['ada', 'bob', 'cyd', 'dan']
const LEVELS = [null, 'inherit', 'read'] as const

describe.runIf(databaseKind === 'postgres')('kept counts', () => {
  let fresh: FreshDatabase
  let database: Database

  beforeAll(async () => {
    fresh = await migratedDatabase()
    database = await openDatabase({ url: fresh.url })
    await database.write(async (db) => {
      await db
        .insertInto('users')
        .values(PEOPLE.map((id) => ({ id, display_name: id, email: `${id}@example.com`, created_at: now() })) as never)
        .execute()
      await insertOrganizations(db)
    })
  })
  afterAll(async () => {
    await database.close()
    await fresh.remove()
  })

  test('they follow every write, alone, at once, rolled back or by a foreign key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(write, { minLength: 1, maxLength: 6 }), { maxLength: 4 }), async (batches) => {
        // Whatever fails, such as a member of an organization that is gone meanwhile, counts nothing.
        await Promise.allSettled(
          batches.map((batch, at) =>
            database.write(async (db) => {
              for (const apply of batch) await apply(db)
              if (at % 3 === 2) throw new Error('rolled back')
            }),
          ),
        )
        expect(await kept(database.read)).toEqual(await counted(database.read))
      }),
      { numRuns: 20 },
    )
  })

  test('they begin anew with an empty table', async () => {
    await database.write(async (db) => {
      await insertMembers(db, 'one', PEOPLE, null)
      await sql`truncate members, spaces cascade`.execute(db)
    })
    expect(await kept(database.read)).toEqual([])
    await database.write((db) => insertMembers(db, 'one', PEOPLE, 'read'))
    expect(await kept(database.read)).toEqual([{ id: 'one', first: 'read', second: '0', count: PEOPLE.length }])
  })
})

const PLAIN = { type: 'business', email_domains: '[]', sso: 0, ai: 0, invite_links: 0 }

const insertOrganizations = (db: Db) =>
  db
    .insertInto('organizations')
    .values(ORGANIZATIONS.map((id) => ({ id, title: id, hostname: id, ...PLAIN, created_at: now() })) as never)
    .onConflict((known) => known.doNothing())
    .execute()

const insertMembers = (db: Db, organization: string, people: readonly string[], role: string | null) =>
  db
    .insertInto('members')
    .values(
      people.map((user_id) => ({ organization_id: organization, user_id, role, sso: 0, joined_at: now() })) as never,
    )
    .onConflict((known) => known.columns(['organization_id', 'user_id']).doUpdateSet({ role: role as never }))
    .execute()

let spaces = 0
const insertSpaces = (db: Db, organization: string, level: (typeof LEVELS)[number]) =>
  db
    .insertInto('spaces')
    .values(
      [1, 2].map(() => ({
        id: `space-${spaces++}`,
        organization_id: organization,
        title: '',
        edit_mode: 'live',
        default_level: level,
        position: 'a',
        revision_id: 'none',
        created_at: now(),
        updated_at: now(),
      })) as never,
    )
    .execute()

const organization = fc.constantFrom(...ORGANIZATIONS)
const someone = fc.subarray(PEOPLE, { minLength: 1 })
const write: fc.Arbitrary<(db: Db) => Promise<unknown>> = fc.oneof(
  fc
    .tuple(organization, someone, fc.constantFrom(null, 'read', 'admin'))
    .map((given) => (db: Db) => insertMembers(db, ...given)),
  fc.tuple(organization, fc.constantFrom(...LEVELS)).map((given) => (db: Db) => insertSpaces(db, ...given)),
  organization.map(
    (id) => (db: Db) =>
      sql`update members set last_seen_at = 'now' where user_id < 'c' and organization_id = ${id}`.execute(db),
  ),
  organization.map(
    (id) => (db: Db) =>
      sql`update spaces set deleted_at = case when deleted_at is null then 'now' end where organization_id = ${id}`.execute(
        db,
      ),
  ),
  organization.map(
    (id) => (db: Db) => sql`update spaces set organization_id = ${id}, revision_id = 'next'`.execute(db),
  ),
  fc.constantFrom(...LEVELS).map((level) => (db: Db) => sql`update spaces set default_level = ${level}`.execute(db)),
  someone.map((ids) => (db: Db) => db.deleteFrom('members').where('user_id', 'in', ids).execute()),
  organization.map((id) => async (db: Db) => {
    await db.deleteFrom('organizations').where('id', '=', id).execute()
    await insertOrganizations(db)
  }),
)

interface Kept {
  id: string
  first: string
  second: string
  count: number
}

const kept = async (db: Db): Promise<Kept[]> =>
  (
    await sql<Kept>`
      select * from (
        select organization_id as id, role as first, cast(seen as text) as second, members as count from member_counts
        union all select organization_id, parent_id, default_level, spaces from space_counts) as found
      where count <> 0 order by id, first, second, count`.execute(db)
  ).rows

const counted = async (db: Db): Promise<Kept[]> =>
  (
    await sql<Kept>`
      select * from (
        select organization_id as id, coalesce(role, '') as first,
          case when last_seen_at is null then '0' else '1' end as second, count(*) as count
        from members group by 1, 2, 3
        union all
        select organization_id, coalesce(parent_id, ''), coalesce(default_level, ''), count(*)
        from spaces where deleted_at is null group by 1, 2, 3) as found
      order by id, first, second, count`.execute(db)
  ).rows
