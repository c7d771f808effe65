// On PostgreSQL, the numbers of members and of spaces of each organization, kept by triggers: counting the rows takes 20 ms
// for 100,000 members. SQLite keeps the rows of a count in memory instead.
//
// Triggers of rows count what an update changes, because those of statements cannot name columns, and spaces are updated by
// every edit of their content.
import { type Migration, sql } from 'kysely'
import { isSqlite } from '../dialect.ts'
import type { Schema } from './columns.ts'

export const keptCounts: Migration = {
  async up(db: Schema) {
    if (isSqlite(db)) return
    await sql`
      create table member_counts (
        organization_id text collate "C" not null, role text collate "C" not null, seen bigint not null,
        members bigint not null, primary key (organization_id, role, seen))`.execute(db)
    await sql`
      create table space_counts (
        organization_id text collate "C" not null, parent_id text collate "C" not null,
        default_level text collate "C" not null, spaces bigint not null,
        primary key (organization_id, parent_id, default_level))`.execute(db)
    for (const kept of [MEMBERS, SPACES]) await keep(db, kept)
  },
}

interface Kept {
  /** The rows that are counted, and the table that has their number, in a column of the same name. */
  rows: string
  counts: string
  /** The key of a number, as columns of the table and as expressions on the row `each`. */
  key: [column: string, value: string][]
  /** The columns that the key and `isCounted` depend on. */
  of: string
  isCounted: string
}

const MEMBERS: Kept = {
  rows: 'members',
  counts: 'member_counts',
  key: [
    ['organization_id', 'each.organization_id'],
    ['role', "coalesce(each.role, '')"],
    ['seen', 'case when each.last_seen_at is null then 0 else 1 end'],
  ],
  of: 'organization_id, role, last_seen_at',
  isCounted: 'true',
}

const SPACES: Kept = {
  rows: 'spaces',
  counts: 'space_counts',
  key: [
    ['organization_id', 'each.organization_id'],
    ['parent_id', "coalesce(each.parent_id, '')"],
    ['default_level', "coalesce(each.default_level, '')"],
  ],
  of: 'organization_id, parent_id, default_level, deleted_at',
  isCounted: 'each.deleted_at is null',
}

/** Adds the triggers and then counts: creating a trigger keeps others from writing until the migration is committed. */
async function keep(db: Schema, { rows, counts, key, of, isCounted }: Kept): Promise<void> {
  const columns = key.map(([column]) => column).join(', ')
  const values = key.map(([, value]) => value).join(', ')
  const add = (change: string, from: string) => `
    insert into ${counts} as known (${columns}, ${rows})
    select ${values}, ${change} from ${from} as each where ${isCounted} group by ${values}
    on conflict (${columns}) do update set ${rows} = known.${rows} + excluded.${rows}`
  const statements = [
    `create function lectern_count_${rows}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${add('count(*)', 'added')};
        elsif tg_op = 'DELETE' then
          ${add('-count(*)', 'removed')};
          delete from ${counts} where ${rows} = 0 and organization_id in (select organization_id from removed);
        elsif tg_op = 'TRUNCATE' then delete from ${counts};
        else
          ${add('-count(*)', '(select old.*)')};
          ${add('count(*)', '(select new.*)')};
        end if;
        return null;
      end $$`,
    `create trigger lectern_added after insert on ${rows} referencing new table as added
      for each statement execute function lectern_count_${rows}()`,
    `create trigger lectern_removed after delete on ${rows} referencing old table as removed
      for each statement execute function lectern_count_${rows}()`,
    `create trigger lectern_emptied after truncate on ${rows}
      for each statement execute function lectern_count_${rows}()`,
    `create trigger lectern_recounted after update of ${of} on ${rows}
      for each row when (${listed(of, 'old')} is distinct from ${listed(of, 'new')})
      execute function lectern_count_${rows}()`,
    add('count(*)', rows),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Of times, only whether there is one is counted. */
const listed = (of: string, row: string): string =>
  `(${of
    .split(', ')
    .map((column) => (column.endsWith('_at') ? `${row}.${column} is null` : `${row}.${column}`))
    .join(', ')})`
