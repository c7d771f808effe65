// Tracks the last use of tokens and sessions, and the last visit of members. Writes are batched, at most one a minute each, and off
// the request path.
import type { Caller } from '../../access/caller.ts'
import { extendSession } from '../../access/sessions.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/tables.ts'
import { MINUTE, now, SECOND, type Timestamp } from '../../lib/time.ts'

const FLUSH_INTERVAL = 5 * SECOND
const MAX_TOKENS = 100_000

export interface Presence {
  /** `organization`: the one that is visited. */
  record(caller: Caller, organization: string | undefined): void
  flush(): Promise<void>
  stop(): Promise<void>
}

export function trackPresence(database: Database): Presence {
  const recent = new Map<string, Map<string, number>>()
  let tokens = new Map<string, Timestamp>()
  let sessions = new Map<string, { at: Timestamp; address: string | undefined }>()
  let members = new Map<string, { organization: string; user: string; at: Timestamp }>()

  const isRecent = (token: string, organization: string): boolean => {
    const visits = recent.get(token) ?? new Map<string, number>()
    const time = Date.now()
    if ((visits.get(organization) ?? 0) > time - MINUTE) return true
    if (recent.size >= MAX_TOKENS) recent.clear()
    recent.set(token, visits.set(organization, time))
    return false
  }

  const flush = async () => {
    if (tokens.size + sessions.size + members.size === 0) return
    const due = { tokens, sessions, members }
    tokens = new Map()
    sessions = new Map()
    members = new Map()
    await database.write(async (db) => {
      for (const [id, at] of due.tokens)
        await db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute()
      for (const [id, { at, address }] of due.sessions) await extendSession(db, id, at, address)
      for (const { organization, user, at } of due.members.values()) await recordLastSeen(db, organization, user, at)
    })
  }

  // A failed write only loses a timestamp, which the next visit replaces.
  const timer = setInterval(() => flush().catch(() => {}), FLUSH_INTERVAL).unref()
  return {
    record({ user, tokenId, session }, organization) {
      if (isRecent(tokenId, organization ?? '')) return
      if (session) sessions.set(tokenId, { at: now(), address: session.address })
      else tokens.set(tokenId, now())
      if (organization) members.set(`${organization} ${user.id}`, { organization, user: user.id, at: now() })
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}

/** Never moves the timestamp back: a ping may be written before an earlier visit is flushed. */
export async function recordLastSeen(db: Db, organization: string, user: string, at: Timestamp): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: at })
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where((member) => member.or([member('last_seen_at', 'is', null), member('last_seen_at', '<', at)]))
    .execute()
}
