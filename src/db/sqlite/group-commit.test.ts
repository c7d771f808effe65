import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { isTransient } from '../dialect.ts'
import { GroupCommit } from './group-commit.ts'
import { Statements } from './statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-groupCommit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

function openGroupCommit(disk?: ConstructorParameters<typeof GroupCommit>[3]) {
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
  const clock = { ms: 0 }
  const others = { are: false }
  const open = () => void statements.run('begin immediate', [])
  const groupCommit = new GroupCommit(
    open,
    statements,
    database,
    disk,
    () => clock.ms,
    () => !others.are,
  )
  const insert = (what: string) => void statements.run('insert into done values (?)', [what])
  const reader = new Sqlite(file, { readonly: true })
  const stored = () => reader.prepare('select what from done order by what').pluck().all()
  /** Retries transactions that were rolled back with their group, as `Database` does. */
  const take = async (work: () => Promise<void>): Promise<void> => {
    try {
      await groupCommit.run(work)
    } catch (error) {
      if (!isTransient(error)) throw error
      await take(work)
    }
  }
  return { database, statements, groupCommit, clock, others, take, insert, ran, stored }
}

test('queued writes share one commit, and are on disk when they resolve', async () => {
  const { groupCommit, insert, ran, stored } = openGroupCommit()
  const write = async (what: string) => {
    await groupCommit.run(async () => insert(what))
    expect(stored()).toContain(what)
  }
  await Promise.all(['a', 'b', 'c'].map(write))
  expect(ran.filter((sql) => sql === 'commit')).toHaveLength(1)
  await write('d')
  expect(stored()).toEqual(['a', 'b', 'c', 'd'])
})

test('a group that lasts too long is committed, and the next transaction begins another', async () => {
  const { groupCommit, clock, insert, ran, stored } = openGroupCommit()
  const write = (what: string) =>
    groupCommit.run(async () => {
      insert(what)
      clock.ms += 15
    })
  await Promise.all(['a', 'b', 'c'].map(write))
  expect(ran.filter((sql) => sql === 'commit')).toHaveLength(2)
  expect(stored()).toEqual(['a', 'b', 'c'])
})

test('a long transaction lets others run, a short one goes on', async () => {
  const { groupCommit, clock, others, insert, stored } = openGroupCommit()
  const ran: string[] = []
  await groupCommit.run(async () => {
    setImmediate(() => ran.push('another'))
    insert('a')
    expect(groupCommit.giveWay()).toBeUndefined()
    clock.ms += 3
    await groupCommit.giveWay()
    ran.push('the transaction')
    expect(groupCommit.giveWay()).toBeUndefined()
    expect(stored()).toEqual([])
    clock.ms += 3
    others.are = true
    expect(groupCommit.giveWay()).toBeUndefined()
  })
  expect(ran).toEqual(['another', 'the transaction'])
  expect(stored()).toEqual(['a'])
})

test('a failed transaction is told so when what it saw of others is on disk', async () => {
  const { database, groupCommit, take, insert, stored } = openGroupCommit()
  const fail = async (writes: boolean) => {
    let seen: unknown[] = []
    const work = async () => {
      seen = database.prepare('select what from done').pluck().all()
      if (writes) insert('never')
      throw new Error('No')
    }
    await expect(take(work)).rejects.toThrow('No')
    expect(seen).toEqual(expect.arrayContaining(['a']))
    expect(stored()).toEqual(expect.arrayContaining(seen))
  }
  await Promise.all([groupCommit.run(async () => insert('a')), fail(false), take(async () => insert('b')), fail(false)])
  await Promise.all([take(async () => insert('c')), fail(true), take(async () => insert('d')), fail(true)])
  expect(stored()).toEqual(['a', 'b', 'c', 'd'])
})

test('a failed transaction is undone alone, and no other sees its writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ fails: fc.constantFrom('no', 'early', 'late'), waits: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (works) => {
        const { database, take, insert, stored } = openGroupCommit()
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

test('a failure without writes affects no other, and a retried transaction has a savepoint', async () => {
  const { groupCommit, insert, ran, stored } = openGroupCommit()
  const fail = async (what?: string) => {
    if (what) insert(what)
    throw new Error('No')
  }
  const outcomes = (works: (() => Promise<void>)[]) =>
    Promise.allSettled(works.map((work) => groupCommit.run(work))).then((all) => all.map(({ status }) => status))
  expect(await outcomes([async () => insert('a'), () => fail()])).toEqual(['fulfilled', 'rejected'])
  expect(ran).not.toContain('savepoint member')
  expect(await outcomes([async () => insert('b'), () => fail('c')])).toEqual(['rejected', 'rejected'])
  expect(await outcomes([async () => insert('b'), () => fail('c')])).toEqual(['fulfilled', 'rejected'])
  expect(stored()).toEqual(['a', 'b'])
})

test('a failed commit fails every transaction of its group', async () => {
  const { database, groupCommit, statements, insert, stored } = openGroupCommit()
  database.pragma('foreign_keys = on')
  database.exec('create table child (parent text references done (what) deferrable initially deferred)')
  const works = [() => insert('a'), () => void statements.run('insert into child values (?)', ['nobody'])]
  const outcomes = await Promise.allSettled(works.map((work) => groupCommit.run(async () => work())))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(stored()).toEqual([])
  await groupCommit.run(async () => works[0]!())
  expect(stored()).toEqual(['a'])
})

test('when SQLite rolls back by itself, finished transactions of the group are retried', async () => {
  const { database, groupCommit, insert, stored } = openGroupCommit()
  const first = groupCommit.run(async () => insert('a'))
  const second = groupCommit.run(async () => {
    database.exec('rollback')
    throw new Error('The disk is full')
  })
  const [one, two] = await Promise.allSettled([first, second])
  expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_BUSY' } })
  expect(two).toMatchObject({ reason: { message: 'The disk is full' } })
  expect(stored()).toEqual([])
  await groupCommit.run(async () => insert('b'))
  expect(stored()).toEqual(['b'])
})

test('a transaction is done when its commit is on disk, and the next one runs meanwhile', async () => {
  const syncs: (() => void)[] = []
  const disk = { isBehind: true, whenSynced: () => new Promise<void>((done) => void syncs.push(done)), check() {} }
  const { groupCommit, insert, stored } = openGroupCommit(disk)
  const done: string[] = []
  const write = (what: string) => groupCommit.run(async () => insert(what)).then(() => void done.push(what))
  const first = write('a')
  await vi.waitFor(() => expect(stored()).toEqual(['a']))
  const second = write('b')
  await vi.waitFor(() => expect(stored()).toEqual(['a', 'b']))
  expect(done).toEqual([])
  syncs.shift()!()
  await first
  expect(done).toEqual(['a'])
  syncs.shift()!()
  await second
})

test('what is derived does not wait for the disk; others of its group do', async () => {
  const syncs: (() => void)[] = []
  const disk = { isBehind: true, whenSynced: () => new Promise<void>((done) => void syncs.push(done)), check() {} }
  const { groupCommit, insert, stored } = openGroupCommit(disk)
  const done: string[] = []
  const other = groupCommit.run(async () => insert('a')).then(() => void done.push('a'))
  await groupCommit.run(async () => insert('b'), true)
  expect(stored()).toEqual(['a', 'b'])
  expect(done).toEqual([])
  syncs.shift()!()
  await other
  expect(syncs).toEqual([])
})

test('a transaction fails if its commit does not reach the disk', async () => {
  const disk = { isBehind: true, whenSynced: () => Promise.reject(new Error('No disk')), check() {} }
  const { groupCommit, insert } = openGroupCommit(disk)
  await expect(groupCommit.run(async () => insert('a'))).rejects.toThrow('No disk')
})
