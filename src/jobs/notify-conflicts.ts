// Notifies the authors of change requests that conflict with the main content of their space.
import { conflictKey, hasConflicts, isKnownConflict, listOutdated, notifyOf } from '../domain/notifications/index.ts'
import { loadRevision } from '../domain/revisions/index.ts'
import type { Job } from './runner.ts'

export const notifyConflicts: Job = async ({ database, payload, mailer }) => {
  const { spaceId } = payload as { spaceId: string }
  const { read } = database
  const space = await read.selectFrom('spaces').selectAll().where('id', '=', spaceId).executeTakeFirst()
  if (!space || space.deleted_at !== null) return undefined
  const { created_by } = await loadRevision(read, space.revision_id)
  for (const request of await listOutdated(read, space)) {
    if ((await isKnownConflict(read, request)) || !(await hasConflicts(read, space, request))) continue
    const cause = { id: conflictKey(request), actor_id: created_by }
    const reasons = [{ userId: request.created_by, kind: 'conflict' as const }]
    const occasion = { reasons, spaceId, changeRequestId: request.id }
    await database.write((db) => notifyOf(db, cause, occasion, { mail: mailer !== undefined }))
  }
  return undefined
}
