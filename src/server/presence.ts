// Remembers who was here, off the hot path: the last use of a token and the last visit of a member are written at most
// once a minute each, together, after the fact.
import type { Caller } from '../access/caller.ts'
import { organizationOf } from '../access/named.ts'
import type { Objects } from '../access/vocabulary.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import { MINUTE, now, SECOND, type Timestamp } from '../lib/time.ts'

const WRITE_EVERY = 5 * SECOND
const REMEMBERED = 100_000

export interface Presence {
  seen(caller: Caller, objects: Partial<Objects>): void
  flush(): Promise<void>
  stop(): Promise<void>
}

export function trackPresence(database: Database): Presence {
  const recent = new Map<string, Map<string, number>>()
  let tokens = new Map<string, Timestamp>()
  let members = new Map<string, { organization: string; user: string; at: Timestamp }>()

  const isRecent = (token: string, organization: string): boolean => {
    const visits = recent.get(token) ?? new Map<string, number>()
    const time = Date.now()
    if ((visits.get(organization) ?? 0) > time - MINUTE) return true
    if (recent.size >= REMEMBERED) recent.clear()
    recent.set(token, visits.set(organization, time))
    return false
  }

  const flush = async () => {
    if (tokens.size + members.size === 0) return
    const due = { tokens, members }
    tokens = new Map()
    members = new Map()
    await database.write(async (db) => {
      for (const [id, at] of due.tokens)
        await db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute()
      for (const { organization, user, at } of due.members.values()) await touchMember(db, organization, user, at)
    })
  }

  // What could not be written is only a date: the next visit brings a newer one.
  const timer = setInterval(() => flush().catch(() => {}), WRITE_EVERY).unref()
  return {
    seen({ user, tokenId }, objects) {
      const organization = organizationOf(objects)
      if (isRecent(tokenId, organization ?? '')) return
      tokens.set(tokenId, now())
      if (organization) members.set(`${organization} ${user.id}`, { organization, user: user.id, at: now() })
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}

/** Never moves the date back: a ping may have been faster than what was remembered before it. */
export async function touchMember(db: Db, organization: string, user: string, at: Timestamp): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: at })
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .where((member) => member.or([member('last_seen_at', 'is', null), member('last_seen_at', '<', at)]))
    .execute()
}
