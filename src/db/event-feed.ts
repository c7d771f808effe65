// The event feed: the events of an organization, ordered by `sequence`. A sequence number never changes, and no lower
// one is assigned later, so a reader with a cursor misses no event.
//
// Ids cannot define this order: they are created when a transaction writes, and a slow transaction commits an early id
// late. SQLite has one writer at a time, so it assigns the number on insert. On PostgreSQL, events are inserted without
// a number, and one node at a time numbers committed events, so that a late commit gets a higher number.
import { sql } from 'kysely'
import { advisoryLock, isSqlite, tryAdvisoryLock } from './dialect.ts'
import type { Db, Row } from './tables.ts'

const BATCH_SIZE = 1000

/** The sequence number for an insert on SQLite; null on PostgreSQL. */
export const nextSequence = (db: Db, organizationId: string) =>
  isSqlite(db) ? sql<number>`${lastSequence(organizationId)} + 1` : null

const lastSequence = (organizationId: unknown) =>
  sql<number>`(select coalesce(max(sequence), 0) from events where organization_id = ${organizationId})`

/** Numbers a batch of committed events, in a separate transaction. True if there may be more. */
export async function numberEvents(db: Db): Promise<boolean> {
  return (await tryAdvisoryLock(db, 'numberEvents')) && numberBatch(db)
}

async function numberBatch(db: Db): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update events set sequence = numbered.number
    from (
      select organization_id, id,
        ${lastSequence(sql.ref('found.organization_id'))} + row_number() over (partition by organization_id order by id)
          as number
      from (select organization_id, id from events where sequence is null order by id limit ${BATCH_SIZE}) as found
    ) as numbered
    where numbered.organization_id = events.organization_id and numbered.id = events.id`.execute(db)
  return numAffectedRows === BigInt(BATCH_SIZE)
}

export const hasUnnumberedEvents = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('events').select('id').where('sequence', 'is', null).limit(1).execute()).length > 0

/** Numbers all committed events, waiting for other nodes that do the same. */
export async function numberAllEvents(db: Db): Promise<void> {
  await advisoryLock(db, 'numberEvents')
  while (await numberBatch(db));
}

/** The cursor for a reader of future events only; numbers all committed events first. */
export async function endOfFeed(db: Db, organizationId: string): Promise<number> {
  await numberAllEvents(db)
  const { rows } = await sql<{ last: number }>`select ${lastSequence(organizationId)} as last`.execute(db)
  return rows[0]!.last
}

/** The last sequence number of each organization that has events. */
export async function lastSequences(db: Db, organizations: readonly string[]): Promise<Map<string, number>> {
  if (organizations.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['organization_id', (event) => event.fn.max('sequence').as('last')])
    .where('organization_id', 'in', [...organizations])
    .groupBy('organization_id')
    .execute()
  return new Map(rows.map(({ organization_id, last }) => [organization_id, Number(last ?? 0)]))
}

export const findEvent = (db: Db, organizationId: string, id: string): Promise<Row<'events'> | undefined> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export type SequencedEvent = Row<'events'> & { sequence: number }

/** The events of an organization after a cursor. */
export const readEvents = async (
  db: Db,
  { organizationId, after, limit }: { organizationId: string; after: number; limit: number },
): Promise<SequencedEvent[]> =>
  (await db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()) as SequencedEvent[]
