import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { isTransient } from './dialect.ts'
import { Statements } from './sqlite-statements.ts'
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
  const statements = new (class extends Statements {
    override run(sql: string, parameters: readonly unknown[]) {
      ran.push(sql)
      return super.run(sql, parameters)
    }
  })(database)
  const turns = new Turns(() => void statements.run('begin immediate', []), statements, database)
  const insert = (what: string) => void statements.run('insert into done values (?)', [what])
  const reader = new Sqlite(file, { readonly: true })
  const stored = () => reader.prepare('select what from done order by what').pluck().all()
  /** As `Database` does it: whoever was undone with another tries again. */
  const take = async (work: () => Promise<void>): Promise<void> => {
    try {
      await turns.take(work)
    } catch (error) {
      if (!isTransient(error)) throw error
      await take(work)
    }
  }
  return { database, statements, turns, take, insert, ran, stored }
}

test('writes that wait for each other share one commit, and are on disk when they are answered', async () => {
  const { turns, insert, ran, stored } = openTurns()
  const write = async (what: string) => {
    await turns.take(async () => insert(what))
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
      fc.array(fc.record({ fails: fc.constantFrom('no', 'early', 'late'), waits: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (works) => {
        const { database, take, insert, stored } = openTurns()
        const seen: unknown[][] = []
        const outcomes = await Promise.allSettled(
          works.map(({ fails, waits }, at) =>
            take(async () => {
              seen.push(database.prepare('select what from done').pluck().all())
              if (fails === 'early') throw new Error(`No ${at}`)
              insert(String(at).padStart(2, '0'))
              if (waits) await new Promise((resolve) => setImmediate(resolve))
              if (fails === 'late') throw new Error(`No ${at}`)
            }),
          ),
        )
        const kept = works.flatMap(({ fails }, at) => (fails !== 'no' ? [] : [String(at).padStart(2, '0')]))
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails !== 'no'))
        expect(stored()).toEqual(kept)
        expect(seen.flat().filter((what) => !kept.includes(String(what)))).toEqual([])
        database.close()
      },
    ),
    { numRuns: 30 },
  )
})

test('who fails with nothing written disturbs nobody, and who was undone with another is not undone again', async () => {
  const { turns, insert, ran, stored } = openTurns()
  const fail = async (what?: string) => {
    if (what) insert(what)
    throw new Error('No')
  }
  const outcomes = (works: (() => Promise<void>)[]) =>
    Promise.allSettled(works.map((work) => turns.take(work))).then((all) => all.map(({ status }) => status))
  expect(await outcomes([async () => insert('a'), () => fail()])).toEqual(['fulfilled', 'rejected'])
  expect(ran).not.toContain('savepoint turn')
  expect(await outcomes([async () => insert('b'), () => fail('c')])).toEqual(['rejected', 'rejected'])
  expect(await outcomes([async () => insert('b'), () => fail('c')])).toEqual(['fulfilled', 'rejected'])
  expect(stored()).toEqual(['a', 'b'])
})

test('a commit that fails fails for all that share it', async () => {
  const { database, turns, statements, insert, stored } = openTurns()
  database.pragma('foreign_keys = on')
  database.exec('create table child (parent text references done (what) deferrable initially deferred)')
  const works = [() => insert('a'), () => void statements.run('insert into child values (?)', ['nobody'])]
  const outcomes = await Promise.allSettled(works.map((work) => turns.take(async () => work())))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(stored()).toEqual([])
  await turns.take(async () => works[0]!())
  expect(stored()).toEqual(['a'])
})

test('when the database undoes everything, those who were done are told to try again', async () => {
  const { database, turns, insert, stored } = openTurns()
  const first = turns.take(async () => insert('a'))
  const second = turns.take(async () => {
    database.exec('rollback')
    throw new Error('The disk is full')
  })
  const [one, two] = await Promise.allSettled([first, second])
  expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_BUSY' } })
  expect(two).toMatchObject({ reason: { message: 'The disk is full' } })
  expect(stored()).toEqual([])
  await turns.take(async () => insert('b'))
  expect(stored()).toEqual(['b'])
})
