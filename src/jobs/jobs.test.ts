// The runner on a real queue: concurrency, several nodes, lease renewal, and a graceful stop.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { enqueue, listDeadJobs } from '../db/jobs.ts'
import { insertOrganization } from '../domain/people/organizations.ts'
import { insertUser } from '../domain/people/users.ts'
import { fromNow, HOUR, now } from '../lib/time.ts'
import { insertProvider } from '../resources/saml/queries.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { type JobContext, type Jobs, type JobTools, runJobs, type Worker, type WorkerOptions } from './runner.ts'

let fresh: FreshDatabase
let database: Database
let workers: Worker[]

beforeEach(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url })
  await database.migrate()
  workers = []
}, 180_000)

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await database.close()
  await fresh.remove()
})

// The tools that the jobs of these tests do not use.
const others = {} as Omit<JobTools, 'database'>

function work(jobs: Jobs, options: WorkerOptions = {}, on = database): Worker {
  const worker = runJobs({ ...others, database: on }, jobs, pino({ level: 'silent' }), options)
  workers.push(worker)
  return worker
}

const queue = (...kinds: string[]) =>
  database.write(async (db) => {
    for (const kind of kinds) await enqueue(db, { kind, payload: { kind } })
  })

const list = () => database.read.selectFrom('jobs').selectAll().orderBy('id').execute()

/** A promise and the function that resolves it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('the runner', () => {
  test('runs queued jobs with their payload, and reschedules those that return a time', async () => {
    const seen: unknown[] = []
    const again = fromNow(HOUR)
    const worker = work({
      once: async ({ payload }) => void seen.push(payload),
      hourly: async ({ payload }) => {
        seen.push(payload)
        return again
      },
    } as Jobs)
    await queue('once', 'hourly')
    await worker.idle()
    expect(seen).toHaveLength(2)
    expect(seen).toEqual(expect.arrayContaining([{ kind: 'once' }, { kind: 'hourly' }]))
    expect(await list()).toMatchObject([{ kind: 'hourly', run_at: again, attempts: 0, leased_by: null }])
  })

  test('a slow job does not block other jobs', async () => {
    const slow = gate()
    const quick = gate()
    const worker = work({
      slow: async () => void (await slow.opened),
      quick: async () => void quick.open(),
    } as Jobs)
    await queue('slow')
    await until(async () => (await list()).some(({ leased_by }) => leased_by !== null))
    await queue('quick')
    await quick.opened
    slow.open()
    await worker.idle()
    expect(await list()).toEqual([])
  })

  test('many jobs on several nodes each run once', async () => {
    const runs: number[] = Array(40).fill(0)
    const jobs = {
      count: async ({ payload }: JobContext) => {
        runs[(payload as { number: number }).number]!++
      },
    } as unknown as Jobs
    await database.write(async (db) => {
      for (let number = 0; number < runs.length; number++) await enqueue(db, { kind: 'count', payload: { number } })
    })
    await Promise.all([work(jobs), work(jobs), work(jobs)].map((worker) => worker.idle()))
    await until(async () => (await list()).length === 0)
    expect(runs).toEqual(Array(40).fill(1))
  })

  test('the lease of a long job is renewed', async () => {
    const slow = gate()
    let runs = 0
    const jobs = {
      slow: async () => {
        runs++
        await slow.opened
      },
    } as unknown as Jobs
    const first = work(jobs, { lease: 3000 })
    await queue('slow')
    await until(() => runs === 1)
    const [leased] = await list()
    await until(() => now() > leased!.leased_until!)
    const second = work(jobs, { lease: 3000 })
    await second.idle()
    expect(runs).toBe(1)
    slow.open()
    await first.idle()
    expect(await list()).toEqual([])
  })

  test('stop waits for running jobs and starts no more', async () => {
    const slow = gate()
    const started = gate()
    const worker = work({
      slow: async () => {
        started.open()
        await slow.opened
      },
    } as unknown as Jobs)
    await queue('slow')
    await started.opened
    let stopped = false
    const stopping = worker.stop().then(() => {
      stopped = true
    })
    await queue('slow')
    expect(stopped).toBe(false)
    slow.open()
    await stopping
    expect(await list()).toMatchObject([{ kind: 'slow', leased_by: null, attempts: 0 }])
  })

  test('polling without due jobs opens no write transaction', async () => {
    let writes = 0
    const counting: Database = {
      ...database,
      write: (run) => {
        writes++
        return database.write(run)
      },
    }
    const worker = work({}, {}, counting)
    await worker.idle()
    await worker.idle()
    expect(writes).toBe(0)
  })

  test('a job of an unknown kind fails with a message and stays queued', async () => {
    const worker = work({})
    await queue('from-the-future')
    await worker.idle()
    expect(await list()).toMatchObject([
      { state: 'queued', last_error: expect.stringContaining('no job of the kind "from-the-future"') },
    ])
    expect(await listDeadJobs(database.read)).toEqual([])
  })
})

describe('prune-sign-ins', () => {
  test('removes expired rows only, and reschedules itself', async () => {
    const [past, future] = [fromNow(-1), fromNow(HOUR)]
    await database.write(async (db) => {
      const user = await insertUser(db, { email: 'reader@example.com' })
      const { id: organization } = await insertOrganization(db, { title: 'Organization' })
      const texts = { label: '', sso_url: '', entity_id: '', certificate: '' }
      const { id: provider } = await insertProvider(db, { ...texts, organization_id: organization })
      for (const [id, expires_at] of Object.entries({ past, future })) {
        const common = { id, provider_id: provider, created_at: now(), expires_at }
        await db
          .insertInto('sessions')
          .values({
            ...{ id, hash: id, user_id: user.id, expires_at, method: 'saml', bound: 1 },
            ...{ created_at: now(), authenticated_at: now(), last_used_at: now() },
          })
          .execute()
        await db
          .insertInto('saml_requests')
          .values({ ...common, browser_hash: '' })
          .execute()
        await db
          .insertInto('oidc_requests')
          .values({ ...common, provider_id: null, browser_hash: '' })
          .execute()
        await db.insertInto('saml_assertions').values({ provider_id: provider, assertion_id: id, expires_at }).execute()
      }
    })
    expect(await pruneSignIns({ database } as JobContext)).toEqual(expect.any(String))
    for (const table of ['sessions', 'saml_requests', 'saml_assertions', 'oidc_requests'] as const) {
      const rows = await database.read.selectFrom(table).select('expires_at').execute()
      expect(rows, table).toEqual([{ expires_at: future }])
    }
  })
})
