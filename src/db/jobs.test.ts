// Compares the queue with a model under arbitrary actions of several nodes, including crashes. Only the clock is fake.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKind, type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { fromNow, HOUR, MINUTE, now, SECOND } from '../lib/time.ts'
import { type Database, openDatabase } from './database.ts'
import {
  backoff,
  countJobs,
  enqueue,
  failJob,
  finishJob,
  hasDueJobs,
  leaseJobs,
  listDeadJobs,
  MAX_ATTEMPTS,
  renewLease,
  retryDeadJob,
} from './jobs.ts'
import type { Row } from './tables.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url })
  await database.migrate()
}, 180_000)

afterAll(async () => {
  await database.close()
  await fresh.remove()
})

// In the past, because ids never decrease: later tests must get ids of the current time.
const START = Date.parse('2020-01-01T00:00:00.000Z')
const LEASE = MINUTE

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  await clear()
})
afterEach(() => void vi.useRealTimers())

const clear = () => database.write((db) => db.deleteFrom('jobs').execute())
const list = () => database.read.selectFrom('jobs').selectAll().orderBy('id').execute()
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const lease = (node: string, limit = 10) =>
  database.write((db) => leaseJobs(db, { node, limit, leasedUntil: fromNow(LEASE) }))

type Action =
  | { do: 'enqueue'; key: string | null; delay: number }
  | { do: 'lease'; node: string; limit: number }
  | { do: 'finish' | 'fail' | 'renew' | 'crash'; which: number }
  | { do: 'finishAgain'; which: number; delay: number }
  | { do: 'pass'; time: number }
  | { do: 'revive'; which: number }

const which = fc.nat({ max: 20 })
const delay = fc.constantFrom(0, 0, 10 * SECOND, HOUR)
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('enqueue'), key: fc.constantFrom(null, 'a', 'b'), delay }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('lease'),
        node: fc.constantFrom('n1', 'n2', 'n3'),
        limit: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('finish', 'fail', 'renew', 'crash'), which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('finishAgain'), which, delay }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('pass'), time: fc.constantFrom(SECOND, LEASE, HOUR) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revive'), which }) },
  ) as fc.Arbitrary<Action>,
  { maxLength: 60, size: 'max' },
)

/** A job in the model. */
interface Modelled {
  key: string | null
  state: 'queued' | 'dead'
  attempts: number
  runAt: string
  /** The current lease, and when it expires. */
  lease: { number: number; until: string } | null
}

/** A lease that a node has, valid or not. */
interface Held {
  number: number
  row: Row<'jobs'>
}

class Queue {
  readonly jobs = new Map<string, Modelled>()
  readonly held: Held[] = []
  #leases = 0

  async perform(action: Action): Promise<void> {
    const held = 'which' in action && this.held.length > 0 ? this.held[action.which % this.held.length] : undefined
    if (action.do === 'enqueue') await this.enqueue(action.key, fromNow(action.delay))
    if (action.do === 'lease') await this.lease(action.node, action.limit)
    if (action.do === 'pass') pass(action.time)
    if (action.do === 'revive') await this.revive(action.which)
    if (!held) return
    if (action.do === 'finish') await this.finish(held)
    if (action.do === 'finishAgain') await this.finish(held, fromNow(action.delay))
    if (action.do === 'fail') await this.fail(held)
    if (action.do === 'renew') await this.renew(held)
    if (action.do === 'crash') this.held.splice(this.held.indexOf(held), 1)
  }

  async enqueue(key: string | null, runAt: string) {
    const before = new Set((await list()).map(({ id }) => id))
    await database.write((db) => enqueue(db, { kind: 'test', runAt, ...(key && { uniqueKey: key }) }))
    const added = (await list()).filter(({ id }) => !before.has(id))
    const same = key && [...this.jobs.values()].find((job) => job.key === key)
    expect(added).toHaveLength(same ? 0 : 1)
    if (!same) this.jobs.set(added[0]!.id, { key, state: 'queued', attempts: 0, runAt, lease: null })
    else if (same.lease || same.state === 'dead') Object.assign(same, { state: 'queued', attempts: 0, runAt })
  }

  isDue = ({ state, runAt, lease }: Modelled) =>
    state === 'queued' && runAt <= now() && (lease === null || lease.until <= now())

  async lease(node: string, limit: number) {
    expect(await hasDueJobs(database.read)).toBe([...this.jobs.values()].some(this.isDue))
    const leased = await lease(node, limit)
    for (const job of this.jobs.values()) {
      if (this.isDue(job) && job.lease && job.attempts >= MAX_ATTEMPTS)
        Object.assign(job, { state: 'dead', lease: null })
    }
    const due = [...this.jobs].filter(([, job]) => this.isDue(job))
    due.sort(([a, { runAt: first }], [b, { runAt: second }]) => (first + a < second + b ? -1 : 1))
    expect(leased.map(({ id }) => id).sort()).toEqual(
      due
        .slice(0, limit)
        .map(([id]) => id)
        .sort(),
    )
    for (const row of leased) this.note(row)
  }

  note(row: Row<'jobs'>) {
    const number = ++this.#leases
    const job = this.jobs.get(row.id)!
    Object.assign(job, { attempts: job.attempts + 1, lease: { number, until: fromNow(LEASE) } })
    this.held.push({ number, row })
  }

  /** The job, if the lease is still valid. */
  of({ number, row }: Held): Modelled | undefined {
    const job = this.jobs.get(row.id)
    return job?.lease?.number === number ? job : undefined
  }

  async finish(held: Held, again?: string) {
    await database.write((db) => finishJob(db, held.row, again))
    const job = this.of(held)
    if (!job) return
    const askedAgain = job.attempts !== held.row.attempts
    if (!again && !askedAgain) return void this.jobs.delete(held.row.id)
    Object.assign(job, { attempts: 0, lease: null, ...(again && !askedAgain && { runAt: again }) })
  }

  async fail(held: Held) {
    await database.write((db) => failJob(db, held.row, 'it\0 failed'))
    const job = this.of(held)
    if (!job) return
    const state = job.attempts >= MAX_ATTEMPTS ? 'dead' : 'queued'
    Object.assign(job, { state, lease: null, runAt: fromNow(backoff(held.row.attempts)) })
  }

  async renew(held: Held) {
    const kept = await database.write((db) => renewLease(db, held.row, fromNow(LEASE)))
    const job = this.of(held)
    expect(kept).toBe(job !== undefined)
    if (job) job.lease!.until = fromNow(LEASE)
  }

  async revive(which: number) {
    const [id, job] = [...this.jobs][which % Math.max(1, this.jobs.size)] ?? ['none', undefined]
    const isDead = job?.state === 'dead'
    expect(await database.write((db) => retryDeadJob(db, id))).toBe(isDead)
    if (isDead) Object.assign(job, { state: 'queued', attempts: 0, runAt: now() })
  }

  /** The table equals the model: no job is lost, duplicated or otherwise changed. */
  async compare() {
    const rows = await list()
    expect(new Map(rows.map((row) => [row.id, shown(row)]))).toEqual(
      new Map([...this.jobs].map(([id, { lease, ...job }]) => [id, { ...job, until: lease?.until ?? null }])),
    )
    const names = rows.filter(({ leased_by }) => leased_by).map(({ id, leased_by }) => `${id} ${leased_by}`)
    expect(new Set(names).size).toBe(names.length)
  }
}

const shown = ({ unique_key, state, attempts, run_at, leased_until }: Row<'jobs'>) => ({
  key: unique_key,
  state,
  attempts,
  runAt: run_at,
  until: leased_until,
})

describe('the queue', () => {
  test('equals the model, whatever nodes, clocks and crashes do', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (list) => {
        await clear()
        const queue = new Queue()
        for (const action of list) {
          await queue.perform(action)
          await queue.compare()
        }
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  test('no job is lost or leased twice when many nodes lease at once', async () => {
    await database.write(async (db) => {
      for (let count = 0; count < 100; count++) await enqueue(db, { kind: 'test' })
    })
    const node = async (name: string) => {
      const mine: string[] = []
      for (let misses = 0; misses < 2; ) {
        const leased = await lease(name, 3)
        mine.push(...leased.map(({ id }) => id))
        if (leased.length === 0) misses++
      }
      return mine
    }
    const taken = (await Promise.all(['n1', 'n2', 'n3', 'n4', 'n5', 'n6'].map(node))).flat()
    expect(new Set(taken).size).toBe(taken.length)
    expect(taken.length).toBe(100)
  }, 180_000)

  test('a failing job is retried with backoff, then marked as dead with its error', async () => {
    await database.write((db) => enqueue(db, { kind: 'test', uniqueKey: 'once' }))
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(await lease('n1')).toMatchObject([{ attempts: attempt }])
      const [row] = await list()
      await database.write((db) => failJob(db, row!, `failure ${attempt}`))
      pass(backoff(attempt) - 1)
      expect(await lease('n1')).toEqual([])
      pass(1)
    }
    pass(24 * HOUR)
    expect(await lease('n1')).toEqual([])
    expect(await listDeadJobs(database.read)).toMatchObject([{ last_error: `failure ${MAX_ATTEMPTS}` }])
    expect(await countJobs(database.read)).toEqual({ queued: 0, dead: 1 })
  })

  test('a job that crashes its nodes is marked as dead too', async () => {
    await database.write((db) => enqueue(db, { kind: 'test' }))
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(await lease(`n${attempt}`)).toHaveLength(1)
      pass(LEASE)
    }
    expect(await lease('n1')).toEqual([])
    expect(await listDeadJobs(database.read)).toHaveLength(1)
  })

  test('a running job that is queued again runs again; a waiting job is queued once', async () => {
    const ask = () => database.write((db) => enqueue(db, { kind: 'test', uniqueKey: 'index' }))
    await ask()
    await ask()
    const [first] = await lease('n1')
    await ask()
    expect(await lease('n2')).toEqual([])
    await database.write((db) => finishJob(db, first!))
    const [second] = await lease('n2')
    expect(second).toMatchObject({ id: first!.id, attempts: 1 })
    await database.write((db) => finishJob(db, second!))
    expect(await list()).toEqual([])
  })

  test('a waiting job is not leased before the transaction that queues it again commits', async () => {
    const ask = { kind: 'test', uniqueKey: 'index' }
    await database.write((db) => enqueue(db, ask))
    let commit = () => {}
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const asking = database.write(async (db) => {
      await enqueue(db, ask)
      // The next statement sends it.
      await hasDueJobs(db)
      asked()
      await new Promise<void>((resolve) => {
        commit = resolve
      })
    })
    await isAsked
    const meanwhile = lease('n1')
    // SQLite has one writer, so the lease waits. PostgreSQL skips the locked job.
    if (databaseKind === 'postgres') expect(await meanwhile).toEqual([])
    commit()
    await asking
    const taken = [...(await meanwhile), ...(await lease('n2'))]
    expect(taken).toHaveLength(1)
  })

  test('a job queued in a failed transaction is not queued', async () => {
    const failing = database.write(async (db) => {
      await enqueue(db, { kind: 'test' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await list()).toEqual([])
  })
})
