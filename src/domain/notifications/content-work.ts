// What content has to be looked at for notifications: change requests that somebody edited, for mentions, and change
// requests of spaces whose main content changed, for conflicts. Jobs do that a while later, once for many edits.
import type { SequencedEvent } from '../../db/event-feed.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import type { EventName } from '../../events/events.ts'
import { fromNow, MINUTE, SECOND } from '../../lib/time.ts'

const QUIET = MINUTE
const SOON = 20 * SECOND

const CHANGE_MAIN: readonly EventName[] = [
  'space.content.updated',
  'space.content.imported',
  'space.content.rolled-back',
  'space.git.completed',
  'change-request.merged',
]

export async function queueContentWork(db: Db, { action, target_id, space_id, data }: SequencedEvent): Promise<void> {
  if (action === 'change-request.content.updated') {
    const { revision } = JSON.parse(data) as { revision?: string }
    const payload = { changeRequestId: target_id, since: revision }
    const job = { kind: 'notify-mentions', uniqueKey: `notify-mentions ${target_id}`, runAt: fromNow(QUIET) }
    if (revision !== undefined) await enqueue(db, { ...job, payload })
  }
  if (space_id !== null && CHANGE_MAIN.includes(action as EventName)) {
    const job = { kind: 'notify-conflicts', uniqueKey: `notify-conflicts ${space_id}`, runAt: fromNow(SOON) }
    await enqueue(db, { ...job, payload: { spaceId: space_id } })
  }
}
