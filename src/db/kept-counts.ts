// The numbers of members and spaces of organizations, which PostgreSQL keeps by triggers (`migrations/0054-kept-counts.ts`).
// SQLite counts quickly, and remembers what it has counted until a row is written.
import { type RawBuilder, sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Compilable } from './prepared.ts'
import type { Db } from './tables.ts'

interface Counted {
  count: number
}

/** Counts members, of all roles or of one (null for guests), and those alone who were seen; undefined if nobody keeps that. */
export function keptMembers(
  db: Db,
  organizationId: string,
  { role, isSeen }: { role: string | null | undefined; isSeen: boolean },
): Compilable<Counted> | undefined {
  if (isSqlite(db)) return undefined
  return sql<Counted>`
    select cast(coalesce(sum(members), 0) as bigint) as count from member_counts
    where organization_id = ${organizationId}
      ${role === undefined ? sql`` : sql`and role = ${role ?? ''}`} ${isSeen ? sql`and seen = 1` : sql``}`
}

/** Counts spaces that are not deleted, in all collections or in one ('' for none); undefined if nobody keeps that. */
export function keptSpaces(db: Db, organizationId: string, parentId?: string): Compilable<Counted> | undefined {
  if (isSqlite(db)) return undefined
  return sql<Counted>`
    select cast(coalesce(sum(spaces), 0) as bigint) as count from space_counts
    where organization_id = ${organizationId} ${parentId === undefined ? sql`` : sql`and parent_id = ${parentId}`}`
}

/** Selects `parent_id`, `default_level` and the number of spaces with both that are not deleted. */
export const spacesAlike = (db: Db, organizationId: string): RawBuilder<unknown> =>
  isSqlite(db)
    ? sql`
        select parent_id, default_level, count(*) from spaces
        where organization_id = ${organizationId} and deleted_at is null group by parent_id, default_level`
    : sql`
        select nullif(parent_id, ''), nullif(default_level, ''), spaces from space_counts
        where organization_id = ${organizationId}`
