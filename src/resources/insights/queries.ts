import type { Db } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Event, StoredEvent } from './schemas.ts'

/** How many are read at once: a year of a busy site is never in memory. */
const BATCH = 5000

export async function insertEvents(db: Db, siteId: string, events: readonly (Event & { at: string })[]): Promise<void> {
  const rows = events.map(({ type, at, timestamp: _timestamp, ...data }) => ({
    id: newId(),
    site_id: siteId,
    type,
    occurred_at: at,
    visitor_id: data.session.visitorId,
    session_id: data.session.sessionId,
    data: JSON.stringify(data),
  }))
  if (rows.length > 0) await db.insertInto('site_insights_events').values(rows).execute()
}

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
      .limit(BATCH)
      .execute()
    for (const row of rows) yield { ...row, data: JSON.parse(row.data) }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = { at: last.occurred_at, id: last.id }
  }
}
