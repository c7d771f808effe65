// Tells whoever watches a space that something was committed there. On PostgreSQL the nodes tell each other, over a
// connection of their own: NOTIFY within a transaction would make all commits wait for each other, and a pooler cannot
// carry LISTEN. A signal may be lost, for instance with its node; watchers look now and then anyway.
import pg from 'pg'
import { SECOND } from '../lib/time.ts'
import type { SpaceListener } from './signals.ts'

const CHANNEL = 'lectern_spaces'
/** A payload has at most 8,000 bytes. */
const SPACES_AT_ONCE = 200
/** Signals of one moment go out together. */
const SEND_DELAY = 20
const RECONNECT_DELAY = 2 * SECOND

export interface Signals {
  send(spaces: Iterable<string>): void
  close(): Promise<void>
}

/** Connects the node with the others, and connects again when the connection breaks. */
export function connectSignals(url: string, receive: SpaceListener): Signals {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const waiting = new Set<string>()

  const connect = async () => {
    // Signals do not wait for each other.
    const next = new pg.Client({ connectionString: url, keepAlive: true, pipeline: true })
    const lose = () => {
      if (client === next) client = undefined
      if (!isClosed) timer ??= setTimeout(reconnect, RECONNECT_DELAY).unref()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ payload = '' }) => receive(new Set(payload.split(','))))
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    if (isClosed) return next.end()
    client = next
  }
  const reconnect = () => {
    timer = undefined
    connect().catch(() => {
      if (!isClosed) timer ??= setTimeout(reconnect, RECONNECT_DELAY).unref()
    })
  }
  const flush = () => {
    const spaces = [...waiting]
    waiting.clear()
    for (let from = 0; from < spaces.length; from += SPACES_AT_ONCE)
      client
        ?.query('select pg_notify($1, $2)', [CHANNEL, spaces.slice(from, from + SPACES_AT_ONCE).join()])
        .catch(() => {})
  }
  reconnect()
  return {
    send(spaces) {
      if (waiting.size === 0) setTimeout(flush, SEND_DELAY).unref()
      for (const space of spaces) waiting.add(space)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
