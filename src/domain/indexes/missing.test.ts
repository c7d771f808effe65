// Spaces are found however many there are, and get their numbers in the order of their age.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, migratedDatabase } from '../../../test/support/database.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { findMissing } from '../../jobs/find-missing.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { insertOrganization, insertUser } from '../people/index.ts'
import { insertSpace } from '../spaces/index.ts'
import { enqueueMissingAmong, enqueueMissingIndexes, reserveNumbers, VERSION } from './missing.ts'

/** More than two pages of a look. */
const MANY = 1100

let fresh: FreshDatabase
let database: Database

beforeEach(async () => {
  fresh = await migratedDatabase()
  database = await openDatabase({ url: fresh.url })
}, 60_000)

afterEach(async () => {
  await database.close()
  await fresh.remove()
})

const insertSpaces = (count: number): Promise<string[]> =>
  database.write(async (db) => {
    const user = await insertUser(db, { email: 'a@example.com', displayName: 'A' })
    const { id } = await insertOrganization(db, { title: 'O' })
    const ids: string[] = []
    for (let at = 0; at < count; at++)
      ids.push(
        (await insertSpace(db, { organization_id: id, parent_id: null, position: `a${at}` }, { createdBy: user.id }))
          .id,
      )
    return ids
  })

const forgetAll = () => database.write((db) => db.deleteFrom('content_indexes').execute())

const queued = async (): Promise<string[]> => {
  const jobs = await database.read.selectFrom('jobs').select('payload').where('kind', '=', 'index-space').execute()
  return jobs.map(({ payload }) => JSON.parse(payload).spaceId as string).sort()
}

const byNumber = async (): Promise<string[]> => {
  const rows = await database.read.selectFrom('content_indexes').select('space_id').orderBy('number').execute()
  return rows.map(({ space_id }) => space_id)
}

test('all spaces after a restore, also if a look before was cut off', async () => {
  const spaces = await insertSpaces(MANY)
  await forgetAll()
  await database.write((db) => enqueueMissingAmong(db, spaces.slice(0, 500)))
  await enqueueMissingIndexes(database)
  expect(await queued()).toEqual([...spaces].sort())
  expect(await byNumber()).toEqual(spaces)
}, 60_000)

test('outdated and incomplete indexes, and no others', async () => {
  const spaces = await insertSpaces(MANY)
  const [outdated, incomplete] = [spaces[3]!, spaces[MANY - 1]!]
  await database.write(async (db) => {
    const update = db.updateTable('content_indexes')
    await update
      .set({ version: VERSION - 1 })
      .where('space_id', '=', outdated)
      .execute()
    await update.set({ done_up_to: 'p' }).where('space_id', '=', incomplete).execute()
  })
  const numbers = await byNumber()
  await enqueueMissingIndexes(database)
  expect(await queued()).toEqual([outdated, incomplete].sort())
  expect(await byNumber()).toEqual(numbers)
}, 60_000)

test('a space that is created before the others are found comes after them', async () => {
  const spaces = await insertSpaces(3)
  await forgetAll()
  await database.write((db) => reserveNumbers(db))
  const { organization_id } = await database.read.selectFrom('spaces').selectAll().executeTakeFirstOrThrow()
  const user = await database.read.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const { id } = await database.write((db) =>
    insertSpace(db, { organization_id, parent_id: null, position: 'b' }, { createdBy: user.id }),
  )
  await enqueueMissingIndexes(database)
  expect(await byNumber()).toEqual([...spaces, id])
  expect(await queued()).toEqual([...spaces].sort())
})

test('a node of an older version leaves the look to others', async () => {
  const [space] = await insertSpaces(1)
  await forgetAll()
  const look = (version: number) => findMissing({ database, payload: { version } } as unknown as JobContext)
  await expect(look(VERSION + 1)).rejects.toThrow('newer version')
  expect(await queued()).toEqual([])
  await look(VERSION)
  expect(await queued()).toEqual([space])
})
