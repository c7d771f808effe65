// The database: reachable, of a version that works, with the schema of this program, and its clock.
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/database.ts'
import { databaseErrorMessage } from '../../db/failures.ts'
import { executedMigrations, newerMigrations, pendingMigrations } from '../../db/migrate.ts'
import { sqliteDriver } from '../../db/sqlite/driver.ts'
import type { Db } from '../../db/tables.ts'
import type { Finding } from './finding.ts'

const subject = 'Database'
const OLDEST_POSTGRES = 140_000
const MAX_DRIFT = 2000

export async function checkDatabase({ database: url, statementNames }: Config, now = Date.now): Promise<Finding[]> {
  const database = await openDatabase({ url, connections: 1, statementNames })
  try {
    const isPostgres = /^postgres/.test(url)
    const schema = await checkSchema(database.read)
    return [
      ...(isPostgres ? await checkPostgres(database.read, now) : await checkSqlite(database.read, url)),
      ...(isPostgres || schema.state !== 'fine' ? [] : [await checkClock(database.read, now)]),
      schema,
    ]
  } catch (error) {
    // The sentence says what to do.
    const found = databaseErrorMessage(error)
    if (found === undefined) throw error
    return [{ subject, state: 'wrong', found }]
  } finally {
    await database.close()
  }
}

async function checkPostgres(db: Db, now: () => number): Promise<Finding[]> {
  const before = now()
  const { rows } = await sql<{ number: string; version: string; time: Date }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as version,
      clock_timestamp() as time`.execute(db)
  const { number, version, time } = rows[0]!
  const isOld = Number(number) < OLDEST_POSTGRES
  const drift = Math.round(new Date(time).getTime() - (before + now()) / 2)
  return [
    {
      subject,
      state: isOld ? 'wrong' : 'fine',
      found: `PostgreSQL ${version}.`,
      ...(isOld && { advice: 'Use PostgreSQL 14 or later.' }),
    },
    {
      subject: 'Clock',
      state: Math.abs(drift) > MAX_DRIFT ? 'wrong' : 'fine',
      found: `The clocks of this machine and of the database differ by ${Math.abs(drift)} ms.`,
      ...(Math.abs(drift) > MAX_DRIFT && { advice: 'Synchronize both with a time server.' }),
    },
  ]
}

async function checkSqlite(db: Db, path: string): Promise<Finding[]> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  const { rows: checked } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const isSound = checked[0]?.quick_check === 'ok'
  return [
    {
      subject,
      state: isSound ? 'fine' : 'wrong',
      found: isSound
        ? `SQLite ${rows[0]!.version} (${sqliteDriver()}) in ${path}.`
        : `${path} is damaged: ${checked[0]?.quick_check}`,
      ...(!isSound && { advice: 'Restore the last backup: lectern restore.' }),
    },
  ]
}

/** A file has no clock of its own. The last event was written at a time that must have passed. */
async function checkClock(db: Db, now: () => number): Promise<Finding> {
  const last = await db
    .selectFrom('events')
    .select((row) => row.fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow()
  const ahead = last.at === null ? 0 : Date.parse(last.at) - now()
  const isBehind = ahead > MAX_DRIFT
  return {
    subject: 'Clock',
    state: isBehind ? 'wrong' : 'fine',
    found: isBehind
      ? `The last event is from ${last.at}, which is ${Math.round(ahead / 1000)} seconds from now: this clock is behind, or was ahead.`
      : `It is ${new Date(now()).toISOString()}, later than everything in the database.`,
    ...(isBehind && { advice: 'Synchronize the clock of this machine with a time server.' }),
  }
}

async function checkSchema(db: Db): Promise<Finding> {
  const executed = await executedMigrations(db)
  if (executed.length === 0)
    return {
      subject: 'Schema',
      state: 'note',
      found: 'The database is empty.',
      advice: 'Start the server: lectern serve.',
    }
  if (newerMigrations(executed).length > 0)
    return {
      subject: 'Schema',
      state: 'wrong',
      found: 'A newer version of Lectern has used this database.',
      advice: 'Install that version again.',
    }
  const pending = await pendingMigrations(db)
  return pending.length === 0
    ? { subject: 'Schema', state: 'fine', found: 'The schema is that of this version.' }
    : {
        subject: 'Schema',
        state: 'note',
        found: `${pending.length} migrations are to be run.`,
        advice: 'Make a backup; then run lectern migrate, or start the server.',
      }
}
