import type { SelectQueryBuilder } from 'kysely'
import { requireServerAdmin } from '../../access/server-admins.ts'
import { retryDeadJob } from '../../db/jobs.ts'
import { selectPage } from '../../db/keyset.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { serverJobRoutes } from './routes.ts'

type State = 'waiting' | 'running' | 'failed'
type Query = SelectQueryBuilder<Tables, 'jobs', object>

export const serverJobs = implement(serverJobRoutes, {
  async listServerJobs({ db, caller, query, page }) {
    requireServerAdmin(caller)
    const matching = query.state ? inState(db.selectFrom('jobs'), query.state) : db.selectFrom('jobs')
    const order = { by: ['jobs.id'], direction: 'desc' } as const
    const { rows, count, next } = await selectPage(matching, (jobs) => jobs.selectAll(), page, order)
    return { items: rows.map(toJson), count, next }
  },

  async retryServerJob({ db, caller, params, report }) {
    requireServerAdmin(caller)
    if (!(await retryDeadJob(db, params.jobId))) throw problem('notFound')
    report({ target: { kind: 'job', id: params.jobId } })
    return toJson(await loadJob(db, params.jobId))
  },
})

const loadJob = (db: Db, id: string): Promise<Row<'jobs'>> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function inState(jobs: Query, state: State): Query {
  if (state === 'failed') return jobs.where('state', '=', 'dead')
  const queued = jobs.where('state', '=', 'queued')
  return state === 'running'
    ? queued.where('leased_until', '>', now())
    : queued.where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now())]))
}

function stateOf({ state, leased_until }: Row<'jobs'>): State {
  if (state === 'dead') return 'failed'
  return leased_until !== null && leased_until > now() ? 'running' : 'waiting'
}

const toJson = (job: Row<'jobs'>) => ({
  object: 'server-job' as const,
  id: job.id,
  kind: job.kind,
  state: stateOf(job),
  attempts: job.attempts,
  runAt: job.run_at,
  createdAt: job.created_at,
  error: job.last_error ?? undefined,
})
