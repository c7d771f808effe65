import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { requireServerAdmin } from '../../access/server-admins.ts'
import type { Db } from '../../db/tables.ts'
import { PACKAGE_FOLDER } from '../../lib/package-folder.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { operatorRoutes } from './routes.ts'

const REASON = 500

export const serverOperator = implement(operatorRoutes, {
  async getServerHealth({ db, caller, operator }) {
    requireServerAdmin(caller)
    const { backups, host, startedAt, database } = operator
    return {
      object: 'server-health' as const,
      host,
      startedAt,
      database,
      memory: process.memoryUsage.rss(),
      jobs: await countStates(db),
      ...(backups && {
        backups: {
          target: backups.target,
          encrypted: backups.encrypted,
          keep: backups.keep,
          nextAt: await backups.nextAt(),
        },
      }),
      checks: await operator.checkHealth(),
    }
  },

  getServerSettings({ caller, operator }) {
    requireServerAdmin(caller)
    return { object: 'server-settings' as const, items: operator.settings }
  },

  getServerLogs({ caller, operator, query: { level = 'info', search } }) {
    requireServerAdmin(caller)
    return { object: 'server-logs' as const, host: operator.host, items: operator.logs.read({ level, search }) }
  },

  async testServerMail({ caller, operator, body }) {
    requireServerAdmin(caller)
    const object = 'server-mail-test' as const
    if (!operator.sendTestMail) return { object, sent: false, error: 'No mail server is set: set SMTP_URL.' }
    try {
      await operator.sendTestMail(body.to)
      return { object, sent: true }
    } catch (error) {
      return { object, sent: false, error: (error as Error).message.slice(0, REASON) }
    }
  },

  async getServerLicenses({ caller }) {
    requireServerAdmin(caller)
    const notices = await readFile(new URL('dist/licenses.txt', PACKAGE_FOLDER), 'utf8').catch(() => undefined)
    const license = await readFile(new URL('LICENSE', PACKAGE_FOLDER), 'utf8')
    return { object: 'server-licenses' as const, license, ...(notices !== undefined && { notices }) }
  },
})

async function countStates(db: Db): Promise<Record<'waiting' | 'running' | 'failed', number>> {
  const { rows } = await sql<Record<'all' | 'running' | 'failed', number>>`
    select count(*) as "all", count(case when state = 'dead' then 1 end) as failed,
      count(case when state = 'queued' and leased_until > ${now()} then 1 end) as running
    from jobs`.execute(db)
  const [all, running, failed] = [rows[0]!.all, rows[0]!.running, rows[0]!.failed].map(Number) as [
    number,
    number,
    number,
  ]
  return { waiting: all - running - failed, running, failed }
}
