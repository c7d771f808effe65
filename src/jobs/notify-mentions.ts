// Notifies people whom somebody mentioned in a change request.
import { findAddedMentions, notifyOf } from '../domain/notifications/index.ts'
import type { Job } from './runner.ts'

export const notifyMentions: Job = async ({ database, payload, mailer }) => {
  const { changeRequestId, since } = payload as { changeRequestId: string; since: string }
  const request = await database.read
    .selectFrom('change_requests')
    .selectAll()
    .where('id', '=', changeRequestId)
    .executeTakeFirst()
  if (!request) return undefined
  for (const { page, by, users } of await findAddedMentions(database.read, request, since)) {
    const cause = { id: `mention ${request.id} ${page}`, actor_id: by }
    const reasons = users.map((userId) => ({ userId, kind: 'mentioned' as const }))
    const occasion = { reasons, spaceId: request.space_id, changeRequestId: request.id, data: { page } }
    await database.write((db) => notifyOf(db, cause, occasion, { mail: mailer !== undefined }))
  }
  return undefined
}
