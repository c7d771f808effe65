import { requireServerAdmin } from '../../access/server-admins.ts'
import { type BackupRun, requestRun } from '../../backup/scheduled/runs.ts'
import { selectPage } from '../../db/keyset.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { serverBackupRoutes } from './routes.ts'

export const serverBackups = implement(serverBackupRoutes, {
  async listServerBackups({ db, caller, page }) {
    requireServerAdmin(caller)
    const order = { by: ['backup_runs.id'], direction: 'desc' } as const
    const { rows, count, next } = await selectPage(
      db.selectFrom('backup_runs'),
      (runs) => runs.selectAll(),
      page,
      order,
    )
    return { items: rows.map(toJson), count, next }
  },

  async createServerBackup({ db, caller, operator, report }) {
    requireServerAdmin(caller)
    if (!operator.backups) throw problem('noBackups')
    const run = await requestRun(db, operator.backups.target, caller.user.id)
    report({ target: { kind: 'backup', id: run.id } })
    return toJson(run)
  },
})

const toJson = (run: BackupRun) => ({
  object: 'server-backup' as const,
  id: run.id,
  state: run.state,
  target: run.target,
  requested: run.requested_by !== null,
  createdAt: run.created_at,
  startedAt: run.started_at ?? undefined,
  endedAt: run.ended_at ?? undefined,
  name: run.name ?? undefined,
  kept: run.kept === 1,
  rows: run.rows ?? undefined,
  files: run.files ?? undefined,
  fileBytes: run.file_bytes ?? undefined,
  newBytes: run.new_bytes ?? undefined,
  error: run.error ?? undefined,
})
