import { requireServerAdmin } from '../../access/server-admins.ts'
import { enqueue, makeDue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import { findLastRun, GRACE, measureUnused } from '../../domain/unused/index.ts'
import { DAY } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { serverUnusedRoutes } from './routes.ts'

/** The key of the recurring job. */
const JOB = 'collect-unused'

export const serverUnused = implement(serverUnusedRoutes, {
  async getServerUnused({ db, caller }) {
    requireServerAdmin(caller)
    return describe(db)
  },

  async collectServerUnused({ db, caller, report }) {
    requireServerAdmin(caller)
    await enqueue(db, { kind: JOB, uniqueKey: JOB })
    await makeDue(db, JOB)
    report({ target: { kind: 'server', id: 'server' } })
    return describe(db)
  },
})

async function describe(db: Db) {
  const job = await db
    .selectFrom('jobs')
    .select(['run_at', 'leased_by'])
    .where('unique_key', '=', JOB)
    .executeTakeFirst()
  const last = await findLastRun(db)
  return {
    object: 'server-unused' as const,
    ...(await measureUnused(db)),
    days: GRACE / DAY,
    running: job !== undefined && job.leased_by !== null,
    nextAt: job?.run_at,
    last: last && {
      startedAt: last.started_at,
      endedAt: last.ended_at,
      files: Number(last.files),
      bytes: Number(last.bytes),
      objects: Number(last.objects),
    },
  }
}
