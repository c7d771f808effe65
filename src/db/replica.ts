// Reads of published sites on a streaming replica of PostgreSQL, as fresh as those on the primary.
//
// A request asks the primary for the number of changes that people may see, as it does anyway. If there is a new one, the
// node asks for the position in the write-ahead log too: every change that is visible by then was written before that
// position. A connection to the replica is used once it has replayed the log up to there, which is checked once for each
// connection and position, since one server never goes back while it runs. Otherwise the primary answers.
//
// Within a request nothing goes back in time: after the primary or one replica has answered, no other replica does. Rows
// whose changes are not counted, such as sessions, are read from the primary. A replica that fails is left alone until it
// answers again.
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { sharing } from '../lib/sharing.ts'
import { SECOND } from '../lib/time.ts'
import { isUnavailable } from './dialect.ts'
import { FROZEN_ROWS, openPostgres } from './postgres.ts'
import { type Reading, RoutingDriver } from './replica-driver.ts'
import { countChanges, countVisibleChanges } from './shown-tables.ts'
import type { Db, Tables } from './tables.ts'

/** How long a replica may take to accept a connection or to answer. */
const PATIENCE = 5 * SECOND
const LOOK_AGAIN = 2 * SECOND

export interface Replica {
  /** What one request reads with. */
  reader(): Promise<Db>
  /** How many queries the replica has answered, and how many of such requests the primary. */
  answered: { replica: number; primary: number }
  close(): Promise<void>
}

interface Position {
  lsn: string
  system: string
  timeline: string
}

interface Checked {
  position: Position
  instance: string
}

interface ReplicaOptions {
  primary: { kysely: Kysely<Tables>; pool: pg.Pool; breaks: () => number }
  connections: number
  freezeRows: boolean
  statementNames: boolean
}

export function openReplica(url: string, { primary, connections, ...options }: ReplicaOptions): Replica {
  const { pool } = openPostgres(url, connections, { ...options, patience: PATIENCE })
  const answered = { replica: 0, primary: 0 }
  const checked = new WeakMap<pg.PoolClient, Checked>()
  let needed: Position | undefined
  let isDown = false
  let timer: NodeJS.Timeout | undefined

  const leaveAlone = () => {
    isDown = true
    timer ??= setTimeout(look, LOOK_AGAIN).unref()
  }
  const look = async () => {
    timer = undefined
    await pool.query('select 1').then(() => {
      isDown = false
    }, leaveAlone)
  }
  const instanceOf = async (client: pg.PoolClient, position: Position): Promise<string | undefined> => {
    const known = checked.get(client)
    if (known?.position === position) return known.instance
    const { rows } = await client.query<{ instance: string; is_there: boolean }>(HAS_REPLAYED, [
      position.lsn,
      position.system,
      position.timeline,
    ])
    const { instance, is_there } = rows[0]!
    if (!is_there) return undefined
    checked.set(client, { position, instance })
    return instance
  }
  /** A connection to the replica that shows everything the request has to see. */
  const connect = async (reading: Reading): Promise<pg.PoolClient | undefined> => {
    if (isDown || needed === undefined) return undefined
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      const instance = await instanceOf(client, needed)
      if (instance !== undefined && (reading.instance ?? instance) === instance) {
        reading.instance = instance
        return client
      }
      client.release()
    } catch {
      client?.release(true)
      leaveAlone()
    }
    return undefined
  }
  const giveBack = (client: pg.PoolClient, error?: unknown) => {
    const isLost = error !== undefined && (!(error instanceof pg.DatabaseError) || isUnavailable(error))
    client.release(isLost)
    if (isLost) leaveAlone()
  }
  const dialect = (reading: Reading) => ({
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
    createDriver: () => new RoutingDriver({ primary, connect, giveBack, answered }, reading),
  })
  const plugins = options.freezeRows ? [FROZEN_ROWS] : []
  const moveOn = followPrimary(primary, (position) => {
    needed = position
  })
  return {
    async reader() {
      if (isDown) return primary.kysely
      const isKnown = await moveOn().then(
        () => true,
        () => false,
      )
      return isKnown ? new Kysely<Tables>({ dialect: dialect({}), plugins }) : primary.kysely
    },
    answered,
    async close() {
      clearTimeout(timer)
      await pool.end()
    },
  }
}

/** Returns what to call at the beginning of a request: it tells `move` the position if there may be something new. */
function followPrimary({ kysely, breaks }: ReplicaOptions['primary'], move: (position: Position) => void) {
  let known: string | undefined
  const now = sharing(() => countChanges(kysely))
  const locate = sharing(async () => {
    const restarts = breaks()
    // Asked before the position: what is visible now was written before it.
    const count = await countVisibleChanges(kysely)
    const { rows } = await kysely.executeQuery<Position>({ ...POSITION })
    move(rows[0]!)
    known = count && `${restarts} ${count}`
  })
  return async (): Promise<void> => {
    if (`${breaks()} ${await now()}` !== known) await locate()
  }
}

const raw = (text: string) => ({ sql: text, parameters: [], query: { kind: 'RawNode' } as never, queryId: {} as never })

// A server that was promoted, or that belongs to another primary, counts positions of its own.
const POSITION = raw(`
  select at.lsn::text as lsn, substr(pg_walfile_name(at.lsn), 1, 8) as timeline,
    (select system_identifier::text from pg_control_system()) as system
  from (select pg_current_wal_insert_lsn() as lsn) at`)

const HAS_REPLAYED = `
  select pg_postmaster_start_time()::text as instance,
    pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
      and (select system_identifier::text from pg_control_system()) = $2
      and (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) = $3 as is_there`
