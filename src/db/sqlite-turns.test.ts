import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { Turns } from './sqlite-turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-turns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

function openTurns() {
  const file = join(folder, `${files++}.db`)
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  database.exec('create table done (what text primary key)')
  const ran: string[] = []
  const turns = new Turns(
    'begin immediate',
    (sql) => {
      ran.push(sql)
      database.exec(sql)
    },
    database,
  )
  const reader = new Sqlite(file, { readonly: true })
  const stored = () => reader.prepare('select what from done order by what').pluck().all()
  return { database, turns, ran, stored }
}

test('writes that wait for each other share one commit, and are on disk when they are answered', async () => {
  const { database, turns, ran, stored } = openTurns()
  const write = async (what: string) => {
    await turns.take(async () => void database.prepare('insert into done values (?)').run(what))
    expect(stored()).toContain(what)
  }
  await Promise.all(['a', 'b', 'c'].map(write))
  expect(ran.filter((sql) => sql === 'commit')).toHaveLength(1)
  await write('d')
  expect(stored()).toEqual(['a', 'b', 'c', 'd'])
})

test('whatever fails is undone alone, and nobody sees it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ fails: fc.boolean(), waits: fc.boolean() }), { minLength: 1, maxLength: 12 }),
      async (works) => {
        const { database, turns, stored } = openTurns()
        const seen: unknown[][] = []
        const outcomes = await Promise.allSettled(
          works.map(({ fails, waits }, at) =>
            turns.take(async () => {
              seen.push(database.prepare('select what from done').pluck().all())
              database.prepare('insert into done values (?)').run(String(at).padStart(2, '0'))
              if (waits) await new Promise((resolve) => setImmediate(resolve))
              if (fails) throw new Error(`No ${at}`)
            }),
          ),
        )
        const kept = works.flatMap(({ fails }, at) => (fails ? [] : [String(at).padStart(2, '0')]))
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails))
        expect(stored()).toEqual(kept)
        expect(seen.flat().filter((what) => !kept.includes(String(what)))).toEqual([])
        database.close()
      },
    ),
    { numRuns: 30 },
  )
})

test('a commit that fails fails for all that share it', async () => {
  const { database, turns, stored } = openTurns()
  database.pragma('foreign_keys = on')
  database.exec('create table child (parent text references done (what) deferrable initially deferred)')
  const works = [
    () => void database.prepare('insert into done values (?)').run('a'),
    () => void database.prepare('insert into child values (?)').run('nobody'),
  ]
  const outcomes = await Promise.allSettled(works.map((work) => turns.take(async () => work())))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(stored()).toEqual([])
  await turns.take(async () => works[0]!())
  expect(stored()).toEqual(['a'])
})

test('when the database undoes everything, those who were done are told to try again', async () => {
  const { database, turns, stored } = openTurns()
  const first = turns.take(async () => void database.prepare('insert into done values (?)').run('a'))
  const second = turns.take(async () => {
    database.exec('rollback')
    throw new Error('The disk is full')
  })
  const [one, two] = await Promise.allSettled([first, second])
  expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_BUSY' } })
  expect(two).toMatchObject({ reason: { message: 'The disk is full' } })
  expect(stored()).toEqual([])
  await turns.take(async () => void database.prepare('insert into done values (?)').run('b'))
  expect(stored()).toEqual(['b'])
})
