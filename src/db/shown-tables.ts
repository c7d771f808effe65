// Which tables people may see the rows of, and on PostgreSQL a number that tells of changes to them.
//
// A sequence counts the transactions that write such tables, by triggers, so that no write is missed, whoever makes it.
// A transaction holds a shared lock from before it is counted until its changes are visible. So whoever reads the number
// while nobody holds the lock knows that all counted changes are visible, and that they are the last ones for as long as
// the number stays the same. Writers do not wait for each other.
import { type Kysely, sql } from 'kysely'
import { ADVISORY_LOCKS, isSqlite } from './dialect.ts'
import type { Db, Tables } from './tables.ts'

/** Bookkeeping, which is written often; no page shows it. */
const UNSEEN_TABLES: ReadonlySet<string> = new Set([
  'events',
  'idempotency_keys',
  'jobs',
  'mails',
  'notification_cursors',
  'notifications',
  'presences',
  'sessions',
  'site_feedback',
  'site_insights_events',
  'tokens',
  'webhook_deliveries',
])

/** On SQLite, nobody searches before what waits is in the full-text index, so nobody sees it get there. */
export const UNSEEN_ON_SQLITE: ReadonlySet<string> = new Set([...UNSEEN_TABLES, 'search_words', 'waiting_words'])

/** On PostgreSQL, changes of such tables are counted too, but for these columns: requests are authenticated by the others. */
const UNCOUNTED_COLUMNS: Readonly<Record<string, readonly string[]>> = { tokens: ['last_used_at'] }

/** The tables without any counted column. */
export const UNCOUNTED_TABLES: readonly string[] = [...UNSEEN_TABLES].filter((name) => !(name in UNCOUNTED_COLUMNS))

const UNCOUNTED = new RegExp(`\\b(?:${UNCOUNTED_TABLES.join('|')})\\b`)
const READS_TOKENS = /\btokens\b/
const MAY_READ_USE = /\blast_used_at\b|"tokens"\.\*|select \*/

/** True for queries whose rows may change without being counted, and for everything but queries. */
export const isUncounted = (text: string): boolean =>
  !/^\s*(?:select|with)\b/i.test(text) || UNCOUNTED.test(text) || (READS_TOKENS.test(text) && MAY_READ_USE.test(text))

const LOCK = sql.lit(ADVISORY_LOCKS.shownChanges)

interface Watched {
  table: string
  /** The columns that are counted. */
  columns: string[]
  /** Those of the trigger; none if it counts all. */
  watched: string[]
  has_trigger: boolean
}

/** Adds the triggers to tables that have none, and counts new columns. Call it after every migration. */
export async function watchShownTables(db: Kysely<Tables>): Promise<void> {
  if (isSqlite(db)) return
  await db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.watchTables)})`.execute(db)
    const unwatched = (await listWatched(db)).filter(isUnwatched)
    if (unwatched.length === 0) return
    await sql`create sequence if not exists shown_changes`.execute(db)
    await sql`
      create or replace function lectern_count_change() returns trigger language plpgsql as $$
      begin
        if coalesce(current_setting('lectern.is_counted', true), '') = '' then
          perform pg_advisory_xact_lock_shared(${LOCK});
          perform nextval('shown_changes');
          perform set_config('lectern.is_counted', '1', true);
        end if;
        return null;
      end $$`.execute(db)
    for (const { table, columns } of unwatched) {
      const of = table in UNCOUNTED_COLUMNS ? sql` of ${sql.join(columns.map((name) => sql.ref(name)))}` : sql``
      await sql`
        create or replace trigger lectern_shown before insert or delete or truncate or update${of} on ${sql.table(table)}
        for each statement execute function lectern_count_change()`.execute(db)
    }
  })
}

async function listWatched(db: Db): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select c.relname as table, t.oid is not null as has_trigger,
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by attname) as columns,
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(t.tgattr) order by attname) as watched
    from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'lectern_shown'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(db)
  return rows
    .filter(({ table }) => !UNCOUNTED_TABLES.includes(table) && !table.startsWith('kysely_'))
    .map((row) => ({ ...row, columns: row.columns.filter((name) => !UNCOUNTED_COLUMNS[row.table]?.includes(name)) }))
}

const isUnwatched = ({ table, columns, watched, has_trigger }: Watched): boolean =>
  !has_trigger || (table in UNCOUNTED_COLUMNS && watched.join() !== columns.join())

interface Read {
  number: number
  is_called: boolean
}

const toState = ({ number, is_called }: Read): string => `${is_called ? number : 0}`

/** The number of changes so far. */
export const countChanges = async (db: Db): Promise<string> => {
  const { rows } = await sql<Read>`select last_value as number, is_called from shown_changes`.execute(db)
  return toState(rows[0]!)
}

/** The same; undefined if one of the changes may not be visible yet. */
export const countVisibleChanges = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<Read & { is_quiet: boolean }>`
    select last_value as number, is_called, pg_try_advisory_xact_lock(${LOCK}) as is_quiet from shown_changes`.execute(
    db,
  )
  return rows[0]!.is_quiet ? toState(rows[0]!) : undefined
}
