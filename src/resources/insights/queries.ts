import type { Db } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { keepFeedback } from './feedback.ts'
import type { Event, StoredEvent } from './schemas.ts'

/** Rows per query, so that a year of a busy site is never in memory. */
const READ_BATCH = 5000

type DatedEvent = Event & { at: string }

const toRow = (siteId: string, { type, at, timestamp: _timestamp, session, ...data }: DatedEvent) => {
  // Cookies and IP addresses identify visitors, so they are not stored.
  const { cookies: _cookies, ip: _ip, ...counted } = session
  return {
    id: newId(),
    site_id: siteId,
    type,
    occurred_at: at,
    visitor_id: session.visitorId,
    session_id: session.sessionId,
    data: JSON.stringify({ ...data, session: counted }),
  }
}

export async function insertEvents(db: Db, siteId: string, events: readonly DatedEvent[]): Promise<void> {
  const rows = events.map((event) => toRow(siteId, event))
  if (rows.length > 0) await db.insertInto('site_insights_events').values(rows).execute()
}

/** Stores a rating of a page, or a comment on it, in place of an earlier one of the same visitor. */
export async function recordFeedback(db: Db, siteId: string, event: DatedEvent): Promise<void> {
  const { type, session, location } = event
  const kind = type === 'page_post_feedback' ? 'rating' : 'comment'
  const id = sha256(JSON.stringify([kind, siteId, session.visitorId, location.space, location.page])).slice(0, 22)
  const row = { ...toRow(siteId, event), id }
  await db
    .insertInto('site_insights_events')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ occurred_at: row.occurred_at, data: row.data }))
    .execute()
  await keepFeedback(db, siteId, event)
}

/** What is removed: what is older, of all sites or of one. */
interface Past {
  before: Timestamp
  siteId?: string
}

/** Removes at most `limit` events, oldest first, and returns their number. */
export async function removeEvents(db: Db, { before, siteId }: Past, limit: number): Promise<number> {
  const old = db
    .selectFrom('site_insights_events')
    .select('id')
    .where('occurred_at', '<', before)
    .$if(siteId !== undefined, (events) => events.where('site_id', '=', siteId!))
    .orderBy('occurred_at')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('site_insights_events').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** As `removeEvents`, for feedback. */
export async function removeFeedback(db: Db, { before, siteId }: Past, limit: number): Promise<number> {
  const old = db
    .selectFrom('site_feedback')
    .select('id')
    .where('given_at', '<', before)
    .$if(siteId !== undefined, (feedback) => feedback.where('site_id', '=', siteId!))
    .orderBy('given_at')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('site_feedback').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The sites that keep insights for a time of their own. */
export const listRetentions = (db: Db): Promise<{ id: string; insights_days: number | null }[]> =>
  db.selectFrom('sites').select(['id', 'insights_days']).where('insights_days', 'is not', null).execute()

export async function* readEvents(db: Db, siteId: string, from: string, to: string): AsyncGenerator<StoredEvent> {
  let after = { at: from, id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('site_insights_events')
      .select(['id', 'type', 'occurred_at', 'visitor_id', 'session_id', 'data'])
      .where('site_id', '=', siteId)
      .where('occurred_at', '<=', to)
      .where((row) =>
        row.or([
          row('occurred_at', '>', after.at),
          row.and([row('occurred_at', '=', after.at), row('id', '>', after.id)]),
        ]),
      )
      .orderBy('occurred_at')
      .orderBy('id')
      .limit(READ_BATCH)
      .execute()
    for (const row of rows) yield { ...row, data: JSON.parse(row.data) }
    const last = rows.at(-1)
    if (!last || rows.length < READ_BATCH) return
    after = { at: last.occurred_at, id: last.id }
  }
}
