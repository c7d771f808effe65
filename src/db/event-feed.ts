// Events of an organization in the order in which they are told to others: by `sequence`, which never changes and never
// gets a lower number later, so that a reader who remembers the last number it saw has missed nothing.
//
// Ids cannot be that order: they are made when a transaction writes, and a slow transaction commits an early id late.
// SQLite has one writer at a time, so there the number is given when the event is written. On PostgreSQL an event is
// written without one; whoever finds such events numbers them, one node at a time, after those that have a number. Only
// what is committed can be found, so a late commit gets a later number.
import { sql } from 'kysely'
import { isSqlite, takeTurn, tryLock } from './dialect.ts'
import type { Db, Row } from './tables.ts'

const NUMBERED_AT_ONCE = 1000

/** The number of an event that is being written, where writers take turns; null where they do not. */
export const nextNumber = (db: Db, organizationId: string) =>
  isSqlite(db) ? sql<number>`${lastNumber(organizationId)} + 1` : null

const lastNumber = (organizationId: unknown) =>
  sql<number>`(select coalesce(max(sequence), 0) from events where organization_id = ${organizationId})`

/** Numbers what has been committed without one, in a transaction of its own. True when there may be more. */
export async function numberEvents(db: Db): Promise<boolean> {
  return (await tryLock(db, 'numberEvents')) && numberSome(db)
}

async function numberSome(db: Db): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update events set sequence = numbered.number
    from (
      select organization_id, id,
        ${lastNumber(sql.ref('found.organization_id'))} + row_number() over (partition by organization_id order by id)
          as number
      from (select organization_id, id from events where sequence is null order by id limit ${NUMBERED_AT_ONCE}) as found
    ) as numbered
    where numbered.organization_id = events.organization_id and numbered.id = events.id`.execute(db)
  return numAffectedRows === BigInt(NUMBERED_AT_ONCE)
}

export const hasUnnumberedEvents = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('events').select('id').where('sequence', 'is', null).limit(1).execute()).length > 0

/** Numbers all that has been committed before; whoever else does so is waited for. */
export async function numberAll(db: Db): Promise<void> {
  await takeTurn(db, 'numberEvents')
  while (await numberSome(db));
}

/** Where a reader begins that wants to hear only of what comes: all that has been committed has a number by then. */
export async function endOfFeed(db: Db, organizationId: string): Promise<number> {
  await numberAll(db)
  const { rows } = await sql<{ last: number }>`select ${lastNumber(organizationId)} as last`.execute(db)
  return rows[0]!.last
}

export const findEvent = (db: Db, organizationId: string, id: string): Promise<Row<'events'> | undefined> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export type ToldEvent = Row<'events'> & { sequence: number }

/** The next events of an organization after the number that its reader remembers. */
export const readEvents = async (
  db: Db,
  { organizationId, after, limit }: { organizationId: string; after: number; limit: number },
): Promise<ToldEvent[]> =>
  (await db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()) as ToldEvent[]
