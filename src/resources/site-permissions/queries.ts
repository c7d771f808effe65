// Everybody who can see a site, as a set the database works out. Says the same as `access/load-site.ts` does for one
// person: members have their role in the organization, guests look at sites that show a space they were given.
import { type RawBuilder, sql } from 'kysely'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Role } from '../../db/tables.ts'

interface Seeing {
  user_id: string
  role: Role | null
  /** For guests: the space through which they see the site. */
  space_id: string | null
}

/** By the id of the user; always two queries. */
export const takePermissions = (db: Db, site: { id: string; organization_id: string }, page: Page) =>
  takePage(
    db.selectFrom(seeing(site).as('seeing')).innerJoin('users', 'users.id', 'seeing.user_id'),
    (people) => people.selectAll('users').select(['seeing.role', 'seeing.space_id']),
    page,
    { by: ['users.id'] },
  )

const seeing = ({ id, organization_id }: { id: string; organization_id: string }): RawBuilder<Seeing> => sql`(
  with recursive shown(id, parent_id) as (
    select s.id, s.parent_id from site_spaces ss join spaces s on s.id = ss.space_id where ss.site_id = ${id}
  ),
  around(space_id, collection_id, parent_id) as (
    select shown.id, c.id, c.parent_id from shown join collections c on c.id = shown.parent_id
    union all
    select around.space_id, c.id, c.parent_id from around join collections c on c.id = around.parent_id
  ),
  given(user_id, team_id, space_id) as (
    select g.user_id, g.team_id, g.space_id from grants g join shown on shown.id = g.space_id
    union all
    select g.user_id, g.team_id, around.space_id from grants g join around on around.collection_id = g.collection_id
  ),
  guests(user_id, space_id) as (
    select user_id, space_id from given where user_id is not null
    union all
    select t.user_id, given.space_id from given join team_members t on t.team_id = given.team_id
  )
  select m.user_id, m.role, case when m.role is null then min(guests.space_id) end as space_id
  from members m left join guests on guests.user_id = m.user_id and m.role is null
  where m.organization_id = ${organization_id} and (m.role is not null or guests.space_id is not null)
  group by m.user_id, m.role)`
