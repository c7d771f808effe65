// Lists the users with access to a space or collection, computed by the database. A test compares the result with the
// rule for one user in `roles.ts`.
import { type RawBuilder, sql } from 'kysely'
import { contains, isOneOf } from '../db/dialect.ts'
import { type Page, type Slice, selectPage } from '../db/keyset.ts'
import type { Db, DefaultLevel, Row } from '../db/tables.ts'
import { ROLES, type Role } from './roles.ts'

/** A space or a collection. */
export interface Content {
  kind: 'space' | 'collection'
  id: string
  organization_id: string
  parent_id: string | null
  default_level: DefaultLevel
}

/** Which of the people with access to list. */
export interface AccessFilter {
  /** Exactly this role. */
  role?: Role | undefined
  /** This role or a higher one. */
  atLeast?: Role | undefined
  /** A part of the name or address. */
  search?: string | undefined
}

/** Lists the members with any role on the content that the filter selects, ordered by id. Always three queries. */
export async function listAccess(
  db: Db,
  content: Content,
  { role, atLeast, search }: AccessFilter,
  page: Page,
): Promise<Slice<Row<'users'> & { permission: Role }>> {
  const around = await listAncestors(db, content.parent_id)
  const held = membersWithRole(db, content, around)
  const { rows, ...slice } = await selectPage(
    db
      .selectFrom(held.as('held'))
      .innerJoin('users', 'users.id', 'held.user_id')
      .$if(role !== undefined, (users) => users.where('held.rank', '=', ROLES.indexOf(role!)))
      .$if(atLeast !== undefined, (users) => users.where('held.rank', '>=', ROLES.indexOf(atLeast!)))
      .$if(search !== undefined, (users) =>
        users.where(sql<boolean>`(${contains(db, sql.ref('users.display_name'), search!)}
          or ${contains(db, sql.ref('users.email'), search!)})`),
      ),
    (users) => users.selectAll('users').select('held.rank'),
    page,
    { by: ['users.id'] },
  )
  return { ...slice, rows: rows.map((row) => ({ ...row, permission: ROLES[row.rank]! })) }
}

interface Ancestor {
  id: string
  default_level: DefaultLevel
}

/** The parent collections of an object, innermost first. */
async function listAncestors(db: Db, parentId: string | null): Promise<Ancestor[]> {
  const { rows } = await sql<Ancestor>`
    with recursive around(id, parent_id, default_level, depth) as (
      select id, parent_id, default_level, 1 from collections where id = ${parentId ?? ''}
      union all
      select c.id, c.parent_id, c.default_level, around.depth + 1
      from collections c join around on c.id = around.parent_id
    )
    select id, default_level from around order by depth`.execute(db)
  return rows
}

/** Each member with a role from any source, and the highest one. */
function membersWithRole(
  db: Db,
  content: Content,
  around: readonly Ancestor[],
): RawBuilder<{ user_id: string; rank: number }> {
  const { organization_id, default_level } = content
  const level = [default_level, ...around.map((collection) => collection.default_level)].find(
    (level) => level !== 'inherit',
  )
  const given = isGivenOn(db, content, around)
  return sql`(
    select members.user_id, max(given.rank) as rank
    from members join (
      select user_id, ${rankByDefault(level)} as rank from members where organization_id = ${organization_id}
      union all
      select g.user_id, ${rankOf('g.role')} from grants g where g.user_id is not null and ${given}
      union all
      select t.user_id, ${rankOf('g.role')} from grants g join team_members t on t.team_id = g.team_id where ${given}
    ) given on given.user_id = members.user_id
    where members.organization_id = ${organization_id} and given.rank is not null
    group by members.user_id)`
}

function isGivenOn(db: Db, { kind, id }: Content, around: readonly Ancestor[]): RawBuilder<unknown> {
  const collections = around.map((collection) => collection.id)
  if (kind === 'collection') return isOneOf(db, sql.ref('g.collection_id'), [id, ...collections])
  return sql`(g.space_id = ${id} or ${isOneOf(db, sql.ref('g.collection_id'), collections)})`
}

/** A role as a number, so that the database can compare roles. */
export const rankOf = (column: string) =>
  sql`case ${sql.ref(column)} ${sql.join(
    ROLES.map((role, rank) => sql`when ${sql.lit(role)} then ${sql.lit(rank)}`),
    sql` `,
  )} end`

/** The rank of a member without grants; an undefined level inherits from the organization. */
function rankByDefault(level: DefaultLevel | undefined): RawBuilder<unknown> {
  if (level === undefined) return rankOf('role')
  const admin = sql.lit(ROLES.indexOf('admin'))
  const others = level === null ? sql`null` : sql.lit(ROLES.indexOf(level as Role))
  return sql`case when role = 'admin' then ${admin} when role is not null then ${others} end`
}
