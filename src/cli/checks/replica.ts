// The replica that answers for published sites: whether it follows the primary, and how far it is behind.
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/tables.ts'
import type { Finding } from './finding.ts'

const subject = 'Replica'
const KILOBYTE = 1024

interface Found {
  system: string
  is_in_recovery: boolean
  lsn: string | null
}

const ask = async (db: Db): Promise<Found> => {
  const { rows } = await sql<Found>`
    select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as is_in_recovery,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text as lsn`.execute(
    db,
  )
  return rows[0]!
}

export async function checkReplica({ database, databaseReplica, statementNames }: Config): Promise<Finding[]> {
  if (databaseReplica === undefined) return []
  const open = (url: string) => openDatabase({ url, connections: 1, statementNames })
  const [primary, replica] = [await open(database), await open(databaseReplica)]
  try {
    const [own, its] = [await ask(primary.read), await ask(replica.read)]
    const advice = 'Let DATABASE_REPLICA_URL lead to a streaming replica of DATABASE_URL, or unset it.'
    if (own.system !== its.system)
      return [
        { subject, state: 'wrong', found: 'It has another origin than the database: it is no copy of it.', advice },
      ]
    if (!its.is_in_recovery)
      return [{ subject, state: 'wrong', found: 'It does not follow the database: it takes writes itself.', advice }]
    const { rows } = await sql<{ behind: number }>`
      select greatest(0, pg_wal_lsn_diff(${own.lsn}::pg_lsn, ${its.lsn}::pg_lsn))::float8 as behind`.execute(
      primary.read,
    )
    const behind = Math.round(rows[0]!.behind / KILOBYTE)
    return [{ subject, state: 'fine', found: `It follows the database, ${behind} kB of its log behind.` }]
  } finally {
    await Promise.all([primary.close(), replica.close()])
  }
}
